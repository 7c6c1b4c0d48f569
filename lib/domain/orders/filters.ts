import { type Condition, equal, prefixInAnyCase } from '#lib/database/conditions.ts'
import { ofCustomer } from '#lib/domain/customers/find.ts'
import { amount, flag, notes, oneOf, period, several, text, value } from '#lib/domain/filters.ts'
import { STUCK_AFTER } from '#lib/domain/orders/find.ts'
import { ORDER_STATUSES } from '#lib/domain/orders/schema.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

export const ORDER_FILTERS = [
  several('status', ORDER_STATUSES, { label: 'Status', as: 'tab', where: oneOf('status') }),
  /** Attempted some time ago, not paid, and without an authorized payment. */
  flag('stuck', { where: stuck }),
  period(),
  amount(),
  text('receipt', 40, {
    label: 'Receipt starts with',
    placeholder: 'KS-204',
    where: (receipt) => prefixInAnyCase('receipt', receipt),
  }),
  /** A customer that the order names, or who paid it or tried to. */
  value('customer', Id('customer'), {
    label: 'Customer',
    placeholder: 'cust_…',
    maxLength: 19,
    where: ofCustomer,
  }),
  flag('failed', {
    label: 'Attempts',
    word: 'at least 1 failed',
    where: () => [{ sql: `EXISTS (${FAILED_PAYMENTS})`, values: [] }],
  }),
  notes(),
]

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
