'use client'
import { type FormEvent, useState } from 'react'
import { TextAreaField, TextField } from '#components/shared/form/fields.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { ReasonField } from '#components/shared/form/reason-field.tsx'
import { FormButtons, FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { PermissionMatrix } from '#components/shared/permission-matrix.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { grantsOfForm } from '#lib/domain/roles/schema/matrix.ts'
import { permissionsOfGrants, ROLE_MATRIX } from '#lib/domain/roles/schema/role-matrix.ts'
import { type FormAction, type FormState, textIn } from '#lib/values/form.ts'
import { CONFIRMED_AGAIN } from './labels.ts'
import { RoleSentences } from './role-sentences.tsx'
import { editRoleForm, newRoleForm } from './team-form-state.ts'

type RoleFormProps = {
  action: FormAction
  initial: FormState
  /** The role that is edited; left out for a new one. */
  id?: string
  /** The permissions of the editor, beyond which they cannot grant. */
  own: readonly string[]
}

/** The name and permissions of a role, and what its people can do as it stands. */
export function RoleForm({ action, initial, id, own }: RoleFormProps) {
  const form = useStaffForm({ action, initial, declaration: id ? editRoleForm : newRoleForm })
  const grants = grantsOfForm(ROLE_MATRIX, (name) => textIn(form.values, name))
  const [permissions, setPermissions] = useState(() => permissionsOfGrants(grants))
  const error = form.errorOf('permissions')
  const onChange = (_: FormEvent) => {
    const filled = new FormData(form.box.current ?? undefined)
    setPermissions(permissionsOfGrants(grantsOfForm(ROLE_MATRIX, (name) => filled.get(name)?.toString())))
    if (error === undefined) return
    form.clear()
    void form.hook.trigger('permissions')
  }
  return (
    <StaffForm form={form} hidden={id ? { id } : {}}>
      <Slip
        stub={
          <StubSection title="A person with this role can">
            <div aria-live="polite">
              <RoleSentences permissions={permissions} />
            </div>
          </StubSection>
        }
      >
        <div className="grid max-w-150 gap-5">
          <FormError title="Role not saved" />
          <TextField name="name" label="Name" required hint="e.g. Night desk." maxLength={40} />
          <TextAreaField
            name="description"
            label="Description"
            optional
            hint="Who the role is for. Shown where a role is chosen."
            rows={2}
            maxLength={200}
          />
          <div onChange={onChange}>
            <PermissionMatrix
              matrix={ROLE_MATRIX}
              grants={grants}
              own={own}
              field="permissions"
              caption="Permissions of the role for each resource"
              error={error}
            />
          </div>
          {id && <ReasonField />}
          <PasswordField hint={CONFIRMED_AGAIN} />
          <FormButtons
            label={id ? 'Save role' : 'Create role'}
            pendingText={id ? 'Saving…' : 'Creating…'}
            cancelHref={id ? `/settings/team/roles/${id}` : '/settings/team/roles'}
          />
        </div>
      </Slip>
    </StaffForm>
  )
}
