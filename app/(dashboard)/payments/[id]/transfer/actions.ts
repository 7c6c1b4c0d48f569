'use server'
import { redirect } from 'next/navigation'
import { seeApproval } from '#app/(dashboard)/approvals/sent.ts'
import { leftToTransfer } from '#app/(dashboard)/payments/[id]/transfer/left.ts'
import { again, readTransferForm, refusalOf } from '#app/(dashboard)/transfers/transfer-forms.ts'
import type { TransferFormState } from '#components/transfers/transfer-form-state.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { transferPayment } from '#lib/domain/transfers/create.ts'
import { submit } from '#lib/surfaces/form.ts'

/** The transfer page's form: from a payment into a wallet, then to the transfer. */
export async function transferFromPage(_: TransferFormState, form: FormData): Promise<TransferFormState> {
  const [actor, read] = await Promise.all([requireStaff(), readTransferForm(form)])
  if (!read.ok) return read.state
  const { id = '', customer = '' } = read.values
  const input = { id, transfers: [{ customer, ...read.asked }] }
  const result = await submit(transferPayment, actor, input, 'dashboard', read.key)
  if (result.ok) redirect(`/transfers/${result.value.items[0]?.id ?? ''}`)
  seeApproval(result.error)
  return again(read.values, await refusalOf(result.error, { customer, left: await leftToTransfer(id) }))
}
