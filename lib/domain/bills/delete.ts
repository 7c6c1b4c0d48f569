import { billEntity, holdBill } from '#lib/domain/bills/find.ts'
import { Bill, DeletedBill, FetchBill } from '#lib/domain/bills/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const deleteBill = defineOperation({
  name: 'delete_bill',
  title: 'Delete a bill',
  summary:
    "Deletes a bill: its public page shows it as deleted. The record and its versions stay, and its number can't be reused.",
  permission: 'bills:write',
  emits: ['bill.deleted'],
  http: 'DELETE /v1/bills/:bill_id',
  scope: 'bills:write',
  tool: { destructive: true, idempotent: true, openWorld: false },
  input: FetchBill,
  output: DeletedBill,
  async run(context, { bill_id }) {
    const locked = await holdBill(context, bill_id)
    if (locked.status === 'deleted') {
      context.note({ already_deleted: true })
      return tombstoneOf(locked)
    }
    const row = await context.tables.bills.update({
      where: { account_id_id: { account_id: context.account.id, id: bill_id } },
      data: { status: 'deleted', deleted_at: context.now, updated_at: context.now },
    })
    const bill = Bill.parse(billEntity(context, row))
    context.emit({ event: 'bill.deleted', payload: { bill }, customer_id: row.customer_id })
    return tombstoneOf(row)
  },
})

function tombstoneOf(row: { id: string; receipt_number: string; deleted_at: bigint | null }) {
  const { id, receipt_number, deleted_at } = row
  return { id, entity: 'bill', status: 'deleted', receipt_number, deleted_at }
}
