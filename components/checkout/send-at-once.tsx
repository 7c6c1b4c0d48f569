'use client'
import { useEffect } from 'react'

/** Sends a form as soon as its page is there; not when somebody comes back to the page, who could never leave it then. */
export function SendAtOnce({ form }: { form: string }) {
  useEffect(() => {
    const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const found = document.getElementById(form)
    if (found instanceof HTMLFormElement && (!arrival || arrival.type === 'navigate')) found.submit()
  }, [form])
  return null
}
