'use client'
import { useEffect, useRef } from 'react'
import { Hints } from './hints.tsx'
import { listenForRows } from './row-keys.ts'

/**
 * One set of listeners for the whole page, so that ids, copy buttons, times and rows are plain markup: a list of a
 * hundred payments hydrates nothing.
 */
export function Listeners() {
  const said = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const stop = new AbortController()
    document.addEventListener('click', (event) => copyOnClick(event, (words) => say(said.current, words)), {
      signal: stop.signal,
      capture: true,
    })
    listenForRows(stop.signal)
    return () => stop.abort()
  }, [])
  return (
    <>
      <div ref={said} role="status" className="sr-only" />
      <Hints />
    </>
  )
}

function copyOnClick(event: MouseEvent, say: (words: string) => void) {
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
    () => say('This browser did not allow copying.'),
  )
}

function say(region: HTMLElement | null, words: string) {
  if (!region) return
  // Emptied first, so that the same words are said again.
  region.textContent = ''
  requestAnimationFrame(() => {
    region.textContent = words
  })
}
