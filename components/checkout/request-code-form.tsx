'use client'
import { useEffect, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { ButtonLook } from '#components/ui/looks.ts'
import { Notice } from '#components/ui/notice.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { CONNECTION_LOST } from './connection-lost.ts'
import { Labelled } from './labelled.tsx'
import { useResponse } from './use-response.ts'
import type { RequestCodeState } from './wallet-state.ts'

type RequestCodeFormProps = {
  action: (before: RequestCodeState, form: FormData) => Promise<RequestCodeState>
  initial: RequestCodeState
  orderId: string
  /** Whether the number has to be typed; otherwise it is known. */
  asksNumber: boolean
  label: string
  look?: ButtonLook['variant']
  robot: boolean
}

/** Asks for a one-time password. */
export function RequestCodeForm({
  action,
  initial,
  orderId,
  asksNumber,
  label,
  look = 'primary',
  robot,
}: RequestCodeFormProps) {
  const { answer: state, key, pending, formAction, submit } = useResponse(action, initial, unanswered)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.setAttribute('novalidate', ''), [])
  const seen = useRef(state)
  useEffect(() => {
    if (state === seen.current || robot) return
    seen.current = state
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [state, robot])

  return (
    <form ref={form} action={formAction} onSubmit={submit} className="grid gap-3">
      <input type="hidden" name="order_id" value={orderId} />
      <input type="hidden" name="key" value={key} />
      {robot && <input type="hidden" name="robot" value="1" />}
      {state.title && <Notice tone="bad" role="alert" title={state.title} />}
      {asksNumber && (
        <Labelled
          name="contact"
          label="Phone number of your wallet"
          error={state.error ?? undefined}
          hint="An Indian mobile number, such as 98765 43210."
        >
          {(control) => (
            <TextInput
              {...control}
              type="tel"
              autoFocus={!robot}
              autoComplete="tel"
              maxLength={24}
              figures
              defaultValue={state.contact}
            />
          )}
        </Labelled>
      )}
      <Button type="submit" variant={look} size="large" pending={pending} className="w-full">
        {pending ? 'Sending…' : label}
      </Button>
    </form>
  )
}

function unanswered(before: RequestCodeState): RequestCodeState {
  return { ...before, title: CONNECTION_LOST }
}
