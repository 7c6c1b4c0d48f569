import { InviteUser } from '#lib/domain/invitations/schema.ts'
import { grantsOfForm, permissionsIn } from '#lib/domain/roles/schema/matrix.ts'
import { permissionsOfGrants, ROLE_MATRIX } from '#lib/domain/roles/schema/role-matrix.ts'
import { CreateRole, UpdateRole } from '#lib/domain/roles/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

/** Shown in place of the form: the link, once, if the server sends no email. */
export type InvitedPerson = { id: string; email: string; link: string | null }

export const inviteForm = {
  fields: ['name', 'email', 'role', 'password'],
  schema: InviteUser,
  read: (form: FormReader) => ({
    name: form.text('name'),
    email: form.text('email'),
    role: form.text('role'),
  }),
} satisfies FormDeclaration

export const roleForm = {
  fields: ['role', 'reason', 'password'],
  read: (form: FormReader) => ({
    id: form.text('id'),
    role: form.text('role'),
    reason: form.optional('reason'),
  }),
} satisfies FormDeclaration

export const endAccessForm = {
  fields: ['password'],
  read: (form: FormReader) => ({ email: form.text('email'), revoke_keys: form.checked('revoke_keys') }),
} satisfies FormDeclaration

export const enableForm = {
  fields: ['password'],
  read: (form: FormReader) => ({ email: form.text('email') }),
} satisfies FormDeclaration

/** A role that is made or changed: its name, and the permissions of the matrix. */
export const newRoleForm = {
  fields: ['name', 'description', 'permissions', 'password'],
  schema: CreateRole,
  read(form: FormReader) {
    const grants = grantsOfForm(ROLE_MATRIX, (name) => form.optional(name) ?? undefined)
    if (permissionsIn(ROLE_MATRIX, grants).length === 0)
      form.refuse('permissions', 'Choose at least one permission.')
    return {
      name: form.text('name'),
      description: form.text('description'),
      permissions: permissionsOfGrants(grants),
    }
  },
} satisfies FormDeclaration

export const editRoleForm = {
  ...newRoleForm,
  fields: [...newRoleForm.fields, 'reason'],
  schema: UpdateRole,
  read: (form: FormReader) => ({
    id: form.text('id'),
    ...newRoleForm.read(form),
    reason: form.optional('reason'),
  }),
} satisfies FormDeclaration

export const deleteRoleForm = {
  fields: ['replace_with', 'reason', 'password'],
  read: (form: FormReader) => ({
    id: form.text('id'),
    replace_with: form.optional('replace_with'),
    reason: form.optional('reason'),
  }),
} satisfies FormDeclaration

export const secondFactorRolesForm = {
  fields: ['roles', 'reason', 'password'],
  read: (form: FormReader) => ({ roles: form.all('roles'), reason: form.optional('reason') }),
} satisfies FormDeclaration
