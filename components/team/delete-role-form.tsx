'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { RadioField } from '#components/shared/form/choice-fields.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { ReasonField } from '#components/shared/form/reason-field.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { CONFIRMED_AGAIN } from './labels.ts'
import { deleteRoleForm } from './team-form-state.ts'

type DeleteRoleProps = {
  id: string
  action: FormAction
  initial: FormState
  /** The roles that its people can get; none where no one has it. */
  roles: { value: string; label: string; hint: string }[]
}

/** Ends a role; its people get another one. */
export function DeleteRoleForm({ id, roles, ...sending }: DeleteRoleProps) {
  return (
    <ActionForm
      {...sending}
      declaration={deleteRoleForm}
      hidden={{ id }}
      variant="danger"
      failed="Role not deleted"
      label="Delete role"
      pendingText="Deleting…"
      cancelHref={`/settings/team/roles/${id}`}
    >
      {roles.length > 0 && <RadioField name="replace_with" legend="New role of its people" options={roles} />}
      <ReasonField />
      <PasswordField hint={CONFIRMED_AGAIN} />
    </ActionForm>
  )
}
