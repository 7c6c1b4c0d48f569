'use server'
import { redirect } from 'next/navigation'
import { seeApproval } from '#app/(dashboard)/approvals/sent.ts'
import type { ThresholdsState } from '#components/approvals/thresholds-form.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { FLOW_NAMES, FLOWS } from '#lib/domain/approvals/schema/policy.ts'
import { updateApprovalThresholds } from '#lib/domain/approvals/thresholds.ts'
import { submit } from '#lib/surfaces/form.ts'
import { textsOf } from '#lib/surfaces/plain-form.ts'
import { randomText } from '#lib/values/id.ts'
import { parseMoney } from '#lib/values/money-text.ts'

/** Reads the amounts as they were typed; blank is none. What loosens a threshold leads to its approval. */
export async function saveThresholds(_: ThresholdsState, form: FormData): Promise<ThresholdsState> {
  const actor = await requireStaff()
  const { password = '', idempotency_key, ...values } = textsOf(form)
  const again = (error: NonNullable<ThresholdsState['error']>): ThresholdsState => ({
    values,
    idempotency_key: randomText(32),
    error,
  })
  const read = amountsIn(values, actor.account.currency)
  if ('error' in read) return again({ ...read.error, request_id: '' })
  const result = await submit(
    updateApprovalThresholds,
    actor,
    read.input,
    'dashboard',
    idempotency_key,
    password,
  )
  if (!result.ok) {
    seeApproval(result.error)
    const field = result.error.field?.replace('.by_role.', '.')
    return again({ ...result.error, ...(field === undefined ? {} : { field }) })
  }
  redirect('/settings/approvals?saved=1')
}

type Amounts = Record<string, { merchant: number | null; by_role: Record<string, number | null> }>

/** The fields are named by flow and role: "refunds.merchant", "refunds.support". */
function amountsIn(
  values: Record<string, string>,
  currency: string,
): { input: Amounts } | { error: { description: string; field: string } } {
  const input: Amounts = {}
  for (const flow of FLOW_NAMES) {
    const amounts: Record<string, number | null> = {}
    for (const name of ['merchant', ...FLOWS[flow].roles]) {
      const field = `${flow}.${name}`
      const typed = values[field]?.trim() ?? ''
      const amount = typed === '' ? null : parseMoney(typed, currency)
      if (typed !== '' && amount === null)
        return {
          error: {
            description: `“${typed}” isn’t an amount. Enter one such as 5000 or 5000.50, or leave it blank.`,
            field,
          },
        }
      amounts[name] = amount
    }
    const { merchant = null, ...by_role } = amounts
    input[flow] = { merchant, by_role }
  }
  return { input }
}
