import { nextPoll } from '#lib/domain/payments/bank-operation.ts'
import { changePayment, type PaymentRow } from '#lib/domain/payments/find.ts'
import { afterRefund } from '#lib/domain/payments/rules.ts'
import type { RefundRow } from '#lib/domain/refunds/find.ts'
import { sourceOf } from '#lib/domain/refunds/open.ts'
import { post } from '#lib/ledger/post.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import type { GatewayRecord } from '#lib/ports/gateway-records.ts'
import { CREATED_BY_GATEWAY } from '#lib/values/creator-text.ts'
import { coverBalance } from './adjust.ts'
import { type Applied, bookingTimes, conflict, type ImportSource, nothingApplied } from './find.ts'
import { lockRows, ownRecords } from './lock-rows.ts'
import { problemOfMoney } from './rules.ts'

type RefundRecord = GatewayRecord<'refunds'>

type Known = {
  /** By the ID of the payment at the gateway. */
  payments: Map<string, PaymentRow>
  /** Refunds that are here, with the payment of each. */
  refunds: Map<string, string>
  /** References of refunds that this server requested. */
  own: Set<string>
  /** Payment and receipt of refunds that are here. */
  receipts: Set<string>
  bookedAt: (at: number) => number
}

/**
 * Imports refunds of payments that are here, by their IDs, and posts them. One that this server requested is here under an
 * ID of its own; one that is pending is asked for until it ends.
 * @param added hears of each that is new, with its payment after it
 */
export async function importRefunds(
  context: Context,
  source: ImportSource,
  records: RefundRecord[],
  added?: (refund: RefundRow, payment: PaymentRow) => void,
): Promise<Applied> {
  const applied = nothingApplied()
  const known = await readKnown(context, source, records)
  for (const record of records) {
    const { id, payment_id } = record
    const payment = known.payments.get(payment_id)
    const problem = problemOf(record, payment, known, context, source)
    if (isOwn(record, payment, known)) applied.own += 1
    else if (problem !== null) applied.rows.push(conflict(id, problem))
    else if (known.refunds.has(id) || !payment) applied.same += 1
    else {
      const { refund, after } = add(context, record, payment, known)
      added?.(refund, after)
      known.payments.set(payment_id, after)
      known.refunds.set(id, payment.id)
      if (record.receipt !== null) known.receipts.add(`${payment.id} ${record.receipt}`)
      applied.added += 1
    }
  }
  await coverBalance(context, applied, records[0]?.id ?? '', known.bookedAt)
  return applied
}

async function readKnown(context: Context, source: ImportSource, records: RefundRecord[]): Promise<Known> {
  const bookedAt = await bookingTimes(context)
  const { account, rows } = context
  const named = records.map(({ payment_id }) => payment_id)
  const imported = await lockRows<PaymentRow>(context, 'payments', named)
  const others = named.filter((id) => !imported.has(id))
  const begunHere = await ownRecords(context, 'payments', source.acquirer_id, others)
  const mine = await lockRows<PaymentRow>(context, 'payments', [...begunHere.values()])
  const payments = new Map(imported)
  for (const [there, here] of begunHere) {
    const payment = mine.get(here)
    if (payment) payments.set(there, payment)
  }
  const refunds = await rows<{ id: string; payment_id: string; receipt: string | null }>(
    `SELECT id, payment_id, receipt FROM refunds WHERE account_id = $1 AND id = ANY($2::text[])
     UNION SELECT id, payment_id, receipt FROM refunds WHERE account_id = $1 AND payment_id = ANY($3::text[])`,
    [account.id, records.map(({ id }) => id), [...payments.values()].map(({ id }) => id)],
  )
  const own = await rows<{ id: string }>(
    `SELECT id FROM bank_operations WHERE account_id = $1 AND id = ANY($2::text[]) AND kind = 'refund'`,
    [account.id, records.flatMap(({ receipt }) => receipt ?? [])],
  )
  return {
    payments,
    refunds: new Map(refunds.map(({ id, payment_id }) => [id, payment_id])),
    own: new Set(own.map(({ id }) => id)),
    receipts: new Set(
      refunds.flatMap(({ payment_id, receipt }) => (receipt ? [`${payment_id} ${receipt}`] : [])),
    ),
    bookedAt,
  }
}

/** Requested by this server, or the return of a payment that was never captured and is returned here already. */
function isOwn({ id, receipt }: RefundRecord, payment: PaymentRow | undefined, known: Known): boolean {
  if (receipt !== null && known.own.has(receipt)) return true
  return !known.refunds.has(id) && payment?.captured === false && payment.status === 'refunded'
}

function problemOf(
  record: RefundRecord,
  payment: PaymentRow | undefined,
  { refunds, receipts }: Known,
  { account }: Context,
  source: ImportSource,
): string | null {
  const { id, amount, receipt, status } = record
  if (!payment) return `Its payment ${record.payment_id} is not here.`
  if (payment.acquirer_id !== source.acquirer_id) return `Its payment ${payment.id} is not of this gateway.`
  const of = refunds.get(id)
  if (of !== undefined) return of === payment.id ? null : 'A refund with this ID of another payment is here.'
  const problem = problemOfMoney(record, account.currency)
  if (problem !== null) return problem
  if (payment.authorized_at === null) return `Its payment ${payment.id} was not authorized.`
  if (status !== 'failed' && payment.amount_refunded + amount > payment.amount)
    return `With it, more than the payment ${payment.id} would be refunded.`
  if (!payment.captured && amount !== payment.amount)
    return `Its payment ${payment.id} was not captured, and a part of it was refunded.`
  return receipt !== null && receipts.has(`${payment.id} ${receipt}`)
    ? `A refund of the payment ${payment.id} has its receipt.`
    : null
}

/** @returns it, and the payment after it */
function add(
  context: Context,
  record: RefundRecord,
  payment: PaymentRow,
  known: Known,
): { refund: RefundRow; after: PaymentRow } {
  const refund = rowOf(context, record, payment)
  context.changes.insert('refunds', { ...refund })
  context.countChange('refunds', null, refund)
  postRefund(context, refund, payment, known.bookedAt(record.created_at))
  if (refund.status === 'pending') follow(context, refund)
  if (refund.status === 'failed') return { refund, after: payment }
  return { refund, after: changePayment(context, payment, afterRefund(payment, refund.amount)) }
}

function rowOf({ account }: Context, record: RefundRecord, payment: PaymentRow): RefundRow {
  const { id, amount, currency, notes, receipt, status, created_at } = record
  const speed = record.speed_processed === 'optimum' ? 'instant' : (record.speed_processed ?? 'normal')
  return {
    account_id: account.id,
    id,
    amount,
    currency,
    payment_id: payment.id,
    notes,
    receipt,
    acquirer_data: Object.fromEntries(
      Object.entries(record.acquirer_data).filter(([, value]) => value !== ''),
    ),
    batch_id: null,
    status,
    speed_requested: record.speed_requested ?? 'normal',
    speed_processed: status === 'processed' ? speed : null,
    failure_reason: status === 'failed' ? 'The gateway could not pay the refund.' : null,
    automatic: !payment.captured,
    created_by: CREATED_BY_GATEWAY,
    key_id: null,
    created_at,
    // The gateway does not tell when it ended.
    finished_at: null,
  }
}

function postRefund(context: Context, refund: RefundRow, payment: PaymentRow, at: number): void {
  const { id, amount, status } = refund
  const about = { payment_id: payment.id, refund_id: id, at }
  const source = sourceOf(payment)
  post(context, {
    kind: 'refund',
    reference: `refund:${id}`,
    ...about,
    legs: [{ debit: source, credit: 'refunds_pending', amount }],
  })
  if (status === 'processed')
    post(context, {
      kind: 'refund_processed',
      reference: `refund_processed:${id}`,
      ...about,
      legs: [{ debit: 'refunds_pending', credit: 'bank', amount }],
    })
  if (status === 'failed')
    post(context, {
      kind: 'refund_failed',
      reference: `refund_failed:${id}`,
      ...about,
      legs: [{ debit: 'refunds_pending', credit: source, amount }],
    })
}

/** The gateway knows it by its ID, which is the reference under which it is asked for. */
function follow(context: Context, { account_id, id, payment_id, created_at }: RefundRow): void {
  context.changes.insert('bank_operations', {
    account_id,
    id,
    kind: 'refund',
    payment_id,
    refund_id: id,
    state: 'waiting',
    idempotency_key: null,
    created_at,
    checked_at: context.now,
    finished_at: null,
  })
  context.enqueue(
    'process-refund',
    { account_id, refund_id: id },
    nextPoll(context, created_at, { outcome: 'pending' }),
  )
}
