'use server'
import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import type { DecideState } from '#components/approvals/decide-state.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { approveApproval, cancelApproval, rejectApproval } from '#lib/domain/approvals/decide.ts'
import { carryOutNow } from '#lib/surfaces/approvals.ts'
import { type FormError, submit } from '#lib/surfaces/form.ts'
import { textsOf } from '#lib/surfaces/plain-form.ts'
import { randomText } from '#lib/values/id.ts'

/** Approves, and carries it out at once. */
export async function approveFromPage(_: DecideState, form: FormData): Promise<DecideState> {
  const actor = await requireStaff()
  const { id = '', password = '', idempotency_key } = textsOf(form)
  const result = await submit(approveApproval, actor, { id }, 'dashboard', idempotency_key, password)
  if (!result.ok) return refusedOf(id, result.error)
  await carryOutNow(actor, id)
  decided(id)
}

export async function rejectFromPage(_: DecideState, form: FormData): Promise<DecideState> {
  const actor = await requireStaff()
  const { id = '', reason = '', idempotency_key } = textsOf(form)
  const result = await submit(rejectApproval, actor, { id, reason }, 'dashboard', idempotency_key)
  if (!result.ok) return { ...refusedOf(id, result.error), reason }
  decided(id)
}

export async function withdrawFromPage(_: DecideState, form: FormData): Promise<DecideState> {
  const actor = await requireStaff()
  const { id = '', idempotency_key } = textsOf(form)
  const result = await submit(cancelApproval, actor, { id }, 'dashboard', idempotency_key)
  if (!result.ok) return refusedOf(id, result.error)
  decided(id)
}

/** Back to its page, with what waits counted anew in the navigation of every page. */
function decided(id: string): never {
  revalidatePath('/', 'layout')
  redirect(`/approvals/${id}`)
}

/** Who comes second sees what became of it, and no form any more. */
function refusedOf(id: string, error: FormError): DecideState {
  if (error.reason === 'approval_decided') decided(id)
  return again(error)
}

/** A refusal is kept under its key, so the next attempt needs another. */
function again(error: NonNullable<DecideState['error']>): DecideState {
  return { idempotency_key: randomText(32), error }
}
