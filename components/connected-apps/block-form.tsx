'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { TextField } from '#components/shared/form/fields.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { blockForm } from './app-forms.ts'

type BlockFormProps = { clientId: string; back: string; action: FormAction; initial: FormState }

/** Blocks an app, with a reason for the team. */
export function BlockForm({ clientId, back, ...sending }: BlockFormProps) {
  return (
    <ActionForm
      {...sending}
      declaration={blockForm}
      hidden={{ client_id: clientId }}
      failed="App not blocked"
      variant="danger"
      label="Block app"
      pendingText="Blocking…"
      cancelHref={back}
    >
      <TextField name="reason" label="Reason" optional hint="Visible to your team." maxLength={200} />
    </ActionForm>
  )
}
