'use client'
import { unstable_rethrow } from 'next/navigation'
import { type FormEvent, useActionState, useEffect, useState, useTransition } from 'react'

type Action<State> = (before: State, form: FormData) => Promise<State>
type Keyed = { key: string }

/**
 * A form that works without script and keeps its input with it: the browser submits it (`formAction`), or the same
 * action runs in place (`submit`), which keeps the inputs, unlike React's own submission.
 * @param unreachable the message when no response arrived; the key stays, so that a retry is no second attempt
 */
export function useResponse<State extends Keyed>(
  action: Action<State>,
  initial: State,
  unreachable: (before: State) => State,
) {
  const [posted, formAction] = useActionState<State, FormData>(action, initial as Awaited<State>)
  const [answer, setAnswer] = useState<State>(posted)
  const [pending, begin] = useTransition()
  const key = useFreshKey(answer.key)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const form = new FormData(event.currentTarget)
    begin(async () => {
      const next = await action(answer, form).catch((thrown: unknown) => {
        // A redirect arrives as an error, and is one that must go on.
        unstable_rethrow(thrown)
        return unreachable(answer)
      })
      begin(() => setAnswer(next))
    })
  }

  return { answer, key, pending, formAction, submit }
}

/**
 * The idempotency key of a form. One key is one attempt: two clicks share it; a response, or a return by the Back
 * button, begins a new one. Without script the key of the server's page is used.
 */
function useFreshKey(given: string): string {
  const [key, setKey] = useState(given)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key of the server stands for one response.
  useEffect(() => setKey(randomKey()), [given])
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
