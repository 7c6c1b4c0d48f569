'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { TextAreaField } from '#components/shared/form/fields.tsx'
import { MAX_ACKNOWLEDGEMENT } from '#lib/domain/gateway-checks/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { acknowledgeForm } from './acknowledge-form-state.ts'

type AcknowledgeFormProps = { id: string; action: FormAction; initial: FormState }

/** Why a difference stays. */
export function AcknowledgeForm({ id, ...sending }: AcknowledgeFormProps) {
  return (
    <ActionForm
      {...sending}
      declaration={acknowledgeForm}
      hidden={{ id }}
      failed="Difference not acknowledged"
      label="Acknowledge difference"
      pendingText="Saving…"
      variant="default"
    >
      <TextAreaField name="reason" label="Reason" rows={2} maxLength={MAX_ACKNOWLEDGEMENT} required />
    </ActionForm>
  )
}
