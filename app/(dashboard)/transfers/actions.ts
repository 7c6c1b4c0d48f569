'use server'
import { redirect } from 'next/navigation'
import { again, NO_MOMENT, readEnd, unreadable } from '#app/(dashboard)/transfers/transfer-forms.ts'
import type { TransferFormState } from '#components/transfers/transfer-form-state.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { reverseTransfer } from '#lib/domain/transfers/reverse.ts'
import { updateTransfer } from '#lib/domain/transfers/update.ts'
import { submit } from '#lib/surfaces/form.ts'
import { plainAction, textsOf } from '#lib/surfaces/plain-form.ts'

/** Ends a hold: the wallet gets the money. */
export const releasePlainly = plainAction(updateTransfer, { to: ({ id }) => `/transfers/${id}` })

/** Takes money back from the wallet, or from its hold. */
export const reversePlainly = plainAction(reverseTransfer, {
  typed: { amount: 'amount', notes: 'pairs' },
  to: ({ transfer_id }) => `/transfers/${transfer_id}`,
})

/** Says until when a transfer is held; without an end, until somebody releases it. */
export async function holdPlainly(_: TransferFormState, form: FormData): Promise<TransferFormState> {
  const actor = await requireStaff()
  const { idempotency_key, id = '', ...values } = textsOf(form)
  const until = await readEnd(values.on_hold_until)
  if (until === null) return again(values, unreadable('on_hold_until', NO_MOMENT))
  const input = { id, on_hold: true, on_hold_until: until ?? null }
  const result = await submit(updateTransfer, actor, input, 'dashboard', idempotency_key)
  if (result.ok) redirect(`/transfers/${id}`)
  const description = result.error.description.replace('on_hold_until must', 'The end must')
  return again(values, { ...result.error, description })
}
