import type { Part } from '#lib/database/query.ts'
import type { OrderRow } from '#lib/domain/orders/find.ts'
import { findRecord, recordNotFound, recordPart } from '#lib/domain/record.ts'
import type { payments } from '#lib/generated/prisma/client.ts'
import type { Context, Plain } from '#lib/pipeline/operation.ts'
import type { Acquirer } from '#lib/ports/acquirer.ts'

export type PaymentRow = Plain<payments>

/** A payment of the account. @throws record_not_found; as a 400 if a field of a body names it */
export async function findPayment(context: Context, id: string, field = 'id'): Promise<PaymentRow> {
  return existingPayment(await findRecord<PaymentRow>(context, 'payments', id), id, field)
}

/** A payment and its order for `context.read`, in the global order of locks. */
export function paymentParts(context: Pick<Context, 'account'>, id: string): { order: Part; payment: Part } {
  return {
    order: {
      sql: `SELECT orders.* FROM payments JOIN orders ON orders.account_id = payments.account_id AND orders.id = payments.order_id
            WHERE payments.account_id = ? AND payments.id = ?`,
      values: [context.account.id, id],
      lock: 'orders',
    },
    payment: recordPart(context, 'payments', id),
  }
}

/**
 * Locks a payment, after its order.
 * @throws record_not_found
 */
export async function lockPayment(
  context: Context,
  id: string,
  field = 'id',
): Promise<{ payment: PaymentRow; order: OrderRow | null }> {
  const parts = paymentParts(context, id)
  const { order, payment } = await context.read<{ order: OrderRow; payment: PaymentRow }>(parts)
  return { order, payment: existingPayment(payment, id, field) }
}

/** @throws record_not_found */
export function existingPayment<R>(payment: R | null, id: string, field = 'id'): R {
  if (payment) return payment
  throw recordNotFound('payment', id, field, field === 'id' ? undefined : 400)
}

/**
 * Changes a payment if it still has the status that the decision was based on. @returns the payment after the change
 */
export function changePayment<S extends Partial<PaymentRow>>(
  context: Context,
  payment: PaymentRow,
  set: S,
): PaymentRow & S {
  const { account_id, id, status, captured, operation, amount_refunded } = payment
  context.changes.update(
    'payments',
    { account_id, id },
    { status, captured, operation, amount_refunded },
    set,
  )
  const changed = { ...payment, ...set }
  context.countChange('payments', payment, changed)
  return changed
}

/**
 * Adds to the transferred amount of a payment, up to the amount that was captured and not refunded.
 * @param amount negative for a reversal
 */
export function addTransferred({ account, changes }: Context, id: string, amount: number): void {
  changes.add({
    table: 'payments',
    key: { account_id: account.id, id },
    expected: { captured: true },
    column: 'amount_transferred',
    delta: amount,
    max: 't.amount - t.amount_refunded',
  })
}

export function insertPayment(context: Context, payment: PaymentRow): void {
  context.changes.insert('payments', { ...payment })
  context.countChange('payments', null, payment)
}

/** Adds the cards to payments, with one query for all of them. */
export async function withCards<P extends { card_id: string | null }>(context: Context, payments: P[]) {
  const ids = payments.flatMap((payment) => (payment.card_id === null ? [] : [payment.card_id]))
  if (ids.length === 0) return payments
  const cards = await context.tables.cards.findMany({
    where: { account_id: context.account.id, id: { in: ids } },
  })
  const byId = new Map(cards.map((card) => [card.id, card]))
  return payments.map((payment) => {
    const card = payment.card_id === null ? undefined : byId.get(payment.card_id)
    return card ? { ...payment, card } : payment
  })
}

/** The payments of some orders, newest first, with one query for all of them (two with cards). */
export async function paymentsOfOrders(
  context: Context,
  orderIds: string[],
  cards: boolean,
): Promise<Map<string, PaymentRow[]>> {
  const found = await context.rows<PaymentRow>(
    `SELECT * FROM payments WHERE account_id = $1 AND order_id = ANY($2::text[]) ORDER BY created_at DESC, id DESC`,
    [context.account.id, orderIds],
  )
  const payments = cards ? await withCards(context, found) : found
  return Map.groupBy(payments, (payment) => payment.order_id ?? '')
}

/** The name of this platform's wallet in a payment. */
const OWN_WALLET = 'openwallet'

/** Whether a payment was made from a wallet of this platform, so that no bank is involved. */
export function isFromOwnWallet(payment: { wallet: string | null }): boolean {
  return payment.wallet === OWN_WALLET
}

/** The acquirer of a payment: its bank, or one that does nothing if the money left a wallet of this platform. */
export function bankOf(
  context: Context,
  payment: Pick<PaymentRow, 'wallet' | 'acquirer_id'>,
): Pick<Acquirer, 'capture'> {
  if (!isFromOwnWallet(payment)) return context.acquirerOf(payment)
  return { capture: async () => ({ outcome: 'captured', data: {} }) }
}
