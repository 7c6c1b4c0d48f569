import type { BillBody } from '#lib/domain/bills/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import type { bills } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** A bill of the account as it is stored. @throws record_not_found */
export async function findBill(context: Context, id: string): Promise<bills> {
  const row = await context.tables.bills.findUnique({
    where: { account_id_id: { account_id: context.account.id, id } },
  })
  if (row) return row
  throw recordNotFound('bill', id, 'bill_id')
}

/** The same, held until the transaction ends: edits of one bill come one after the other. */
export async function holdBill(context: Context, id: string): Promise<bills> {
  await context.tables
    .$queryRaw`SELECT 1 FROM bills WHERE account_id = ${context.account.id} AND id = ${id} FOR UPDATE`
  return findBill(context, id)
}

/** A stored bill as the API shows it: its body, and what the platform adds. */
export function billEntity(context: Context, row: bills) {
  return {
    ...bodyOf(row),
    id: row.id,
    receipt_url: `${context.baseUrl}/bill/${row.token}`,
    status: row.status,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** What was accepted of a bill. The schema has judged it before it was stored. */
export function bodyOf(row: { body: unknown }): BillBody {
  return row.body as BillBody
}
