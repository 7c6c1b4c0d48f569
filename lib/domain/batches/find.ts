import type { Columns } from '#lib/database/query.ts'
import { type CheckedRow, checkRows, type MovedRow } from '#lib/domain/batches/rules.ts'
import type { BatchKind, BatchRow } from '#lib/domain/batches/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { reasonsOf } from '#lib/domain/refunds/reasons.ts'
import { assertReasonGiven } from '#lib/domain/refunds/rules.ts'
import { REASON_NOTE } from '#lib/domain/refunds/schema/reasons.ts'
import type { batch_rows, batches, payments } from '#lib/generated/prisma/client.ts'
import type { Context, Plain } from '#lib/pipeline/operation.ts'
import { DAY } from '#lib/values/time.ts'

export type FoundBatch = Plain<batches> & { kind: BatchKind }
export type FoundRow = Plain<batch_rows>

/** A batch of the account. @throws record_not_found */
export async function findBatch(context: Context, id: string): Promise<FoundBatch> {
  const found = await context.tables.batches.findUnique({
    where: { account_id_id: { account_id: context.account.id, id } },
  })
  if (!found) throw recordNotFound('batch', id)
  return { ...plain(found), kind: found.kind as BatchKind }
}

/** The same, locked until the transaction ends. @throws record_not_found */
export async function lockBatch(context: Context, id: string): Promise<FoundBatch> {
  await context.rows('SELECT 1 FROM batches WHERE account_id = $1 AND id = $2 FOR UPDATE', [
    context.account.id,
    id,
  ])
  return findBatch(context, id)
}

export async function batchRowsOf(context: Context, id: string): Promise<FoundRow[]> {
  const found = await context.tables.batch_rows.findMany({
    where: { account_id: context.account.id, batch_id: id },
    orderBy: { number: 'asc' },
  })
  return found.map(plain)
}

/** The same, with what the bank did later: a refund that it rejected is a row that failed. */
export async function rowsWithOutcomes(context: Context, id: string): Promise<FoundRow[]> {
  const rows = await batchRowsOf(context, id)
  const done = rows.flatMap(({ status, result_id }) =>
    status === 'done' && result_id !== null ? result_id : [],
  )
  if (done.length === 0) return rows
  const found = await context.rows<{ id: string }>(
    `SELECT id FROM refunds WHERE account_id = $1 AND id = ANY($2::text[]) AND status = 'failed'`,
    [context.account.id, done],
  )
  const rejected = new Set(found.map((refund) => refund.id))
  return rows.map((row) =>
    row.result_id !== null && rejected.has(row.result_id)
      ? {
          ...row,
          status: 'failed',
          problem: 'The bank rejected the refund. The amount is back in your balance.',
        }
      : row,
  )
}

type FoundPayment = Columns<
  payments,
  | 'id'
  | 'status'
  | 'captured'
  | 'method'
  | 'international'
  | 'wallet'
  | 'currency'
  | 'operation'
  | 'order_id'
  | 'amount'
  | 'amount_refunded'
  | 'capture_by'
  | 'email'
  | 'contact'
> & { order_status: string | null; receipt: string | null; customer_name: string | null }

/** Checks rows against the payments as they are now. */
export async function checkNow(
  context: Context,
  kind: BatchKind,
  rows: readonly BatchRow[],
): Promise<CheckedRow[]> {
  const { account, now } = context
  const ids = [...new Set(rows.map(({ payment_id }) => payment_id))]
  const payments = await paymentsOf(context, ids)
  // A captured payment cannot be captured again.
  const earlier = kind === 'refund' ? await refundedRows(context, ids) : []
  const { reasons } = kind === 'refund' ? await reasonsOf(context) : { reasons: [] }
  return checkRows({ kind, currency: account.currency, now, reasons }, rows, payments, earlier)
}

/** Payments by their IDs, with what a person recognizes them by. */
export async function paymentsOf({ account, rows }: Context, ids: string[]) {
  const found = await rows<FoundPayment>(
    `SELECT payment.id, payment.status, payment.captured, payment.method, payment.international, payment.wallet,
            payment.currency, payment.operation, payment.order_id, payment.amount, payment.amount_refunded,
            payment.capture_by, payment.email, payment.contact, orders.status AS order_status, orders.receipt,
            customers.name AS customer_name
     FROM payments payment
     LEFT JOIN orders ON orders.account_id = payment.account_id AND orders.id = payment.order_id
     LEFT JOIN customers ON customers.account_id = payment.account_id AND customers.id = payment.customer_id
     WHERE payment.account_id = $1 AND payment.id = ANY($2::text[])`,
    [account.id, ids],
  )
  return new Map(found.map((payment) => [payment.id, plain(payment)]))
}

/**
 * The rows of these payments that batches of the last day have refunded or are still to refund: not those whose refund
 * failed at the bank, or whose approval was not given.
 */
async function refundedRows(context: Context, ids: string[]): Promise<MovedRow[]> {
  const found = await context.rows<{ payment_id: string; amount: bigint; batch_id: string }>(
    `SELECT line.payment_id, line.amount, line.batch_id
     FROM batch_rows line JOIN batches batch ON batch.account_id = line.account_id AND batch.id = line.batch_id
     WHERE line.account_id = $1 AND line.payment_id = ANY($2::text[]) AND batch.kind = 'refund' AND batch.started_at > $3
       AND line.status IN ('ready', 'done', 'waiting') AND line.amount IS NOT NULL
       AND NOT EXISTS (SELECT FROM refunds WHERE refunds.account_id = line.account_id AND refunds.id = line.result_id
                         AND refunds.status = 'failed')
       AND NOT EXISTS (SELECT FROM approvals WHERE approvals.account_id = line.account_id AND approvals.id = line.result_id
                         AND approvals.status NOT IN ('waiting', 'approved'))`,
    [context.account.id, ids, context.now - DAY],
  )
  return found.map((row) => ({ ...row, amount: Number(row.amount) }))
}

/**
 * The reason of a batch is one that staff may choose. @param missing whether rows without one are about to be refunded
 * @throws input_validation_failed
 */
export async function assertReason(context: Context, reason: string | null, missing = false): Promise<void> {
  const { reasons, required } = await reasonsOf(context)
  assertReasonGiven(reason === null ? {} : { [REASON_NOTE]: reason }, {
    reasons,
    required: required && missing,
  })
}

/** Whether the balance covers an amount. Captures add to it. */
export async function isCovered(context: Context, kind: BatchKind, total: number): Promise<boolean> {
  if (kind === 'capture') return true
  const [found] = await context.rows<{ balance: string }>(
    `SELECT balance::text FROM ledger_balances WHERE account_id = $1 AND account = 'merchant_balance'`,
    [context.account.id],
  )
  return BigInt(found?.balance ?? 0) >= BigInt(total)
}

/** The rows of a batch that has not started, as they were given. */
export function givenRows(rows: FoundRow[]): BatchRow[] {
  return rows.map(({ number, payment_id, asked: request, reason, unreadable }) => ({
    number,
    payment_id,
    ...(request === null ? {} : { amount: request }),
    ...(reason === null ? {} : { reason }),
    ...(unreadable === null ? {} : { unreadable }),
  }))
}

/** BIGINT as number. */
function plain<Row extends object>(row: Row): Plain<Row> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
    // Object.fromEntries forgets which value belongs to which name.
  ) as Plain<Row>
}
