import { type Condition, likeText } from '#lib/database/conditions.ts'
import { customerIdentityOf } from '#lib/domain/customers/rules.ts'
import { findRecord, recordNotFound } from '#lib/domain/record.ts'
import type { customers } from '#lib/generated/prisma/client.ts'
import type { Context, Plain } from '#lib/pipeline/operation.ts'

/** A customer of the account. @throws record_not_found */
export async function findCustomer(context: Context, id: string): Promise<CustomerRow> {
  const row = await findRecord<CustomerRow>(context, 'customers', id)
  if (!row) throw recordNotFound('customer', id)
  return row
}

/** A customer that a request body names. @throws record_not_found as a 400 with the field */
export async function namedCustomer(
  context: Context,
  id: string,
  field = 'customer_id',
): Promise<CustomerRow> {
  return existingCustomer(await findRecord<CustomerRow>(context, 'customers', id), id, field)
}

/** @throws record_not_found; as a 400 if a field of the body names it */
export function existingCustomer<R>(row: R | null, id: string, field = 'customer_id'): R {
  if (!row) throw recordNotFound('customer', id, field, field === 'id' ? undefined : 400)
  return row
}

/** The one customer with this email and contact, or null. */
export function customerWith(context: Context, email: string | null, contact: string | null) {
  const identity = customerIdentityOf(email, contact)
  if (identity === null) return null
  return context.tables.customers.findUnique({
    where: { account_id_identity: { account_id: context.account.id, identity } },
  })
}

/** The customers with an email, in any case: some of them, if there are more. */
export function customersWithEmail(context: Context, email: string, max: number) {
  return context.tables.customers.findMany({
    where: { account_id: context.account.id, identity: { startsWith: withEmail(email) } },
    take: max,
  })
}

/** A LIKE pattern for the pairs that begin with an email, in any spelling; its wildcards are escaped. */
export function withEmail(email: string): string {
  return `${likeText(email.toLowerCase())} `
}

/** The names of the customers of some rows, with one query for all. */
export async function namesOf(context: Context, rows: { customer_id: string | null }[]) {
  const ids = [...new Set(rows.flatMap((row) => (row.customer_id === null ? [] : [row.customer_id])))]
  if (ids.length === 0) return new Map<string, string | null>()
  const found = await context.tables.customers.findMany({
    where: { account_id: context.account.id, id: { in: ids } },
    select: { id: true, name: true },
  })
  return new Map(found.map(({ id, name }) => [id, name]))
}

export type CustomerRow = Plain<customers>

/**
 * The orders of a customer: those that name the customer, and those that the customer paid or tried to pay. Payments
 * link to customers themselves, so every payment of a customer has its order among these.
 */
export function ofCustomer(id: string, { account }: Context): Condition[] {
  return [
    {
      // As an array, so that PostgreSQL reads both indexes by customer and then the orders by key.
      sql: `id = ANY (ARRAY(
              SELECT named.id FROM orders named WHERE named.account_id = ? AND named.customer_id = ?
              UNION SELECT payments.order_id FROM payments WHERE payments.account_id = ? AND payments.customer_id = ?))`,
      values: [account.id, id, account.id, id],
    },
  ]
}

/** Adds to customers the number of their payments and the time of the last one, with one query for all. */
export async function aboutCustomers(context: Context, rows: CustomerRow[]) {
  const groups = await context.tables.payments.groupBy({
    by: ['customer_id'],
    where: { account_id: context.account.id, customer_id: { in: rows.map((row) => row.id) } },
    _count: true,
    _max: { created_at: true },
  })
  const paid = new Map(groups.map((group) => [group.customer_id, group]))
  return rows.map((row) => ({
    ...row,
    payments: paid.get(row.id)?._count ?? 0,
    last_payment_at: paid.get(row.id)?._max.created_at ?? null,
  }))
}
