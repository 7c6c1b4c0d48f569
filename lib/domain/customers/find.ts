import { identityOf } from '#lib/domain/customers/rules.ts'
import { refused } from '#lib/errors.ts'
import type { Context } from '#lib/operation.ts'

/** A customer of the account. @throws record_not_found */
export async function findCustomer(context: Context, id: string) {
  const row = await context.tables.customers.findUnique({
    where: { account_id_id: { account_id: context.account.id, id } },
  })
  if (!row) throw missing(id, 'id')
  return row
}

/** A customer that a body names. @throws record_not_found as a 400 with the member */
export async function namedCustomer(context: Context, id: string, field = 'customer_id') {
  const row = await context.tables.customers.findUnique({
    where: { account_id_id: { account_id: context.account.id, id } },
  })
  if (!row) throw missing(id, field, 400)
  return row
}

/** The one customer with this e-mail and contact, or null. */
export function customerWith(context: Context, email: string | null, contact: string | null) {
  const identity = identityOf(email, contact)
  if (identity === null) return null
  return context.tables.customers.findUnique({
    where: { account_id_identity: { account_id: context.account.id, identity } },
  })
}

function missing(id: string, field: string, status?: 400) {
  return refused('record_not_found', `There is no customer ${id} in this account and mode.`, {
    field,
    status,
  })
}
