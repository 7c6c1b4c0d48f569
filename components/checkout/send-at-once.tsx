'use client'
import { useEffect } from 'react'

/** Submits a form as soon as its page is loaded, but not on a return by the Back button, which would trap the payer. */
export function SendAtOnce({ form }: { form: string }) {
  useEffect(() => {
    const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const found = document.getElementById(form)
    if (found instanceof HTMLFormElement && (!arrival || arrival.type === 'navigate')) found.submit()
  }, [form])
  return null
}
