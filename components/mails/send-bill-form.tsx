'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { TextField } from '#components/shared/form/fields.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { sendBillForm } from './mail-forms.ts'

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
