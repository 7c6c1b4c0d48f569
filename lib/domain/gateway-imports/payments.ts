import { changeOrder, type OrderRow } from '#lib/domain/orders/find.ts'
import { settle } from '#lib/domain/orders/rules.ts'
import { changePayment, insertPayment, type PaymentRow } from '#lib/domain/payments/find.ts'
import { newPayment } from '#lib/domain/payments/start.ts'
import { post } from '#lib/ledger/post.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import type { GatewayRecord } from '#lib/ports/gateway-records.ts'
import { DAY } from '#lib/values/time.ts'
import { type Applied, bookingTimes, conflict, type ImportSource, nothingApplied } from './find.ts'
import { lockRows, ownRecords } from './lock-rows.ts'
import { isCaptured, problemOfPayment, wasAuthorized } from './rules.ts'

type PaymentRecord = GatewayRecord<'payments'>

/** What the payments of a page are about, as it is here. */
type Known = {
  orders: Map<string, OrderRow>
  payments: Map<string, PaymentRow>
  customers: Set<string>
  cards: Set<string>
  /** Orders and payments there that this server created. */
  own: Set<string>
  /** When a movement is booked. */
  bookedAt: (at: number) => number
}

/**
 * Imports payments with their cards, by their IDs, and posts what was authorized and captured. A payment that was imported
 * earlier goes on to where it is at the gateway by now. Refunds follow with the refunds.
 */
export async function importPayments(
  context: Context,
  source: ImportSource,
  records: PaymentRecord[],
): Promise<Applied> {
  const applied = nothingApplied()
  const known = await readKnown(context, source, records)
  for (const record of records) {
    const { id, order_id } = record
    const before = known.payments.get(id)
    const problem = problemOf(record, before, known, context, source)
    if (known.own.has(id) || known.own.has(order_id ?? '')) applied.own += 1
    else if (problem !== null) applied.rows.push(conflict(id, problem))
    else if (before && !isBehind(before, record)) applied.same += 1
    else {
      const row = before ? advance(context, before, record) : add(context, source, record, known)
      known.payments.set(id, row)
      recordSteps(context, before ?? null, row, known)
      follow(context, row, record)
      applied.added += 1
    }
  }
  return applied
}

async function readKnown(context: Context, source: ImportSource, records: PaymentRecord[]): Promise<Known> {
  const bookedAt = await bookingTimes(context)
  const { account, rows } = context
  const orderIds = records.flatMap(({ order_id }) => order_id ?? [])
  const orders = await lockRows<OrderRow>(context, 'orders', orderIds)
  const payments = await lockRows<PaymentRow>(
    context,
    'payments',
    records.map(({ id }) => id),
  )
  const [found] = await rows<{ customers: string[]; cards: string[]; own: string[] }>(
    `SELECT ARRAY(SELECT id FROM customers WHERE account_id = $1 AND id = ANY($2::text[])) AS customers,
       ARRAY(SELECT id FROM cards WHERE account_id = $1 AND id = ANY($3::text[])) AS cards,
       ARRAY(SELECT record_id FROM gateway_import_rows
             WHERE account_id = $1 AND kind = 'orders' AND record_id = ANY($4::text[]) AND outcome = 'own') AS own`,
    [
      account.id,
      records.flatMap(({ customer_id }) => customer_id ?? []),
      records.flatMap(({ card }) => card?.id ?? []),
      orderIds,
    ],
  )
  const own = new Set(found?.own)
  // Of an order that was left out or is older than the import, which may be one of ours.
  const doubtful = records.filter(({ id, order_id }) => {
    const isKnown = payments.has(id) || orders.has(order_id ?? '') || own.has(order_id ?? '')
    return order_id !== null && !isKnown
  })
  const ids = doubtful.map(({ id }) => id)
  for (const id of (await ownRecords(context, 'payments', source.acquirer_id, ids)).keys()) own.add(id)
  const [customers, cards] = [new Set(found?.customers), new Set(found?.cards)]
  return { orders, payments, customers, cards, own, bookedAt }
}

function problemOf(
  record: PaymentRecord,
  before: PaymentRow | undefined,
  { orders }: Known,
  { account }: Context,
  source: ImportSource,
): string | null {
  const order = orders.get(record.order_id ?? '')
  if (before && before.acquirer_id !== source.acquirer_id)
    return 'A payment with this ID that is not of this gateway is here.'
  if (before && (before.amount !== record.amount || before.currency !== record.currency))
    return 'A payment with this ID and another amount is here.'
  const captures = isCaptured(record) && !before?.captured
  if (order && captures && order.amount_paid + record.amount > order.amount)
    return 'With it, more would be paid on its order than the order is of.'
  return problemOfPayment(record, account.currency)
}

/** Whether more has happened at the gateway than here. A payment with a call of ours under way is left to that. */
function isBehind({ status, captured, operation }: PaymentRow, record: PaymentRecord): boolean {
  if (operation !== null || captured) return false
  if (isCaptured(record)) return status !== 'refunded'
  if (wasAuthorized(record)) return status === 'created' || status === 'failed'
  return record.status === 'failed' && status === 'created'
}

/** How a payment is by what the gateway says; what is refunded follows with its refunds. */
function stateOf({ account }: Context, record: PaymentRecord) {
  const captured = isCaptured(record)
  const authorized = wasAuthorized(record)
  const window = account.authorization_window_seconds
  const until = record.authorized_until ?? record.created_at + window
  return {
    status: captured ? 'captured' : authorized ? 'authorized' : record.status,
    captured,
    fee: captured ? record.fee : null,
    tax: captured ? (record.tax ?? 0) : null,
    authorized_at: authorized ? record.created_at : null,
    captured_at: captured ? (record.captured_at ?? record.created_at) : null,
    capture_by: authorized && !captured ? until : null,
    error_code: record.error_code,
    error_description: record.error_description,
    error_source: record.error_source,
    error_step: record.error_step,
    error_reason: record.error_reason,
    acquirer_data: withoutEmpty(record.acquirer_data),
  }
}

function advance(context: Context, before: PaymentRow, record: PaymentRecord): PaymentRow {
  return changePayment(context, before, stateOf(context, record))
}

function add(context: Context, source: ImportSource, record: PaymentRecord, known: Known): PaymentRow {
  const { card, order_id, customer_id } = record
  if (card && !known.cards.has(card.id)) {
    known.cards.add(card.id)
    context.changes.insert('cards', cardRow(context, record.id, card))
  }
  const payment: PaymentRow = {
    ...newPayment(context, record.id),
    ...stateOf(context, record),
    amount: record.amount,
    currency: record.currency,
    order_id: known.orders.has(order_id ?? '') ? order_id : null,
    method: record.method,
    international: record.international,
    description: record.description,
    card_id: card?.id ?? null,
    last4: card?.last4 ?? null,
    bank: record.bank,
    // The gateway's own wallet is none of this platform.
    wallet: record.wallet === 'openwallet' ? 'gatewaywallet' : record.wallet,
    vpa: record.vpa,
    email: record.email,
    contact: record.contact,
    customer_id: known.customers.has(customer_id ?? '') ? customer_id : null,
    notes: record.notes,
    payer_device: null,
    operation: null,
    // By which the gateway knows it.
    authorization_reference: record.id,
    acquirer_id: source.acquirer_id,
    created_at: record.created_at,
  }
  insertPayment(context, payment)
  return payment
}

/** Posts what is new of a payment, and adds it to its order. */
function recordSteps(context: Context, before: PaymentRow | null, row: PaymentRow, known: Known): void {
  const { id, amount } = row
  if (row.authorized_at !== null && (before?.authorized_at ?? null) === null)
    post(context, {
      kind: 'authorize',
      reference: `authorize:${id}`,
      payment_id: id,
      at: known.bookedAt(row.authorized_at),
      legs: [{ debit: 'bank', credit: 'authorized_payments', amount }],
    })
  if (row.captured) {
    const { fee, tax } = { fee: row.fee ?? 0, tax: row.tax ?? 0 }
    post(context, {
      kind: 'capture',
      reference: `capture:${id}`,
      payment_id: id,
      at: known.bookedAt(row.captured_at ?? row.created_at),
      legs: [
        { debit: 'authorized_payments', credit: 'merchant_balance', amount },
        { debit: 'merchant_balance', credit: 'fees', amount: fee - tax },
        { debit: 'merchant_balance', credit: 'tax', amount: tax },
      ],
    })
  }
  const order = known.orders.get(row.order_id ?? '')
  if (order) known.orders.set(order.id, orderWith(context, order, row))
}

function orderWith(context: Context, order: OrderRow, payment: PaymentRow): OrderRow {
  if (payment.captured) {
    const paid = settle(order, payment.amount)
    return changeOrder(context, order, { ...paid, authorized: paid.status !== 'paid' && order.authorized })
  }
  if (payment.status === 'authorized' && !order.authorized)
    return changeOrder(context, order, { authorized: true })
  return order
}

/** A payment that is open at the gateway goes on here as one that was begun here. */
function follow(context: Context, row: PaymentRow, { status }: PaymentRecord): void {
  const { account, changes, now } = context
  const { account_id, id, created_at, capture_by } = row
  if (status === 'authorized') {
    const after = Math.max(0, Number(capture_by) - now + 1)
    context.enqueue('expire-authorization', { account_id: account.id, payment_id: id }, { after })
  }
  if (status !== 'created') return
  changes.insert('bank_operations', {
    account_id,
    id,
    kind: 'authorize',
    payment_id: id,
    refund_id: null,
    state: 'waiting',
    idempotency_key: null,
    created_at,
    checked_at: now,
    finished_at: null,
  })
  const late = { account_id, payment_id: id, attempt: 1 }
  // An older one was left by its payer: nothing is expected of it.
  if (now - created_at < DAY) context.enqueue('ask-late-reply', late, { after: context.timing.settleAfter })
}

function cardRow({ account }: Context, payment_id: string, card: NonNullable<PaymentRecord['card']>) {
  const { network, type, sub_type, ...rest } = card
  return {
    account_id: account.id,
    ...rest,
    payment_id,
    network: network ?? 'Unknown',
    type: type ?? 'unknown',
    sub_type: sub_type ?? 'consumer',
    // The gateway does not tell it.
    iin: '',
  }
}

function withoutEmpty(data: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== ''))
}
