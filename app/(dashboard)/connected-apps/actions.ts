'use server'
import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { seeApproval } from '#app/(dashboard)/approvals/sent.ts'
import type { AppFormState } from '#components/connected-apps/app-form-state.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { blockClient, unblockClient } from '#lib/domain/connected-apps/block.ts'
import { narrowApp } from '#lib/domain/connected-apps/narrow.ts'
import { revokeApp } from '#lib/domain/connected-apps/revoke.ts'
import { updateAppSettings } from '#lib/domain/connected-apps/settings.ts'
import { submit } from '#lib/surfaces/form.ts'
import { textsOf } from '#lib/surfaces/plain-form.ts'
import { randomText } from '#lib/values/id.ts'
import { parseMoney } from '#lib/values/money-text.ts'

/** Ends what a program was allowed. */
export async function disconnect(form: FormData): Promise<void> {
  await submit(revokeApp, await requireStaff(), { id: String(form.get('id') ?? '') }, 'dashboard')
  revalidatePath('/connected-apps', 'layout')
}

/** Takes scopes from a program, or sets its limits; the password counts when it is typed, and is needed for a raise. */
export async function narrow(_: AppFormState, form: FormData): Promise<AppFormState> {
  const actor = await requireStaff()
  const { id = '', password = '', idempotency_key, ...values } = textsOf(form)
  const scopes = form.getAll('scope').map(String)
  const state = { values, ticked: scopes, idempotency_key: randomText(32) }
  const refuse = (field: string, description: string) => ({
    ...state,
    error: { field, description, request_id: '' },
  })
  const limits = { limit_per_call: null as number | null, limit_per_day: null as number | null }
  for (const name of ['limit_per_call', 'limit_per_day'] as const) {
    const text = values[name]?.trim() ?? ''
    if (text === '') continue
    limits[name] = parseMoney(text, actor.account.currency)
    if (limits[name] === null) return refuse(name, `“${text}” is not an amount. Enter e.g. 1250 or 1250.50.`)
  }
  const input = { id, scopes, ...limits }
  const result = await submit(narrowApp, actor, input, 'dashboard', idempotency_key, password)
  if (!result.ok) {
    seeApproval(result.error)
    return { ...state, error: result.error }
  }
  redirect(`/connected-apps/${id}`)
}

/** Keeps a program out of the merchant. */
export async function block(_: AppFormState, form: FormData): Promise<AppFormState> {
  const actor = await requireStaff()
  const { client_id = '', reason = '', idempotency_key } = textsOf(form)
  const input = { client_id, ...(reason.trim() === '' ? {} : { reason }) }
  const result = await submit(blockClient, actor, input, 'dashboard', idempotency_key)
  if (!result.ok)
    return { values: { reason }, ticked: [], idempotency_key: randomText(32), error: result.error }
  redirect('/connected-apps/policy')
}

/** Lets a program be connected again. */
export async function unblock(form: FormData): Promise<void> {
  const client_id = String(form.get('client_id') ?? '')
  const result = await submit(unblockClient, await requireStaff(), { client_id }, 'dashboard')
  if (!result.ok) seeApproval(result.error)
  revalidatePath('/connected-apps', 'layout')
}

/** Settles which programs members may connect. */
export async function savePolicy(_: AppFormState, form: FormData): Promise<AppFormState> {
  const actor = await requireStaff()
  const { redirect_hosts = '', self_registered, idempotency_key } = textsOf(form)
  const hosts = redirect_hosts.split(/[\s,]+/).filter(Boolean)
  const input = { self_registered: self_registered === '1', redirect_hosts: hosts }
  const result = await submit(updateAppSettings, actor, input, 'dashboard', idempotency_key)
  if (result.ok) redirect('/connected-apps/policy?saved=1')
  seeApproval(result.error)
  const at = Number(/^redirect_hosts\.(\d+)$/.exec(result.error.field ?? '')?.[1] ?? -1)
  const description = hosts[at] ? `${hosts[at]}: ${result.error.description}` : result.error.description
  return {
    values: { redirect_hosts },
    ticked: self_registered === '1' ? ['self_registered'] : [],
    idempotency_key: randomText(32),
    error: { ...result.error, description },
  }
}
