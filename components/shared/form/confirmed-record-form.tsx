'use client'
import { confirmedRecordForm, type FormAction, type FormState } from '#lib/values/form.ts'
import { ActionForm } from './action-form.tsx'
import { PasswordField } from './password-field.tsx'

type ConfirmedRecordFormProps = {
  id: string
  action: FormAction
  initial: FormState
  /** The title of the notice for an error of the whole form. */
  failed: string
  label: string
  pendingText: string
  cancelHref?: string
  /** Below the password. */
  hint?: string
}

/** Removes one record of the person; the password is asked for. */
export function ConfirmedRecordForm({ id, hint = '', ...form }: ConfirmedRecordFormProps) {
  return (
    <ActionForm {...form} hidden={{ id }} declaration={confirmedRecordForm} variant="danger">
      <PasswordField hint={hint} />
    </ActionForm>
  )
}
