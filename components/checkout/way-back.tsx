'use client'
import { useEffect, useState } from 'react'
import { DocumentButton } from '#components/ui/button.tsx'

/** How long the receipt stays before the redirect to the merchant, in seconds. */
const SECONDS = 3

/**
 * The return to the merchant: a link, which right after a payment is also followed automatically. Any key, press or
 * scroll stops that, as does its button; without script there is only the link. The link opens a page of its own,
 * because only that page may submit a form to another site.
 */
export function WayBack({ href, merchant, byItself }: { href: string; merchant: string; byItself: boolean }) {
  const [left, setLeft] = useState<number | null>(null)

  useEffect(() => {
    // A visitor who used Back or Reload wants to see the receipt.
    const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (!byItself || (arrival && arrival.type !== 'navigate')) return
    const stop = new AbortController()
    const stay = () => {
      stop.abort()
      setLeft(null)
    }
    for (const type of ['keydown', 'pointerdown', 'wheel', 'touchmove'])
      addEventListener(type, stay, { signal: stop.signal, passive: true })
    setLeft(SECONDS)
    const timer = setInterval(
      () => setLeft((now) => (now === null || stop.signal.aborted ? null : now - 1)),
      1000,
    )
    return () => {
      clearInterval(timer)
      stop.abort()
    }
  }, [byItself])

  useEffect(() => {
    if (left === 0) location.assign(href)
  }, [left, href])

  return (
    <div className="print:hidden">
      <DocumentButton href={href} variant="primary" size="large" className="w-full">
        Return to {merchant}
      </DocumentButton>
      {left !== null && left > 0 && (
        <p className="mt-2 flex items-center justify-between gap-3 text-small text-ink-2">
          <span role="status">
            Redirecting soon<span aria-hidden="true">: {left}</span>
          </span>
          <button type="button" className="link min-h-6 flex-none" onClick={() => setLeft(null)}>
            Stay here
          </button>
        </p>
      )}
    </div>
  )
}
