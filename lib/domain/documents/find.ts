import { recordNotFound } from '#lib/domain/record.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** A document of the account. @throws record_not_found */
export async function findDocument(context: Context, id: string) {
  const row = await context.tables.documents.findUnique({
    where: { account_id_id: { account_id: context.account.id, id } },
  })
  return existing(row, id)
}

/** @throws record_not_found */
export function existing<R>(row: R | null, id: string): R {
  if (!row) throw recordNotFound('document', id)
  return row
}

/** Checks that a document that the body names exists. @throws record_not_found as a 400 with the field */
export async function assertDocument(context: Context, id: string): Promise<void> {
  const found = await context.tables.documents.count({ where: { account_id: context.account.id, id } })
  if (found === 0) throw recordNotFound('document', id, 'document_id', 400)
}

/** Checks that a record that the body names exists. @throws record_not_found as a 400 with the field */
export async function assertObject(context: Context, id: string): Promise<void> {
  const [prefix] = id.split('_')
  const where = { account_id: context.account.id, id }
  const { tables } = context
  const found =
    prefix === 'cust'
      ? await tables.customers.count({ where })
      : prefix === 'pay'
        ? await tables.payments.count({ where })
        : prefix === 'order'
          ? await tables.orders.count({ where })
          : prefix === 'rfnd'
            ? await tables.refunds.count({ where })
            : await tables.bills.count({ where })
  if (found === 0) throw recordNotFound('record', id, 'object_id', 400)
}
