'use server'
import { redirect } from 'next/navigation'
import { type Input, readKeyForm } from '#app/(dashboard)/api-keys/read-form.ts'
import { seeApproval } from '#app/(dashboard)/approvals/sent.ts'
import type { AnswerState, KeyFormState, Made } from '#components/api-keys/key-form-state.ts'
import { OVERLAP_WORDS } from '#components/api-keys/key-labels.ts'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { revokeKey } from '#lib/domain/api-keys/revoke.ts'
import { rotateKey } from '#lib/domain/api-keys/rotate.ts'
import type { NewKey } from '#lib/domain/api-keys/schema.ts'
import { updateKey } from '#lib/domain/api-keys/update.ts'
import { submit } from '#lib/surfaces/form.ts'
import { textsOf } from '#lib/surfaces/plain-form.ts'
import { randomText } from '#lib/values/id.ts'

export async function createKeyFromPage(_: KeyFormState, form: FormData): Promise<KeyFormState> {
  const { actor, read } = await readForm(form)
  if (!('input' in read)) return read.state
  const result = await submit(createKey, actor, createInput(read.input), 'dashboard', read.key, read.password)
  return result.ok ? { ...read.state, made: madeOf(result.value) } : { ...read.state, error: result.error }
}

export async function updateKeyFromPage(id: string, _: KeyFormState, form: FormData): Promise<KeyFormState> {
  const { actor, read } = await readForm(form)
  if (!('input' in read)) return read.state
  const result = await submit(updateKey, actor, { id, ...read.input }, 'dashboard', read.key, read.password)
  if (!result.ok) {
    seeApproval(result.error)
    return { ...read.state, error: result.error }
  }
  redirect(`/api-keys/${id}`)
}

export async function rotateKeyFromPage(_: AnswerState, form: FormData): Promise<AnswerState> {
  const actor = await requireStaff()
  const { id = '', overlap = '', password = '', idempotency_key } = textsOf(form)
  const next = { idempotency_key: randomText(32) }
  const input = { id, overlap: Number(overlap) as 0 }
  const result = await submit(rotateKey, actor, input, 'dashboard', idempotency_key, password)
  if (!result.ok) return { ...next, error: result.error }
  return {
    ...next,
    made: { ...madeOf(result.value), replaces: { id, ends: OVERLAP_WORDS[input.overlap] ?? '' } },
  }
}

export async function revokeKeyFromPage(_: AnswerState, form: FormData): Promise<AnswerState> {
  const actor = await requireStaff()
  const { id = '', typed_name = '' } = textsOf(form)
  const result = await submit(revokeKey, actor, { id, typed_name }, 'dashboard')
  if (!result.ok) return { idempotency_key: randomText(32), error: result.error }
  redirect(`/api-keys/${id}`)
}

/** The form of a key and who sends it; what cannot be read is in the state already. */
async function readForm(form: FormData) {
  const [actor, { time_zone: zone }] = await Promise.all([requireStaff(), currentPreferences()])
  const now = Math.floor(Date.now() / 1000)
  const read = readKeyForm(form, { currency: actor.account.currency, zone, now })
  if ('problem' in read)
    return { actor, read: { state: { ...read.state, error: { ...read.problem, request_id: '' } } } }
  return { actor, read }
}

/** A new key has the threshold of its creator: one of its own is a change, which another person approves. */
function createInput({ approval_above: _, ...input }: Input) {
  return input
}

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

function madeOf({ id, name, secret, scopes }: NewKey): Made {
  const readable = READS.find((noun) => scopes.length === 0 || scopes.includes(`${noun}:read`))
  return { id, name, secret, try_path: readable ? `/v1/${readable}?count=1` : null }
}
