import type { z } from 'zod'
import { assertReason, checkNow, findBatch, givenRows, rowsWithOutcomes } from '#lib/domain/batches/find.ts'
import { passing } from '#lib/domain/batches/rules.ts'
import {
  BatchId,
  type BatchKind,
  type BatchRow,
  CheckBatch,
  ListedBatch,
  MAX_ROWS,
  numberOf,
} from '#lib/domain/batches/schema.ts'
import { conditionsOf, filterInputOf, selectedRows } from '#lib/domain/filters.ts'
import { readNext } from '#lib/domain/page.ts'
import { PAYMENT_FILTERS } from '#lib/domain/payments/filters.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

/** The payments that a filter finds: the filters of their list, and that of selected rows. */
const SELECTION = [...PAYMENT_FILTERS, selectedRows('id')] as const

const CheckRows = CheckBatch.omit({ kind: true })
  .partial({ rows: true })
  .extend({
    selection: filterInputOf(SELECTION).optional(),
    /** A batch that has ended: its failed rows are checked again, under its name and reason. */
    failed_of: BatchId.shape.id.optional(),
  })
  .refine((request) => [request.rows, request.selection, request.failed_of].filter(Boolean).length === 1, {
    message: 'Give rows, a selection, or a batch whose failed rows are retried.',
    path: ['rows'],
  })
type Requested = z.output<typeof CheckRows>

export const checkRefundBatch = defineOperation({
  name: 'check_refund_batch',
  title: 'Check a batch of refunds',
  summary: 'Checks each row of a batch of refunds and keeps the batch. No money moves until it is started.',
  permission: 'refunds:write',
  http: null,
  input: CheckRows,
  output: ListedBatch,
  run: (context, input) => check(context, 'refund', input),
})

export const checkCaptureBatch = defineOperation({
  name: 'check_capture_batch',
  title: 'Check a batch of captures',
  summary: 'Checks each row of a batch of captures and keeps the batch. No money moves until it is started.',
  permission: 'payments:capture',
  http: null,
  input: CheckRows,
  output: ListedBatch,
  run: (context, input) => check(context, 'capture', input),
})

async function check(context: Context, kind: BatchKind, request: Requested) {
  const { account, actor, now } = context
  const { ignored_columns } = request
  const retried = request.failed_of === undefined ? null : await failedRows(context, kind, request.failed_of)
  const { name, reason } = retried ?? request
  const rows = retried?.rows ?? request.rows ?? (await selectedPayments(context, request.selection ?? {}))
  if (kind === 'refund' && retried === null) await assertReason(context, reason)
  const { count, total } = passing(await checkNow(context, kind, rows))
  const batch = {
    account_id: account.id,
    id: context.newId('batch'),
    kind,
    status: 'checked' as const,
    name,
    reason,
    ignored_columns,
    currency: account.currency,
    count,
    total,
    created_by: `${actor.kind}:${actor.name}`,
    created_at: now,
    started_by_kind: null,
    started_by_id: null,
    started_at: null,
    finished_at: null,
  }
  context.changes.insert('batches', batch)
  for (const [at, row] of rows.entries()) {
    const { payment_id, amount, unreadable } = row
    context.changes.insert('batch_rows', {
      account_id: account.id,
      batch_id: batch.id,
      number: numberOf(row, at),
      payment_id,
      status: 'ready',
      reason: row.reason || null,
      asked: amount ?? null,
      unreadable: unreadable ?? null,
      amount: null,
      expected: null,
      attempts: 0,
      result_id: null,
      problem: null,
      finished_at: null,
    })
  }
  context.about(batch.id)
  return batch
}

/** The failed rows of a batch that has ended, as they were given. @throws record_not_found, input_validation_failed */
async function failedRows(context: Context, kind: BatchKind, id: string) {
  const batch = await findBatch(context, id)
  if (batch.kind !== kind) throw recordNotFound('batch', id)
  const failed = (await rowsWithOutcomes(context, id)).filter(({ status }) => status === 'failed')
  if (failed.length === 0 || (batch.status !== 'finished' && batch.status !== 'cancelled'))
    throw refused(
      'input_validation_failed',
      'This batch has no failed rows to retry, or has not ended yet.',
      {
        field: 'failed_of',
      },
    )
  return { name: batch.name, reason: batch.reason, rows: givenRows(failed) }
}

/** The rows of the payments that a filter finds, each for everything that is left. @throws if there are too many */
async function selectedPayments(context: Context, selection: Record<string, unknown>): Promise<BatchRow[]> {
  const conditions = conditionsOf(context, SELECTION, selection)
  const found = await readNext<{ id: string }>(context, { table: 'payments' }, conditions, {
    count: MAX_ROWS + 1,
  })
  const max = MAX_ROWS.toLocaleString('en-IN')
  if (found.length === 0)
    throw refused('input_validation_failed', 'No payment matches this selection.', { field: 'selection' })
  if (found.length > MAX_ROWS)
    throw refused(
      'input_validation_failed',
      `More than ${max} payments match this selection. A batch has at most ${max} rows: add a filter.`,
      { field: 'selection' },
    )
  return found.map(({ id }) => ({ payment_id: id }))
}
