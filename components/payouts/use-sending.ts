'use client'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useState, useTransition } from 'react'
import { toast } from '#components/ui/toast.tsx'
import { randomText } from '#lib/values/id.ts'

/** What the server answers to a form that it refuses: what stood in it, why, and a key for the next attempt. */
export type Refused = {
  values: Record<string, string>
  idempotency_key: string
  error?: { reason?: string; description: string; field?: string; request_id: string } | undefined
}

/** A form that is sent by script, once however often it is pressed; without script the browser sends it. */
export function useSending<State extends Refused>(
  send: (form: FormData) => Promise<{ href: string } | State>,
  answered: State,
  done: string,
) {
  const router = useRouter()
  const [state, setState] = useState(answered)
  const [going, startTransition] = useTransition()
  const [sending, setSending] = useState(false)
  // Coming back to the form is opening it again.
  useEffect(() => setState((before) => ({ ...before, idempotency_key: randomText(32) })), [])

  async function submit(form: FormData) {
    setSending(true)
    const result = await send(form).catch(() => null)
    setSending(false)
    // Whether it arrived is not known: the key stays, so that sending it again does it once.
    if (!result) return setState((before) => ({ ...before, error: LOST }))
    if ('href' in result) {
      toast(done)
      return startTransition(() => router.push(result.href))
    }
    setState(result)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>, change?: (form: FormData) => void) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    change?.(form)
    if (!sending && !going) void submit(form)
  }
  return { state, pending: sending || going, onSubmit }
}

const LOST = {
  description: 'Connection lost. Try again; the payout is not created twice.',
  request_id: '',
}
