'use client'
import { useEffect, useState } from 'react'

/**
 * The idempotency key of a form. One key is one attempt: two clicks share it; an answer, or coming back to the form
 * with the browser's Back button, begins a new one. Without script the key of the server's page is used.
 */
export function useFreshKey(answer: { key: string }): string {
  const [key, setKey] = useState(answer.key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer of the server ends an attempt.
  useEffect(() => setKey(randomKey()), [answer])
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && setKey(randomKey())
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [])
  return key
}

/** Not randomUUID: a page that is served over plain HTTP to a phone in the same room does not have it. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
