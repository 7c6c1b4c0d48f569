'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { confirmForm, type FormAction, type FormState } from '#lib/values/form.ts'

type ConfirmFormProps = {
  action: FormAction
  initial: FormState
  hidden: Record<string, string>
  cancelHref: string
}

/** Confirms the session before an action without a form, such as a download. */
export function ConfirmForm(props: ConfirmFormProps) {
  return (
    <ActionForm
      {...props}
      declaration={confirmForm}
      failed="Session not confirmed"
      label="Confirm"
      pendingText="Confirming…"
    >
      <PasswordField hint="You won't be asked again for 10 minutes." />
    </ActionForm>
  )
}
