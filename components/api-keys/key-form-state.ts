import { isEverything, KEY_MATRIX, scopesOf } from '#lib/domain/api-keys/schema/key-scopes.ts'
import { CreateKey, UpdateKey } from '#lib/domain/api-keys/schema.ts'
import { type Grants, grantsOfForm } from '#lib/domain/roles/schema/matrix.ts'
import { type FieldTexts, type FormDeclaration, type FormReader, textIn } from '#lib/values/form.ts'
import { DAY, secondsOfDate } from '#lib/values/time.ts'

/** The data of the new secret's screen; it is in no URL, and gone once the screen is left. */
export type MadeKey = {
  id: string
  name: string
  secret: string
  /** A request that the key may make, to try it with: "/v1/orders?count=1"; null when it may read nothing. */
  try_path: string | null
  /** The key that it replaces, and when that ends. */
  replaces?: { id: string; expires: string } | undefined
}

const FIELDS = [
  'name',
  'scopes',
  'expires',
  'expires_on',
  'allowed_addresses',
  'refund_limit',
  'refund_day_limit',
  'password',
]

/** A new key. It has the threshold of its creator: one of its own is a change, which another person approves. */
export const newKeyForm = {
  fields: FIELDS,
  schema: CreateKey,
  read(form: FormReader) {
    const scopes = scopesOf(grantsOfForm(KEY_MATRIX, (name) => form.optional(name) ?? undefined))
    if (scopes.length === 0) form.refuse('scopes', 'Choose at least one permission.')
    return {
      name: form.text('name'),
      // No scopes are all of them, also those that are added later.
      scopes: isEverything(scopes) ? [] : scopes,
      expires_at: expiryIn(form),
      allowed_addresses: form
        .text('allowed_addresses')
        .split(/[\s,]+/)
        .filter(Boolean),
      refund_limit: form.optionalAmount('refund_limit'),
      refund_day_limit: form.optionalAmount('refund_day_limit'),
    }
  },
  words: ({ field }) => (field === 'expires_at' ? { field: 'expires' } : {}),
} satisfies FormDeclaration

export const editKeyForm = {
  ...newKeyForm,
  fields: [...FIELDS, 'approval_above', 'reason'],
  schema: UpdateKey,
  read: (form: FormReader) => ({
    id: form.text('id'),
    ...newKeyForm.read(form),
    approval_above: form.optionalAmount('approval_above'),
    reason: form.optional('reason'),
  }),
} satisfies FormDeclaration

/** A new secret for the same job, and for how many seconds the old one stays valid. */
export const rotateKeyForm = {
  fields: ['password'],
  read: (form: FormReader) => ({ id: form.text('id'), overlap: Number(form.text('overlap')) }),
} satisfies FormDeclaration

/** The scopes that the fields of the matrix grant. */
export function grantsOfFields(values: FieldTexts): Grants {
  return grantsOfForm(KEY_MATRIX, (name) => textIn(values, name))
}

/** When the key ends; null is never. A date that was left as it was keeps its hour. */
function expiryIn(form: FormReader): number | null {
  const { zone, now } = form.settings
  const expires = form.text('expires') || 'never'
  if (expires === 'never') return null
  if (/^\d{1,3}$/.test(expires)) return now + Number(expires) * DAY
  const date = form.text('expires_on')
  const [was, at] = form.text('expires_was').split('=')
  if (was === date && at) return Number(at)
  const end = secondsOfDate(date, zone, 'end')
  if (end === null) form.refuse('expires_on', 'Choose an expiry date.')
  return end
}
