'use server'
import { redirect } from 'next/navigation'
import type { AppFormState } from '#components/connected-apps/app-form-state.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { createClient } from '#lib/domain/clients/create.ts'
import { deleteClient } from '#lib/domain/clients/delete.ts'
import { rotateClientSecret } from '#lib/domain/clients/rotate.ts'
import { submit } from '#lib/surfaces/form.ts'
import { textsOf } from '#lib/surfaces/plain-form.ts'
import { randomText } from '#lib/values/id.ts'

/** A program is registered; the answer has its secret, this once. */
export async function register(_: AppFormState, form: FormData): Promise<AppFormState> {
  const actor = await requireStaff()
  const { idempotency_key, ...values } = textsOf(form)
  const { name = '', redirect_uris = '', auth_method = '' } = values
  const scopes = form.getAll('scope').map(String)
  const uris = redirect_uris.split(/\s+/).filter(Boolean)
  const input = { name, redirect_uris: uris, auth_method, scopes }
  const result = await submit(createClient, actor, input, 'dashboard', idempotency_key)
  const state = { values, ticked: scopes, idempotency_key: randomText(32) }
  if (result.ok) return { ...state, made: result.value }
  const at = Number(/^redirect_uris\.(\d+)$/.exec(result.error.field ?? '')?.[1] ?? -1)
  const description = uris[at] ? `${uris[at]}: ${result.error.description}` : result.error.description
  return { ...state, error: { ...result.error, description } }
}

/** Another secret; the answer has it, this once. */
export async function rotate(_: AppFormState, form: FormData): Promise<AppFormState> {
  const { id = '', idempotency_key } = textsOf(form)
  const result = await submit(rotateClientSecret, await requireStaff(), { id }, 'dashboard', idempotency_key)
  const state = { values: {}, ticked: [], idempotency_key: randomText(32) }
  return result.ok ? { ...state, made: result.value } : { ...state, error: result.error }
}

/** Ends a program, once its name has been typed. */
export async function remove(_: AppFormState, form: FormData): Promise<AppFormState> {
  const { id = '', typed_name = '' } = textsOf(form)
  const result = await submit(deleteClient, await requireStaff(), { id, typed_name }, 'dashboard')
  if (!result.ok) return { values: {}, ticked: [], idempotency_key: randomText(32), error: result.error }
  redirect('/connected-apps/clients')
}
