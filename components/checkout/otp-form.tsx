'use client'
import { useActionState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'
import { Labelled } from './labelled.tsx'
import { PayerForm } from './payer-form.tsx'

/** What the bank said to the last password, if it was not right. */
export type OtpState = { error: string | null; key: string }

type OtpFormProps = {
  action: (before: OtpState, form: FormData) => Promise<OtpState>
  initial: OtpState
  language: Language
  orderId: string
  /** Of a payment that the bank asks about; a wallet is proven before there is one. */
  paymentId?: string
  /** What the last digits of the card are, and the like. */
  hint: string
  robot: boolean
}

/** One input for the whole password, so that it can be pasted, and filled in by the phone that it was sent to. */
export function OtpForm({ action, initial, language, orderId, paymentId, hint, robot }: OtpFormProps) {
  const t = textOf(language)
  const [state, formAction] = useActionState(action, initial)
  return (
    <PayerForm
      id="otp-form"
      action={formAction}
      language={language}
      orderId={orderId}
      paymentId={paymentId}
      formKey={state.key}
      robot={robot}
    >
      <Labelled
        language={language}
        name="otp"
        missing={t('errors.otp_missing')}
        label={t('otp.label')}
        error={state.error ?? undefined}
        hint={hint}
      >
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
      <Button
        type="submit"
        variant="primary"
        size="large"
        data-pending-text={t('otp.checking')}
        className="mt-4 w-full"
      >
        {t('otp.confirm')}
      </Button>
    </PayerForm>
  )
}
