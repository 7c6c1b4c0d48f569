'use server'
import { editKeyForm, type MadeKey, newKeyForm, rotateKeyForm } from '#components/api-keys/key-form-state.ts'
import { OVERLAP_LABELS } from '#components/api-keys/key-labels.ts'
import { typedNameForm } from '#components/shared/form/typed-name-state.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { revokeKey } from '#lib/domain/api-keys/revoke.ts'
import { rotateKey } from '#lib/domain/api-keys/rotate.ts'
import type { NewKey } from '#lib/domain/api-keys/schema.ts'
import { updateKey } from '#lib/domain/api-keys/update.ts'
import { formAction } from '#lib/surfaces/form-action.ts'

const to = ({ id }: { id: string }) => `/api-keys/${id}`

export const createKeyAction = formAction(createKey, newKeyForm, { result: madeOf })

export const updateKeyAction = formAction(updateKey, editKeyForm, { to, message: () => 'Key saved' })

export const rotateKeyAction = formAction(rotateKey, rotateKeyForm, {
  result: (key, form) => ({
    ...madeOf(key),
    replaces: { id: form.text('id'), expires: OVERLAP_LABELS[Number(form.text('overlap'))] ?? '' },
  }),
})

export const revokeKeyAction = formAction(revokeKey, typedNameForm, { to, message: () => 'Key revoked' })

const READS = [
  'orders',
  'payments',
  'refunds',
  'customers',
  'bills',
  'documents',
  'payouts',
  'transfers',
  'events',
]

function madeOf({ id, name, secret, scopes }: NewKey): MadeKey {
  const readable = READS.find((noun) => scopes.length === 0 || scopes.includes(`${noun}:read`))
  return { id, name, secret, try_path: readable ? `/v1/${readable}?count=1` : null }
}
