'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { focusOn, isFocusLost, pageHeading } from '#components/ui/focus.ts'

/**
 * Another page within the app replaces the link that led to it, and the focus would be nowhere: it moves to the heading of
 * the page, and on the way back to the link of the page that was left, such as a row of a list.
 */
export function RouteFocus() {
  const path = usePathname()
  const shown = useRef(path)
  /** Where the browser went back or forward to. */
  const returned = useRef<string | null>(null)
  useEffect(() => {
    const note = () => {
      returned.current = location.pathname
    }
    addEventListener('popstate', note)
    return () => removeEventListener('popstate', note)
  }, [])
  useEffect(() => {
    const from = shown.current
    if (from === path) return
    shown.current = path
    const back = returned.current === path
    returned.current = null
    return keepFocus(() => (back ? linkTo(from) : null) ?? pageHeading())
  }, [path])
  return null
}

/** The row of a page, or another link to it. */
function linkTo(path: string): HTMLElement | null {
  const link = `a[href="${CSS.escape(path)}"]`
  return document.querySelector(`main ${link}.row-link`) ?? document.querySelector(`main ${link}`)
}

/** Sets a lost focus while the page comes in parts, until the person goes on. @returns what ends it */
function keepFocus(find: () => HTMLElement | null): () => void {
  let own: HTMLElement | null = null
  const look = () => {
    if (!isFocusLost() && document.activeElement !== own) return
    const found = find()
    if (found === null || found === document.activeElement) return
    own = found
    // Next decides where the page is scrolled to.
    focusOn(found, { preventScroll: true })
  }
  const observer = new MutationObserver(look)
  const stop = new AbortController()
  const end = () => {
    observer.disconnect()
    stop.abort()
  }
  for (const event of ['keydown', 'pointerdown']) addEventListener(event, end, { signal: stop.signal })
  observer.observe(document.getElementById('main') ?? document.body, { childList: true, subtree: true })
  look()
  return end
}
