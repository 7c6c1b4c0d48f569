import { type Condition, equal, prefixInAnyCase } from '#lib/domain/conditions.ts'
import { ofCustomer } from '#lib/domain/customers/find.ts'
import {
  amounts,
  created,
  filter,
  flagCondition,
  notesCondition,
  oneOfCondition,
  textCondition,
} from '#lib/domain/filters.ts'
import { STUCK_AFTER } from '#lib/domain/orders/find.ts'
import { OrderStatus } from '#lib/domain/orders/schema.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

export const ORDER_FILTERS = {
  status: oneOfCondition('status', OrderStatus),
  /** Attempted some time ago, not paid, and without an authorized payment. */
  stuck: flagCondition(stuck),
  ...created,
  ...amounts(),
  receipt: filter(textCondition(40), (value) => prefixInAnyCase('receipt', value)),
  /** At least one attempt has failed. */
  failed: flagCondition(() => [{ sql: `EXISTS (${FAILED_PAYMENTS})`, values: [] }]),
  /** A customer that the order names, or who paid it or tried to. */
  customer: filter(Id('customer'), ofCustomer),
  ...notesCondition,
}

const PAYMENTS =
  'SELECT FROM payments WHERE payments.account_id = orders.account_id AND payments.order_id = orders.id COLLATE "default"'

/** Compared as orders order their IDs, in which an index has the orders of failed payments, too. */
const FAILED_PAYMENTS = `SELECT FROM payments WHERE payments.account_id = orders.account_id
  AND payments.order_id COLLATE "C" = orders.id AND payments.status = 'failed'`

/** The payer left the checkout, and no payment can be captured. */
export function stuck({ now }: Context): Condition[] {
  return [
    ...equal('status', 'attempted'),
    ...equal('authorized', false),
    {
      sql: `NOT EXISTS (${PAYMENTS} AND payments.created_at > ?)`,
      values: [now - STUCK_AFTER],
      except: {
        sql: 'id IN (SELECT order_id FROM payments WHERE payments.account_id = orders.account_id AND payments.created_at > ?)',
        values: [now - STUCK_AFTER],
      },
    },
  ]
}
