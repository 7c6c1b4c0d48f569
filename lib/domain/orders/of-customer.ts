import type { Condition } from '#lib/domain/conditions.ts'
import type { Context } from '#lib/pipeline/operation.ts'

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
