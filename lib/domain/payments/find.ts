import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** A payment of the account. @throws record_not_found; as a 400 where it is a member of a body that names it */
export async function findPayment(context: Context, id: string, field = 'id') {
  const row = await context.tables.payments.findUnique({
    where: { account_id_id: { account_id: context.account.id, id } },
  })
  if (!row) {
    throw refused('record_not_found', `There is no payment ${id} in this account and mode.`, {
      field,
      status: field === 'id' ? undefined : 400,
    })
  }
  return row
}

export type PaymentRow = Awaited<ReturnType<typeof findPayment>>

/**
 * Locks a payment, and its order before it: the one order in which rows are locked everywhere.
 * @throws record_not_found
 */
export async function lockPayment(context: Context, id: string, field = 'id'): Promise<PaymentRow> {
  const { order_id } = await findPayment(context, id, field)
  if (order_id !== null) {
    await context.tables
      .$queryRaw`SELECT 1 FROM orders WHERE account_id = ${context.account.id} AND id = ${order_id} FOR UPDATE`
  }
  await context.tables
    .$queryRaw`SELECT 1 FROM payments WHERE account_id = ${context.account.id} AND id = ${id} FOR UPDATE`
  return findPayment(context, id)
}

/** Adds the cards of payments, with one query for all of them. */
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
  const found = await context.tables.payments.findMany({
    where: { account_id: context.account.id, order_id: { in: orderIds } },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
  })
  const payments = cards ? await withCards(context, found) : found
  return Map.groupBy(payments, (payment) => payment.order_id ?? '') as Map<string, PaymentRow[]>
}
