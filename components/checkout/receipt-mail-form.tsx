'use client'
import { useActionState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { MailIcon } from '#components/ui/icons.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'
import { Labelled } from './labelled.tsx'
import { PayerForm } from './payer-form.tsx'

export type ReceiptMailState = { sent: string | null; error: string | null; email: string; key: string }

type ReceiptMailFormProps = {
  action: (before: ReceiptMailState, form: FormData) => Promise<ReceiptMailState>
  initial: ReceiptMailState
  language: Language
  orderId: string
  paymentId: string
  /** The payer's address, masked; null when the payment has none and it is entered. */
  recipient: string | null
  robot: boolean
}

/** Emails the receipt to the payer. */
export function ReceiptMailForm({ action, initial, language, recipient, ...ids }: ReceiptMailFormProps) {
  const t = textOf(language)
  const [state, formAction] = useActionState(action, initial)
  return (
    <PayerForm
      action={formAction}
      language={language}
      formKey={state.key}
      className="grid grid-cols-1 gap-2"
      {...ids}
    >
      {state.sent && (
        <p role="status" tabIndex={-1} className="text-center text-ink-2">
          {state.sent}
        </p>
      )}
      {!state.sent && recipient === null && (
        <Labelled
          language={language}
          name="email"
          label={t('fields.email')}
          missing={t('errors.email_missing')}
          invalid={t('errors.email_invalid')}
          error={state.error ?? undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              type="email"
              autoComplete="email"
              autoFocus={state.error !== null}
              maxLength={64}
              defaultValue={state.email}
            />
          )}
        </Labelled>
      )}
      {recipient !== null && state.error && (
        <p role="alert" className="text-small text-bad">
          {state.error}
        </p>
      )}
      {!state.sent && (
        <Button
          type="submit"
          size="large"
          className="w-full wrap-anywhere whitespace-normal"
          data-pending-text={t('receipt.mail_sending')}
        >
          <MailIcon aria-hidden="true" />
          {recipient === null ? t('receipt.mail') : t('receipt.mail_to', { email: recipient })}
        </Button>
      )}
    </PayerForm>
  )
}
