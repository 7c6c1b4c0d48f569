'use client'
import { useLayoutEffect } from 'react'
import { copyOnClick } from './copy-on-click.ts'
import { Hints } from './hints.tsx'
import { listenForRows } from './row-keys.ts'
import { SAID } from './say.ts'

/**
 * One set of listeners for the whole page, so that ids, copy buttons, times and rows are plain markup: a list of a
 * hundred payments hydrates nothing.
 */
export function Listeners() {
  // With the commit, so that no key or click is lost between that and the effects.
  useLayoutEffect(() => {
    const stop = new AbortController()
    document.addEventListener('click', copyOnClick, {
      signal: stop.signal,
      capture: true,
    })
    document.addEventListener('click', closeMenu, { signal: stop.signal })
    listenForRows(stop.signal)
    return () => stop.abort()
  }, [])
  return (
    <>
      <div id={SAID} role="status" className="sr-only" />
      <Hints />
    </>
  )
}

/** A link that opens a page within the application leaves the menu open that it stands in, over the new page. */
function closeMenu({ target }: MouseEvent): void {
  const link = target instanceof Element ? target.closest('a[href]') : null
  link?.closest<HTMLElement>(':popover-open')?.hidePopover()
}
