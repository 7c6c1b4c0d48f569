import { billEntity, bodyOf, holdBill } from '#lib/domain/bills/find.ts'
import { authorOf, billCustomerOf } from '#lib/domain/bills/record.ts'
import { billColumnsOf, differencesOf } from '#lib/domain/bills/rules.ts'
import {
  Bill,
  BillBody,
  type BillChanges,
  DeletedBill,
  FetchBill,
  UpdateBill,
  UpdateBillIfUnchanged,
} from '#lib/domain/bills/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { parseInput } from '#lib/pipeline/input.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const updateBill = defineOperation({
  name: 'update_bill',
  title: 'Update a bill',
  summary:
    'Replaces the fields that are sent, removes those that are null and keeps the rest. The previous version is kept.',
  permission: 'bills:write',
  emits: ['bill.updated'],
  http: 'PATCH /v1/bills/:bill_id',
  scope: 'bills:write',
  tool: { destructive: true, idempotent: true, openWorld: false },
  example: {
    request: { store_code: 'MYS-01', tags: ['festive'] },
    response: { store_code: 'MYS-01', tags: ['festive'], version: 2 },
  },
  input: UpdateBill,
  output: Bill,
  errors: ['bill_deleted', 'record_not_found'],
  run: (context, { bill_id, ...changes }) => changeBill(context, bill_id, changes, null),
})

export const updateBillIfUnchanged = defineOperation({
  name: 'update_bill_if_unchanged',
  title: 'Update a bill if unchanged',
  summary: 'Updates a bill, unless it has changed since the version that the person saw.',
  permission: 'bills:write',
  emits: ['bill.updated'],
  http: null,
  input: UpdateBillIfUnchanged,
  output: Bill,
  run: (context, { bill_id, expected_version, ...changes }) =>
    changeBill(context, bill_id, changes, expected_version),
})

/**
 * Writes the next version of a bill. Edits of one bill run in turn, so that each starts from the result of the one
 * before.
 * @throws bill_deleted, bill_changed, input_validation_failed if the result no longer meets its conditions
 */
async function changeBill(context: Context, id: string, changes: BillChanges, expected: number | null) {
  const before = await holdBill(context, id)
  if (before.status === 'deleted') throw refused('bill_deleted', undefined, { metadata: { bill_id: id } })
  if (expected !== null && expected !== before.version) throw refused('bill_changed')
  const body = merged(bodyOf(before), changes)
  const columns = billColumnsOf(body, await billCustomerOf(context, body), context.account.country)
  const account_id = context.account.id
  await context.tables.bill_versions.create({
    data: {
      account_id,
      bill_id: id,
      version: before.version,
      body: bodyOf(before),
      created_by: authorOf(context),
      created_at: context.now,
    },
  })
  const row = await context.tables.bills.update({
    where: { account_id_id: { account_id, id } },
    data: { ...columns, body, version: before.version + 1, updated_at: context.now },
  })
  context.noteChange(
    { ...scalarsOf(bodyOf(before)), version: before.version },
    { ...scalarsOf(body), version: row.version },
  )
  context.note({
    version: row.version,
    fields: differencesOf(bodyOf(before), body)
      .map(({ field }) => field)
      .slice(0, 50),
  })
  const bill = Bill.parse(billEntity(context, row))
  context.emit({ event: 'bill.updated', payload: { bill }, customer_id: row.customer_id })
  return bill
}

/** The bill after the edit, validated as a whole. */
function merged(body: BillBody, changes: BillChanges): BillBody {
  const sent = Object.entries(changes).filter(([, field]) => field !== undefined)
  if (sent.length === 0) throw refused('input_validation_failed', 'Send at least one field to change.')
  const whole = Object.entries({ ...body, ...Object.fromEntries(sent) }).filter(([, field]) => field !== null)
  return parseInput(BillBody, Object.fromEntries(whole))
}

/** The properties of a bill that are one value; a version keeps the rest. A property that is gone is null. */
function scalarsOf(body: BillBody): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(BillBody.shape).flatMap((name) => {
      const value = (body as Record<string, unknown>)[name] ?? null
      return typeof value === 'object' && value !== null ? [] : [[name, value]]
    }),
  )
}

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
