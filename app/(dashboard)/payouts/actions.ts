'use server'
import { redirect } from 'next/navigation'
import { approvalPath } from '#app/(dashboard)/approvals/sent.ts'
import { advanceForm } from '#components/payouts/advance-state.ts'
import type { PayoutFormState } from '#components/payouts/payout-form-state.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { advancePayout } from '#lib/domain/payouts/advance.ts'
import { createPayout } from '#lib/domain/payouts/create.ts'
import { action } from '#lib/surfaces/form.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { pairsOf, textsOf } from '#lib/surfaces/plain-form.ts'
import { randomText } from '#lib/values/id.ts'
import { parseMoney } from '#lib/values/money-text.ts'

/** Test mode: brings a payout to its end by hand. */
export const advance = formAction(advancePayout, advanceForm, { to: ({ id }) => `/payouts/${id}` })

const create = action(createPayout)

/** The form by script: where to go on, or what was wrong. */
export async function sendPayout(form: FormData): Promise<{ href: string } | PayoutFormState> {
  const { account } = await requireStaff()
  const { idempotency_key, customer = '', notes_json, ...values } = textsOf(form)
  // A refusal is kept under its key, so the corrected form needs another.
  const refused = (error: PayoutFormState['error']) => ({ values, idempotency_key: randomText(32), error })
  const amount = parseMoney(values.amount ?? '', account.currency)
  if (amount === null)
    return refused({
      description: 'Enter an amount, e.g. 1250 or 1250.50.',
      field: 'amount',
      request_id: '',
    })
  const result = await create(
    {
      id: customer,
      fund_account_id: values.fund_account_id ?? '',
      amount,
      currency: 'INR',
      purpose: values.purpose ?? '',
      reference_id: values.reference_id?.trim() || null,
      narration: values.narration?.trim() || null,
      notes: notesOf(notes_json) ?? pairsOf(values.notes ?? ''),
    },
    idempotency_key,
  )
  if (result.ok) return { href: `/payouts/${result.value.id}` }
  const waiting = approvalPath(result.error)
  return waiting === null ? refused(result.error) : { href: waiting }
}

/** The form without script. */
export async function sendPayoutPlainly(_: PayoutFormState, form: FormData) {
  const answer = await sendPayout(form)
  if ('href' in answer) redirect(answer.href)
  return answer
}

/** The notes of the editor, which sends JSON; whatever is in it is judged by the operation. */
function notesOf(json: string | undefined): Record<string, string> | null {
  try {
    return json === undefined ? null : JSON.parse(json)
  } catch {
    return null
  }
}
