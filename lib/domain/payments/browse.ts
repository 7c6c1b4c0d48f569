import { z } from 'zod'
import {
  among,
  bound,
  browsePage,
  type Condition,
  equal,
  type List,
  note,
  PAGE,
  PAGED,
  prefix,
} from '#lib/domain/browse.ts'
import { namesOf } from '#lib/domain/customers/find.ts'
import { ListedPayment, PAYMENT_STATUSES, PaymentMethod, PaymentStatus } from '#lib/domain/payments/schema.ts'
import { PAYMENT_SUMS } from '#lib/domain/payments/totals.ts'
import type { payments } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { parseMoney } from '#lib/values/money-text.ts'
import { DAY } from '#lib/values/time.ts'

const text = (most: number) => z.string().trim().max(most).optional()

/** The filters of the payments page. */
export const PaymentFilters = z.strictObject({
  status: z.array(PaymentStatus).optional(),
  method: z.array(PaymentMethod).optional(),
  from: z.int().optional(),
  to: z.int().optional(),
  min: z.int().min(0).optional(),
  max: z.int().min(0).optional(),
  email: text(64),
  contact: text(20),
  customer: Id('customer').optional(),
  last4: text(4),
  /** An order id or the receipt of one. */
  order: text(40),
  reference: text(40),
  error: text(60),
  refunded: z.enum(['none', 'partial', 'full', 'any']).optional(),
  /** Its money was taken, whether or not it has gone back since. */
  captured: z.boolean().optional(),
  /** Authorized, and lapsing within a day. */
  lapsing: z.boolean().optional(),
  note_key: text(256),
  note_value: text(256),
  /** Whatever was typed into the search box. */
  q: text(100),
})
export type PaymentFilters = z.output<typeof PaymentFilters>

export const BrowsePayments = PaymentFilters.extend(PAGE)
export type BrowsePayments = z.output<typeof BrowsePayments>

export const browsePayments = defineOperation({
  name: 'browse_payments',
  title: 'Browse payments',
  summary:
    'One page of payments for the dashboard, with the exact count of what the filter finds, what of it was captured, refunded and authorized, and the count of each status.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: BrowsePayments,
  output: z.object({
    items: z.array(ListedPayment),
    ...PAGED,
    /** When the next of the authorizations that the filter finds expires. */
    next_capture_by: z.int().nullable(),
  }),
  async run(context, { status, ...filters }) {
    const filtered = { others: conditionsOf(context, filters), tab: among('status', status) }
    const { rows, paged } = await browsePage<payments>(context, LIST, filtered, filters)
    return { items: await listed(context, rows), ...paged }
  },
})

const LIST: List = {
  table: 'payments',
  sums: PAYMENT_SUMS,
  tabs: Object.fromEntries(PAYMENT_STATUSES.map((status) => [status, equal('status', status)])),
  extra: { next_capture_by: { of: "CASE WHEN status = 'authorized' THEN capture_by END", by: 'min' } },
}

/** Rows as the list shows them, with three queries for all of them. */
export async function listed(context: Context, rows: payments[]) {
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

/** The filters as conditions on the table of payments. */
export function conditionsOf(context: Context, input: PaymentFilters): Condition[] {
  return [
    ...among('status', input.status),
    ...among('method', input.method),
    ...bound('created_at', '>=', input.from),
    ...bound('created_at', '<=', input.to),
    ...bound('amount', '>=', input.min),
    ...bound('amount', '<=', input.max),
    ...equal('email', input.email),
    ...phone(input.contact),
    ...equal('customer_id', input.customer),
    ...equal('last4', input.last4),
    ...ofOrder(input.order),
    ...equal('error_reason', input.error),
    ...refunded(input.refunded),
    ...equal('captured', input.captured),
    ...lapsing(input.lapsing, context.now),
    ...bankReference(input.reference),
    ...note(input.note_key, input.note_value),
    ...anything(input.q, context.account.currency),
  ]
}

/** With or without the country code: people type what they have. */
function phone(contact: string | undefined): Condition[] {
  if (!contact) return []
  const digits = contact.replace(/[^\d+]/g, '')
  return [{ sql: 'contact = ANY(?::text[])', values: [[digits, `+91${digits}`, `+${digits}`]] }]
}

function ofOrder(order: string | undefined): Condition[] {
  if (!order) return []
  if (order.startsWith('order_')) return equal('order_id', order)
  return [
    {
      sql: 'order_id IN (SELECT orders.id FROM orders WHERE orders.account_id = payments.account_id AND orders.receipt = ?)',
      values: [order],
    },
  ]
}

function refunded(state: PaymentFilters['refunded']): Condition[] {
  if (state === undefined) return []
  if (state === 'none') return [{ sql: 'refund_status IS NULL', values: [] }]
  if (state === 'any') return [{ sql: 'refund_status IS NOT NULL', values: [] }]
  return equal('refund_status', state)
}

function lapsing(only: boolean | undefined, now: number): Condition[] {
  if (!only) return []
  return [
    ...equal('status', 'authorized'),
    ...bound('capture_by', '>=', now),
    ...bound('capture_by', '<=', now + DAY),
  ]
}

/** Any of the references that banks quote. */
function bankReference(reference: string | undefined): Condition[] {
  if (!reference) return []
  const forms = ['rrn', 'arn', 'auth_code', 'utr'].map((name) => JSON.stringify({ [name]: reference }))
  return [{ sql: 'acquirer_data @> ANY(?::jsonb[])', values: [forms] }]
}

/** The search box: an e-mail, a phone number, an amount, a bank's reference, or a receipt. */
function anything(q: string | undefined, currency: string): Condition[] {
  if (!q) return []
  if (q.startsWith('pay_')) return equal('id', q)
  if (q.startsWith('order_')) return equal('order_id', q)
  if (q.startsWith('cust_')) return equal('customer_id', q)
  if (q.includes('@')) return prefix('email', q.toLowerCase())
  if (/^\+?\d[\d\s-]{7,}$/.test(q)) {
    const [byPhone] = phone(q)
    const [byBank] = bankReference(q.replace(/\D/g, ''))
    if (byPhone && byBank)
      return [{ sql: `(${byPhone.sql} OR ${byBank.sql})`, values: [...byPhone.values, ...byBank.values] }]
  }
  const amount = parseMoney(q, currency)
  if (amount !== null) return [{ sql: '(amount = ? OR last4 = ?)', values: [amount, q] }]
  return ofOrder(q)
}
