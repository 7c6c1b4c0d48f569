'use client'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { ActionForm } from './action-form.tsx'
import { TypedConfirmation } from './fields.tsx'
import { typedNameForm } from './typed-name-state.ts'

type TypedNameFormProps = {
  id: string
  name: string
  action: FormAction
  initial: FormState
  failed: string
  label: string
  pendingText: string
  cancelHref: string
}

/** Deletes or revokes for good, once the name has been typed. */
export function TypedNameForm({ id, name, ...form }: TypedNameFormProps) {
  return (
    <ActionForm {...form} declaration={typedNameForm} hidden={{ id }} variant="danger">
      <TypedConfirmation text={name} />
    </ActionForm>
  )
}
