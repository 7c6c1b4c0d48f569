'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { unlinkForm } from './account-form-state.ts'

/** Unlinks a sign-in; the password is asked for. */
export function UnlinkForm({ id, ...sending }: { action: FormAction; initial: FormState; id: string }) {
  return (
    <ActionForm
      {...sending}
      hidden={{ id }}
      declaration={unlinkForm}
      failed="Sign-in not unlinked"
      label="Unlink sign-in"
      pendingText="Unlinking…"
      variant="danger"
      cancelHref="/settings/account"
    >
      <PasswordField hint="" />
    </ActionForm>
  )
}
