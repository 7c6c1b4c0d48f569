'use server'
import { redirect } from 'next/navigation'
import { seeApproval } from '#app/(dashboard)/approvals/sent.ts'
import { again, readTransferForm, refusalOf } from '#app/(dashboard)/transfers/transfer-forms.ts'
import type { TransferFormState } from '#components/transfers/transfer-form-state.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { createTransfer } from '#lib/domain/transfers/create.ts'
import { submit } from '#lib/surfaces/form.ts'

/** The cashback page's form: from the balance into the wallet, then to the transfer. */
export async function giveCashback(_: TransferFormState, form: FormData): Promise<TransferFormState> {
  const [actor, read] = await Promise.all([requireStaff(), readTransferForm(form)])
  if (!read.ok) return read.state
  const customer = read.values.customer_id ?? ''
  const input = { customer_id: customer, ...read.asked }
  const result = await submit(createTransfer, actor, input, 'dashboard', read.key)
  if (result.ok) redirect(`/transfers/${result.value.id}`)
  seeApproval(result.error)
  return again(read.values, await refusalOf(result.error, { customer }))
}
