'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { TextField } from '#components/shared/form/fields.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { passwordForm, profileForm } from './account-form-state.ts'

type Sending = { action: FormAction; initial: FormState }

export function ProfileForm(sending: Sending) {
  return (
    <ActionForm
      {...sending}
      declaration={profileForm}
      failed="Name not saved"
      label="Save name"
      pendingText="Saving…"
    >
      <TextField
        name="name"
        label="Name"
        required
        maxLength={100}
        autoComplete="name"
        hint="Shown to your colleagues, in comments and in the audit log."
      />
    </ActionForm>
  )
}

/** Another password; the current one is asked for. */
export function PasswordForm({ email, ...sending }: Sending & { email: string }) {
  return (
    <ActionForm
      {...sending}
      declaration={passwordForm}
      failed="Password not changed"
      label="Change password"
      pendingText="Changing…"
    >
      {/* Password managers store the new password under this name. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField eachTime label="Current password" hint="" />
      <TextField
        name="new_password"
        label="New password"
        required
        type="password"
        autoComplete="new-password"
        maxLength={256}
        defaultValue=""
        hint="At least 10 characters. Your other sessions and your connected apps end."
      />
    </ActionForm>
  )
}
