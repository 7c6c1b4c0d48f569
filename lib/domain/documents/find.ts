import { recordNotFound } from '#lib/domain/record.ts'
import type { documents } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** A document of the account. @throws record_not_found */
export async function findDocument(context: Context, id: string) {
  const row = await context.tables.documents.findUnique({
    where: { account_id_id: { account_id: context.account.id, id } },
  })
  return existingDocument(row, id)
}

/** @throws record_not_found */
export function existingDocument<R>(row: R | null, id: string): R {
  if (!row) throw recordNotFound('document', id)
  return row
}

/** Checks that a document that the body names exists. @throws record_not_found as a 400 with the field */
export async function assertDocument(context: Context, id: string): Promise<void> {
  const found = await context.tables.documents.count({ where: { account_id: context.account.id, id } })
  if (found === 0) throw recordNotFound('document', id, 'document_id', 400)
}

/** Checks that a record that the body names exists. @throws record_not_found as a 400 with the field */
export function assertObject(context: Context, id: string): Promise<void> {
  return assertObjects(context, [id], 'object_id')
}

/** Checks that all records that the body names exist. @throws record_not_found as a 400 with the field, for the first missing one */
export async function assertObjects(context: Context, ids: string[], field: string): Promise<void> {
  const { account, tables } = context
  const named = Map.groupBy(ids, (id) => id.split('_', 1)[0])
  const of = (prefix: string) => ({
    where: { account_id: account.id, id: { in: named.get(prefix) ?? [] } },
    select: { id: true },
  })
  // Only the tables that an ID names are read.
  const found = await Promise.all([
    named.has('cust') ? tables.customers.findMany(of('cust')) : [],
    named.has('pay') ? tables.payments.findMany(of('pay')) : [],
    named.has('order') ? tables.orders.findMany(of('order')) : [],
    named.has('rfnd') ? tables.refunds.findMany(of('rfnd')) : [],
    named.has('bill') ? tables.bills.findMany(of('bill')) : [],
  ])
  const there = new Set(found.flat().map(({ id }) => id))
  const missing = ids.find((id) => !there.has(id))
  if (missing !== undefined) throw recordNotFound('record', missing, field, 400)
}

/** Documents with the records that they are attached to, newest first. */
export async function aboutDocuments(context: Context, rows: documents[]) {
  const links = await context.tables.document_links.findMany({
    where: { account_id: context.account.id, document_id: { in: rows.map((row) => row.id) } },
    orderBy: [{ created_at: 'desc' }, { object_id: 'desc' }],
    select: { document_id: true, object_id: true, created_at: true },
  })
  return rows.map((row) => ({ ...row, used_by: links.filter((link) => link.document_id === row.id) }))
}
