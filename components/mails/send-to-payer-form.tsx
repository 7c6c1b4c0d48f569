'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { SelectField, TextField } from '#components/shared/form/fields.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { LANGUAGES } from '#lib/values/language.ts'
import { sendBillForm, sendToPayerForm } from './mail-forms.ts'

type SendToPayerFormProps = {
  id: string
  initial: FormState
  action: FormAction
  failed: string
  label: string
  cancelHref: string
}

/** Where a receipt or a payment link is sent, and in which language. */
export function SendToPayerForm({ id, ...sending }: SendToPayerFormProps) {
  return (
    <ActionForm {...sending} declaration={sendToPayerForm} hidden={{ id }} pendingText="Sending…">
      <TextField name="email" label="Email" required type="email" maxLength={64} />
      <SelectField name="language" label="Language of the email" options={LANGUAGES} />
    </ActionForm>
  )
}

type SendBillFormProps = { billId: string; initial: FormState; action: FormAction }

export function SendBillForm({ billId, ...sending }: SendBillFormProps) {
  return (
    <ActionForm
      {...sending}
      declaration={sendBillForm}
      hidden={{ id: billId }}
      failed="Bill not sent"
      label="Send bill"
      pendingText="Sending…"
      cancelHref={`/bills/${billId}`}
    >
      <TextField name="email" label="Email" required type="email" maxLength={64} />
    </ActionForm>
  )
}
