import { type BatchKind, type BatchRow, numberOf, type RowStatus } from '#lib/domain/batches/schema.ts'
import { assertCapturable, refundable } from '#lib/domain/payments/rules.ts'
import { reasonNamed, refundAmount } from '#lib/domain/refunds/rules.ts'
import { isAppError } from '#lib/pipeline/errors.ts'

/** A payment as the check of a row needs it. */
export type CheckedPayment = Parameters<typeof assertCapturable>[0] &
  Parameters<typeof refundAmount>[0] & { order_status: string | null }

/** A row after the check: the amount that moves, what was refundable then, and the problem, if any. */
export type CheckedRow = {
  number: number
  payment_id: string
  amount: number | null
  expected: number | null
  /** The reason of this row alone, as the merchant's list has it. */
  reason: string | null
  problem: string | null
  /** The batch that moved the same amount of the payment within a day. */
  repeats?: string
  /** The batch that moved another amount of the payment within a day: this row adds to it. */
  adds?: string
}

/** @property reasons the reasons that the merchant's staff choose from; empty where any text is one */
type Checks = { kind: BatchKind; currency: string; now: number; reasons: readonly string[] }

/** A row that a batch has moved, or is about to move, within the last day. */
export type MovedRow = { payment_id: string; amount: number; batch_id: string }

/**
 * Checks the rows of a batch by the rules of a single refund or capture. A payment stands in one row: the others that
 * name it are rejected, and so is a row that an earlier batch has moved, so that a file that is started twice, changed
 * or not, moves each of its rows once.
 */
export function checkRows(
  { kind, currency, now, reasons }: Checks,
  rows: readonly BatchRow[],
  payments: ReadonlyMap<string, CheckedPayment>,
  earlier: readonly MovedRow[] = [],
): CheckedRow[] {
  const known = new Set<string>()
  const before = new Map(earlier.map((one) => [`${one.payment_id} ${one.amount}`, one.batch_id]))
  const others = new Map(earlier.map((one) => [one.payment_id, one.batch_id]))
  return rows.map((given, at) => {
    const { payment_id, amount } = given
    const reason = given.reason ? reasonNamed(given.reason, reasons) : null
    const row = { number: numberOf(given, at), payment_id, amount: amount ?? null, expected: null, reason }
    const payment = payments.get(payment_id)
    const problem = unfit(given, payment, currency, known) ?? unknownReason(given, reason)
    known.add(payment_id)
    if (problem !== null || !payment) return { ...row, problem }
    try {
      const checked = { ...row, ...moved(kind, payment, amount, now), problem: null }
      const repeats = before.get(`${payment_id} ${checked.amount}`)
      if (repeats !== undefined) return { ...checked, repeats, problem: repeatProblem(repeats) }
      const adds = others.get(payment_id)
      return adds === undefined ? checked : { ...checked, adds }
    } catch (thrown) {
      if (!isAppError(thrown)) throw thrown
      return { ...row, problem: thrown.shown }
    }
  })
}

/** Why a row cannot even be checked by the rules; null if it can. */
function unfit(
  { payment_id, unreadable }: BatchRow,
  payment: CheckedPayment | undefined,
  currency: string,
  known: ReadonlySet<string>,
): string | null {
  if (unreadable !== undefined) return unreadable
  if (!/^pay_[0-9A-Za-z]{14}$/.test(payment_id)) return 'This is not a payment ID.'
  if (!payment) return 'No payment with this ID exists in this mode.'
  if (payment.currency !== currency) return `The payment is in ${payment.currency}, not ${currency}.`
  return known.has(payment_id) ? 'An earlier row has the same payment.' : null
}

/** Why the reason of a row is none; null if it has none, or one that staff may choose. */
function unknownReason({ reason: entered }: BatchRow, reason: string | null): string | null {
  if (!entered || reason !== null) return null
  return `"${entered.slice(0, 60)}" is not one of your refund reasons.`
}

/** What a row moves, by the rules of a single refund or capture. */
function moved(kind: BatchKind, payment: CheckedPayment, amount: number | undefined, now: number) {
  if (kind === 'refund')
    return { amount: refundAmount(payment, { amount, speed: 'normal' }), expected: refundable(payment) }
  assertCapturable(payment, orderOf(payment), { amount: amount ?? payment.amount }, now)
  return { amount: payment.amount, expected: payment.amount }
}

function orderOf({ order_status }: CheckedPayment) {
  return order_status === null ? null : { status: order_status }
}

/** Rows in the order in which people look at them: the rejected ones first, then as they are in the file. */
export function rejectedFirst<Row extends { number: number; status: RowStatus }>(
  rows: readonly Row[],
): Row[] {
  const rank = ({ status }: Row) => (status === 'rejected' ? 0 : 1)
  return rows.toSorted((a, b) => rank(a) - rank(b) || a.number - b.number)
}

/** The rows that pass, and what they come to. */
export function passing(rows: readonly CheckedRow[]): { count: number; total: number } {
  const ready = rows.filter(({ problem }) => problem === null)
  return { count: ready.length, total: ready.reduce((sum, { amount }) => sum + (amount ?? 0), 0) }
}

function repeatProblem(batchId: string): string {
  return `${batchId} has the same amount of this payment, from the last 24 hours. Refund it on the page of the payment if more is to be refunded.`
}
