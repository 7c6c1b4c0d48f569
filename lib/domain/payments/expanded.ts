import { z } from 'zod'
import { Order } from '#lib/domain/orders/schema.ts'
import { type PaymentRow, withCards } from '#lib/domain/payments/find.ts'
import { type PaymentExpansion, paymentWith } from '#lib/domain/payments/schema.ts'
import { Refund } from '#lib/domain/refunds/schema.ts'
import { Transfer } from '#lib/domain/transfers/schema.ts'
import { Collection, collection } from '#lib/filters/page.ts'
import { assertPermitted, type Context } from '#lib/pipeline/operation.ts'
import type { Permission } from '#lib/values/permissions.ts'

const only = (name: string) => `Only with expand[]=${name}.`

/** A payment with its expansions. */
export const ExpandedPayment = paymentWith({
  refunds: Collection(Refund)
    .optional()
    .meta({ description: `Refunds of the payment, newest first. ${only('refunds')}` }),
  transfers: Collection(Transfer)
    .optional()
    .meta({ description: `Transfers funded by the payment, newest first. ${only('transfers')}` }),
  order: Order.nullable()
    .optional()
    .meta({ description: `Order of the payment. ${only('order')}` }),
  emi: z
    .null()
    .optional()
    .meta({ description: `Always null. ${only('emi')}` }),
  offers: Collection(z.never())
    .optional()
    .meta({ description: `Always an empty list. ${only('offers')}` }),
})

/** Each expansion needs the permission to read what it adds. */
const NEEDED: Partial<Record<PaymentExpansion, Permission>> = {
  refunds: 'refunds:read',
  transfers: 'transfers:read',
  order: 'orders:read',
}

/** Adds the expansions to payments, with one query for each kind. @throws permission_denied */
export async function expandPayments(context: Context, found: PaymentRow[], expand: PaymentExpansion[]) {
  for (const name of expand) {
    const permission = NEEDED[name]
    if (permission) assertPermitted({ permission }, context.actor)
  }
  const ids = found.map(({ id }) => id)
  const payments = expand.includes('card') ? await withCards(context, found) : found
  const refunds = expand.includes('refunds') ? await refundsOf(context, ids) : null
  const transfers = expand.includes('transfers') ? await transfersOf(context, ids) : null
  const orders = expand.includes('order') ? await ordersOf(context, found) : null
  return payments.map((payment) => ({
    ...payment,
    ...(refunds && { refunds: collection(refunds.get(payment.id) ?? []) }),
    ...(transfers && { transfers: collection(transfers.get(payment.id) ?? []) }),
    ...(orders && { order: orders.get(payment.order_id ?? '') ?? null }),
    ...emptyDetails(expand),
  }))
}

/** The expansions that need no query. */
function emptyDetails(expand: PaymentExpansion[]) {
  return {
    ...(expand.includes('emi') ? { emi: null } : {}),
    ...(expand.includes('offers') ? { offers: collection([]) } : {}),
  }
}

const NEWEST_FIRST: { created_at?: 'desc'; id?: 'desc' }[] = [{ created_at: 'desc' }, { id: 'desc' }]

async function refundsOf(context: Context, ids: string[]) {
  const where = { account_id: context.account.id, payment_id: { in: ids } }
  const rows = await context.tables.refunds.findMany({ where, orderBy: NEWEST_FIRST })
  return Map.groupBy(rows, ({ payment_id }) => payment_id)
}

/** The transfers of payments, newest first, by payment. */
export async function transfersOf(context: Context, ids: string[]) {
  const where = { account_id: context.account.id, source: { in: ids } }
  const rows = await context.tables.transfers.findMany({ where, orderBy: NEWEST_FIRST })
  return Map.groupBy(rows, ({ source }) => source)
}

async function ordersOf(context: Context, payments: PaymentRow[]) {
  const ids = payments.flatMap(({ order_id }) => order_id ?? [])
  const orders = await context.tables.orders.findMany({
    where: { account_id: context.account.id, id: { in: ids } },
  })
  return new Map(orders.map((order) => [order.id, order]))
}
