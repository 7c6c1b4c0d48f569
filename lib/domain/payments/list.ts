import { z } from 'zod'
import { type Condition, equal } from '#lib/database/conditions.ts'
import { namesOf } from '#lib/domain/customers/find.ts'
import { defineList } from '#lib/domain/list.ts'
import { PAYMENT_FILTERS } from '#lib/domain/payments/filters.ts'
import { ListedPayment, PAYMENT_STATUSES } from '#lib/domain/payments/schema.ts'
import { PAYMENT_SUMS } from '#lib/domain/totals.ts'
import type { payments } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** A constant that lets PostgreSQL use the index of the expiries. */
const AUTHORIZED: Condition[] = [{ sql: "status = 'authorized'", values: [] }]

export const {
  list: listPaymentsForDashboard,
  export: exportPayments,
  countNewer: countNewerPayments,
} = defineList({
  noun: 'payments',
  permission: 'payments:read',
  item: ListedPayment,
  filters: PAYMENT_FILTERS,
  sort: { amount: 'amount' },
  tab: ['status'],
  tabs: Object.fromEntries(PAYMENT_STATUSES.map((status) => [status, equal('status', status)])),
  sums: PAYMENT_SUMS,
  min: { next_capture_by: { column: 'capture_by', where: AUTHORIZED } },
  show: listed,
  /** The earliest expiry of the matching authorizations. */
  beside: { next_capture_by: z.int().nullable() },
})

/** Rows as the list shows them, with three queries for all of them. */
async function listed(context: Context, rows: payments[]) {
  const orderIds = [...new Set(rows.flatMap((row) => (row.order_id === null ? [] : [row.order_id])))]
  const cardIds = rows.flatMap((row) => (row.card_id === null ? [] : [row.card_id]))
  const account_id = context.account.id
  const orders = await context.tables.orders.findMany({
    where: { account_id, id: { in: orderIds } },
    select: { id: true, receipt: true },
  })
  const cards = await context.tables.cards.findMany({
    where: { account_id, id: { in: cardIds } },
    select: { id: true, network: true },
  })
  const names = await namesOf(context, rows)
  const receipts = new Map(orders.map((order) => [order.id, order.receipt]))
  const networks = new Map(cards.map((card) => [card.id, card.network]))
  return rows.map((row) => ({
    ...row,
    receipt: receipts.get(row.order_id ?? '') ?? null,
    network: networks.get(row.card_id ?? '') ?? null,
    customer_name: names.get(row.customer_id ?? '') ?? null,
  }))
}
