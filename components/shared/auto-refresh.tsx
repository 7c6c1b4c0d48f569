'use client'
import { useRouter } from 'next/navigation'
import { startTransition, useEffect } from 'react'

/** After this long the page is no longer refreshed, unless it is `untilDone`. */
const PATIENCE = 15 * 60_000

/** The longest wait of what is refreshed until it is done. */
const LONGEST = 10_000

/**
 * Refreshes the page while something on it is in progress: every few seconds at first, then less often, and only
 * while the tab is visible. The page leaves it out once everything is final.
 * @param untilDone it is about work that takes as long as it takes, so that it never stops and waits ten seconds at most
 */
export function AutoRefresh({ seconds = 3, untilDone = false }: { seconds?: number; untilDone?: boolean }) {
  const router = useRouter()
  useEffect(() => {
    const begun = Date.now()
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      const age = Date.now() - begun
      if (age > PATIENCE && !untilDone) return
      const pause = Math.max(seconds * 1000, age / 10)
      timer = setTimeout(look, untilDone ? Math.min(pause, LONGEST) : pause)
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
  }, [router, seconds, untilDone])
  return null
}
