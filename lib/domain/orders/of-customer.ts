import type { Condition } from '#lib/domain/conditions.ts'

/**
 * The orders of a customer: those that name the customer, and those that the customer has paid or tried to pay. A payment
 * belongs to a customer by its own link, so each payment of a customer has its order among these.
 */
export function ofCustomer(id: string): Condition[] {
  return [
    {
      sql: `(customer_id = ? OR id IN (SELECT payments.order_id FROM payments
               WHERE payments.account_id = orders.account_id AND payments.customer_id = ?))`,
      values: [id, id],
    },
  ]
}
