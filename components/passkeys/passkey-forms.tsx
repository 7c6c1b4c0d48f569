'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { TextField } from '#components/shared/form/fields.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { removePasskeyForm, renamePasskeyForm } from './passkey-form-state.ts'

type Sending = { action: FormAction; initial: FormState; id: string }

/** Another name for a passkey. */
export function RenamePasskeyForm({ id, ...sending }: Sending) {
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

/** Removes a passkey; the password is asked for. */
export function RemovePasskeyForm({ id, ...sending }: Sending) {
  return (
    <ActionForm
      {...sending}
      hidden={{ id }}
      declaration={removePasskeyForm}
      failed="Passkey not removed"
      label="Remove passkey"
      pendingText="Removing…"
      variant="danger"
    >
      <PasswordField hint="Delete it on your device, too: a removed passkey can't sign you in." />
    </ActionForm>
  )
}
