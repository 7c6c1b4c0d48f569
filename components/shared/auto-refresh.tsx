'use client'
import { useRouter } from 'next/navigation'
import { startTransition, useEffect } from 'react'

/** After this long the rest is asked for less and less often; then no more. */
const PATIENCE = 15 * 60_000

/**
 * Refreshes the page while something on it is in progress: every few seconds at first, then less often, and only
 * while the tab is visible. The page leaves it out once everything is final.
 */
export function AutoRefresh({ seconds = 3 }: { seconds?: number }) {
  const router = useRouter()
  useEffect(() => {
    const begun = Date.now()
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      const age = Date.now() - begun
      if (age > PATIENCE) return
      timer = setTimeout(look, Math.max(seconds * 1000, age / 10))
    }
    const look = () => {
      // A refresh would lose a selection or disturb typing.
      const busy =
        document.hidden ||
        document.getSelection()?.toString() ||
        document.activeElement?.closest('input, textarea, select')
      if (!busy) startTransition(() => router.refresh())
      wait()
    }
    wait()
    return () => clearTimeout(timer)
  }, [router, seconds])
  return null
}
