'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { TextField } from '#components/shared/form/fields.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { renamePasskeyForm } from './passkey-form-state.ts'

export function RenamePasskeyForm({
  id,
  ...sending
}: {
  action: FormAction
  initial: FormState
  id: string
}) {
  return (
    <ActionForm
      {...sending}
      hidden={{ id }}
      declaration={renamePasskeyForm}
      failed="Passkey not renamed"
      label="Rename passkey"
      pendingText="Renaming…"
      cancelHref="/settings/account"
    >
      <TextField name="name" label="Name" required maxLength={60} />
    </ActionForm>
  )
}
