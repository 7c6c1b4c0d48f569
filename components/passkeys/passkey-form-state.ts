import { AddPasskey, RenamePasskey } from '#lib/domain/passkeys/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

export const addPasskeyForm = {
  fields: ['name'],
  schema: AddPasskey,
  read: (form: FormReader) => ({ name: form.text('name'), response: form.text('response') }),
} satisfies FormDeclaration

export const renamePasskeyForm = {
  fields: ['name'],
  schema: RenamePasskey,
  read: (form: FormReader) => ({ id: form.text('id'), name: form.text('name') }),
} satisfies FormDeclaration

export const passkeyConfirmationForm = {
  fields: [],
  read: (form: FormReader) => ({ response: form.text('response') }),
} satisfies FormDeclaration

/** The options of the call that the browser makes, as JSON. */
export type PasskeyOptions = { options: string }

export const optionsOf = ({ options }: PasskeyOptions): PasskeyOptions => ({ options })
