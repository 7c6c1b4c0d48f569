'use server'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { ThresholdsState } from '#components/approvals/thresholds-form.tsx'
import { fromOf } from '#lib/auth/sign-in.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { confirmPassword } from '#lib/auth/sudo.ts'
import { REFUNDING_ROLES } from '#lib/domain/approvals/schema.ts'
import { updateRefundThresholds } from '#lib/domain/approvals/thresholds.ts'
import { submit } from '#lib/surfaces/form.ts'
import { textsOf } from '#lib/surfaces/plain-form.ts'
import { randomText } from '#lib/values/id.ts'
import { parseMoney } from '#lib/values/money-text.ts'

/** Reads the amounts as they were typed; blank is none. In live mode the password is asked for: it loosens what guards money. */
export async function saveThresholds(_: ThresholdsState, form: FormData): Promise<ThresholdsState> {
  const actor = await requireStaff()
  const { password = '', idempotency_key, ...values } = textsOf(form)
  const again = (error: NonNullable<ThresholdsState['error']>): ThresholdsState => ({
    values,
    idempotency_key: randomText(32),
    error,
  })
  const amounts: Record<string, number | null> = {}
  for (const name of ['merchant', ...REFUNDING_ROLES]) {
    const typed = values[name]?.trim() ?? ''
    const amount = typed === '' ? null : parseMoney(typed, actor.account.currency)
    if (typed !== '' && amount === null)
      return again({
        description: `“${typed}” is no amount. Write it as 5000 or 5000.50, or leave it empty for none.`,
        field: name,
        request_id: '',
      })
    amounts[name] = amount
  }
  if (actor.account.mode === 'live') {
    const wrong = await confirmPassword(actor.id, password, fromOf(await headers()))
    if (wrong !== null) return again({ description: wrong, field: 'password', request_id: '' })
  }
  const { merchant = null, ...by_role } = amounts
  const result = await submit(
    updateRefundThresholds,
    actor,
    { merchant, by_role },
    'dashboard',
    idempotency_key,
  )
  if (!result.ok) {
    const field = result.error.field?.replace('by_role.', '')
    return again({ ...result.error, ...(field === undefined ? {} : { field }) })
  }
  redirect('/settings/approvals?saved=1')
}
