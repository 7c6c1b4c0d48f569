import type { Condition } from '#lib/domain/conditions.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/**
 * The orders of a customer: those that name the customer, and those that the customer has paid or tried to pay. A payment
 * belongs to a customer by its own link, so each payment of a customer has its order among these.
 */
export function ofCustomer(id: string, { account }: Context): Condition[] {
  return [
    {
      // As an array, so that both indexes by customer are read and the orders by their key.
      sql: `id = ANY (ARRAY(
              SELECT named.id FROM orders named WHERE named.account_id = ? AND named.customer_id = ?
              UNION SELECT payments.order_id FROM payments WHERE payments.account_id = ? AND payments.customer_id = ?))`,
      values: [account.id, id, account.id, id],
    },
  ]
}
