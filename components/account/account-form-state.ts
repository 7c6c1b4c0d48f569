import { ChangePassword, ConfirmTotp, UpdateProfile } from '#lib/domain/profile/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

export const profileForm = {
  fields: ['name'],
  schema: UpdateProfile,
  read: (form: FormReader) => ({ name: form.text('name') }),
} satisfies FormDeclaration

export const passwordForm = {
  fields: ['password', 'new_password'],
  schema: ChangePassword,
  read: (form: FormReader) => ({ new_password: form.verbatim('new_password') }),
} satisfies FormDeclaration

export const codeForm = {
  fields: ['otp'],
  schema: ConfirmTotp,
  read: (form: FormReader) => ({ otp: form.text('otp') }),
} satisfies FormDeclaration

export type Codes = { codes: string[] }
