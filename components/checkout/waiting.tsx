'use client'
import { useEffect } from 'react'

/** How often the server is asked, in milliseconds, and how often after the first minute. */
const OFTEN = 2000
const SELDOM = 5000

/**
 * Polls until a payment is final, and then loads `href`. On a return from the payer's UPI app it polls at once; a
 * short loss of connection is no failure.
 */
export function Waiting({ status, href }: { status: string; href: string }) {
  useEffect(() => {
    const stop = new AbortController()
    const begun = Date.now()
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      clearTimeout(timer)
      const waiting = await isWaiting(status, stop.signal)
      if (stop.signal.aborted) return
      if (!waiting) return location.replace(href)
      timer = setTimeout(ask, Date.now() - begun < 60_000 ? OFTEN : SELDOM)
    }
    timer = setTimeout(ask, OFTEN)
    const back = () => document.visibilityState === 'visible' && void ask()
    document.addEventListener('visibilitychange', back, { signal: stop.signal })
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [status, href])
  return null
}

async function isWaiting(status: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(status, { cache: 'no-store', signal })
    return !response.ok || ((await response.json()) as { waiting: boolean }).waiting
  } catch {
    return true
  }
}
