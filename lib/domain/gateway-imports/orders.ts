import type { OrderRow } from '#lib/domain/orders/find.ts'
import { PaymentMethod } from '#lib/domain/payments/schema.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import type { GatewayRecord } from '#lib/ports/gateway-records.ts'
import { CREATED_BY_GATEWAY } from '#lib/values/creator-text.ts'
import { type Applied, conflict, type ImportSource, nothingApplied } from './find.ts'
import { problemOfOrder } from './rules.ts'

type Known = { id: string; amount: number | bigint; currency: string }

/**
 * Imports orders, by their IDs. Those that this server created at the gateway, whose receipt is a reference of ours, have
 * an order here already. What is paid on an order is added with its payments.
 */
export async function importOrders(
  context: Context,
  source: ImportSource,
  records: GatewayRecord<'orders'>[],
): Promise<Applied> {
  const applied = nothingApplied()
  const { account, rows } = context
  const known = await rows<Known>(
    'SELECT id, amount, currency FROM orders WHERE account_id = $1 AND id = ANY($2::text[])',
    [account.id, records.map(({ id }) => id)],
  )
  const own = await rows<{ id: string }>(
    `SELECT operation.id FROM bank_operations operation
     JOIN payments ON payments.account_id = operation.account_id AND payments.id = operation.payment_id
     WHERE operation.account_id = $1 AND operation.id = ANY($2::text[]) AND operation.kind = 'authorize'
       AND payments.acquirer_id = $3`,
    [account.id, records.flatMap(({ receipt }) => receipt ?? []), source.acquirer_id],
  )
  const byId = new Map(known.map((row) => [row.id, row]))
  const references = new Set(own.map(({ id }) => id))
  for (const record of records) {
    const { id, receipt } = record
    const before = byId.get(id)
    const problem = problemOfOrder(record, account.currency)
    if (receipt !== null && references.has(receipt)) {
      applied.own += 1
      applied.rows.push({ record_id: id, outcome: 'own', reason: receipt })
    } else if (before && isSame(before, record)) applied.same += 1
    else if (before) applied.rows.push(conflict(id, 'An order with this ID and another amount is here.'))
    else if (problem !== null) applied.rows.push(conflict(id, problem))
    else {
      const row = rowOf(record, context)
      byId.set(id, row)
      context.changes.insert('orders', { ...row })
      context.countChange('orders', null, row)
      applied.added += 1
    }
  }
  return applied
}

function isSame(one: Known, other: { amount: number; currency: string }): boolean {
  return Number(one.amount) === other.amount && one.currency === other.currency
}

/**
 * An order that is paid at the gateway takes no payment here, also while its own has not been imported: until then it
 * counts as authorized.
 */
function rowOf(record: GatewayRecord<'orders'>, { account }: Context): OrderRow {
  const { id, amount, currency, receipt, offer_id, status, attempts, notes, created_at } = record
  return {
    account_id: account.id,
    id,
    amount,
    amount_paid: 0,
    currency,
    receipt,
    offer_id,
    status: status === 'paid' ? 'attempted' : status,
    attempts,
    authorized: status === 'paid',
    payment_capture: false,
    partial_payment: record.partial_payment,
    first_payment_min_amount: record.first_payment_min_amount,
    callback_url: null,
    method: PaymentMethod.safeParse(record.method).data ?? null,
    automatic_expiry_period: null,
    manual_expiry_period: null,
    refund_speed: null,
    customer_id: null,
    notes,
    created_by: CREATED_BY_GATEWAY,
    created_at,
  }
}
