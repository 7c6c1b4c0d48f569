'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { signWithPasskey } from './browser.ts'
import type { PasskeyOptions } from './passkey-form-state.ts'
import { sendPasskey } from './send-passkey.ts'

export type PasskeyActions = { start: FormAction<PasskeyOptions>; finish: FormAction }

const OPEN: FormState<never> = { values: {}, idempotency_key: '' }
const NOT_USED = 'The passkey was not used. Try again, or enter your password.'

/** Confirms the session with a passkey, in place of the password beside it. */
export function ConfirmWithPasskeyButton({ start, finish }: PasskeyActions) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function confirm() {
    setPending(true)
    setProblem(undefined)
    const { result } = await start(OPEN, new FormData())
    const response = result ? await signWithPasskey(result.options) : null
    const error = response === null ? NOT_USED : await sendPasskey(finish, { response })
    setPending(false)
    setProblem(error ?? undefined)
  }
  return (
    <div className="noscript:hidden">
      <Button type="button" size="small" pending={pending} onClick={() => void confirm()}>
        {pending ? 'Waiting for your passkey…' : 'Use a passkey instead'}
      </Button>
      <p role="alert" className="text-small text-bad empty:hidden">
        {problem}
      </p>
    </div>
  )
}
