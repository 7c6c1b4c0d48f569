'use server'
import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import { refundPaymentAction } from '#app/(dashboard)/payments/actions.ts'
import type { PlainState } from '#components/payments/plain-form.ts'
import { REASON_NOTE } from '#components/payments/refund-subject.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { parseMoney } from '#lib/values/money-text.ts'

/** The refund page's form: reads the amount as it was typed, and leads back to the payment. */
export async function refundFromPage(_: PlainState, form: FormData): Promise<PlainState> {
  const { account } = await requireStaff()
  const typed = Object.fromEntries(
    ['id', 'amount', 'speed', 'receipt', 'reason', 'expected_refundable', 'idempotency_key'].map((name) => [
      name,
      textOf(form, name),
    ]),
  )
  const amount = parseMoney(typed.amount ?? '', account.currency)
  if (amount === null)
    return {
      typed,
      error: {
        reason: 'input_validation_failed',
        description: 'Enter an amount, e.g. 1250 or 1250.50.',
        field: 'amount',
        request_id: '',
      },
    }
  const input = {
    id: typed.id ?? '',
    amount,
    speed: typed.speed === 'optimum' ? ('optimum' as const) : ('normal' as const),
    receipt: typed.receipt || null,
    notes: typed.reason ? { [REASON_NOTE]: typed.reason } : {},
    expected_refundable: Number(typed.expected_refundable),
  }
  const result = await refundPaymentAction(input, typed.idempotency_key)
  if (result.ok) redirect(`/payments/${input.id}`)
  // What is left may be another amount by now, and the next try needs a key of its own.
  refresh()
  return { typed, error: result.error }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
