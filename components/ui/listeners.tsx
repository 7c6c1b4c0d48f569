'use client'
import { useEffect } from 'react'
import { Hints } from './hints.tsx'
import { listenForRows } from './row-keys.ts'
import { SAID, say } from './say.ts'

/**
 * One set of listeners for the whole page, so that ids, copy buttons, times and rows are plain markup: a list of a
 * hundred payments hydrates nothing.
 */
export function Listeners() {
  useEffect(() => {
    const stop = new AbortController()
    document.addEventListener('click', copyOnClick, {
      signal: stop.signal,
      capture: true,
    })
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

function copyOnClick(event: MouseEvent) {
  const source = (event.target as Element).closest<HTMLElement>('[data-copy], [data-copy-link]')
  if (!source) return
  const { copy, copyLink } = source.dataset
  const text = event.altKey && copyLink ? new URL(copyLink, location.href).href : copy
  // A link keeps its own click; only with Alt is it copied.
  if (text === undefined) return
  event.preventDefault()
  event.stopPropagation()
  navigator.clipboard.writeText(text).then(
    () => {
      source.dataset.copied = ''
      setTimeout(() => delete source.dataset.copied, 1400)
      say(event.altKey && copyLink ? 'Link copied' : 'Copied')
    },
    () => say('Copying is blocked by the browser.'),
  )
}
