'use client'
import { useEffect, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { CONNECTION_LOST } from './connection-lost.ts'
import { Labelled } from './labelled.tsx'
import { useResponse } from './use-response.ts'

/** The bank's message about the last password, if it was wrong. */
export type OtpState = { error: string | null; key: string }

type OtpFormProps = {
  action: (before: OtpState, form: FormData) => Promise<OtpState>
  initial: OtpState
  orderId: string
  /** For a payment with a challenge of the bank; a wallet is proven before there is a payment. */
  paymentId?: string
  /** The label of the last digits of the card, and the like. */
  hint: string
  robot: boolean
}

/** One input for the whole password, so that it can be pasted, and filled in by the phone that it was sent to. */
export function OtpForm({ action, initial, orderId, paymentId, hint, robot }: OtpFormProps) {
  const { answer: state, key, pending, formAction, submit } = useResponse(action, initial, unanswered)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => form.current?.setAttribute('novalidate', ''), [])
  const seen = useRef(state)
  useEffect(() => {
    const input = form.current?.elements.namedItem('otp')
    if (state === seen.current || robot || !(input instanceof HTMLInputElement)) return
    seen.current = state
    input.focus()
    input.select()
  }, [state, robot])

  return (
    <form ref={form} id="otp-form" action={formAction} onSubmit={submit}>
      <input type="hidden" name="order_id" value={orderId} />
      {paymentId && <input type="hidden" name="payment_id" value={paymentId} />}
      <input type="hidden" name="key" value={key} />
      {robot && <input type="hidden" name="robot" value="1" />}
      <Labelled name="otp" label="One-time password (OTP)" error={state.error ?? undefined} hint={hint}>
        {(control) => (
          <TextInput
            {...control}
            autoFocus={!robot}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            figures
            className="text-lead! tracking-[0.2em]"
          />
        )}
      </Labelled>
      <Button type="submit" variant="primary" size="large" pending={pending} className="mt-4 w-full">
        {pending ? 'Checking…' : 'Confirm'}
      </Button>
    </form>
  )
}

function unanswered(before: OtpState): OtpState {
  return { ...before, error: CONNECTION_LOST }
}
