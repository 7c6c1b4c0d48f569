import { InviteUser } from '#lib/domain/invitations/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

/** What is shown in place of the form: the link, once, where the server sends no email. */
export type Invited = { id: string; email: string; link: string | null }

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
  fields: ['role', 'password'],
  read: (form: FormReader) => ({ id: form.text('id'), role: form.text('role') }),
} satisfies FormDeclaration

export const resetLinkForm = {
  fields: ['password'],
  read: (form: FormReader) => ({ id: form.text('id') }),
} satisfies FormDeclaration

/** The end of a person's access. */
export const endAccessForm = {
  fields: ['password'],
  read: (form: FormReader) => ({ email: form.text('email'), revoke_keys: form.checked('revoke_keys') }),
} satisfies FormDeclaration

export const enableForm = {
  fields: ['password'],
  read: (form: FormReader) => ({ email: form.text('email') }),
} satisfies FormDeclaration

export const secondFactorRolesForm = {
  fields: ['roles', 'password'],
  read: (form: FormReader) => ({ roles: form.all('roles') }),
} satisfies FormDeclaration
