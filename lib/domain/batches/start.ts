import type { z } from 'zod'
import {
  assertReason,
  batchRowsOf,
  checkNow,
  findBatch,
  givenRows,
  isCovered,
  lockBatch,
} from '#lib/domain/batches/find.ts'
import { passing } from '#lib/domain/batches/rules.ts'
import { type BatchKind, ListedBatch, StartBatch } from '#lib/domain/batches/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { countText } from '#lib/values/number-text.ts'

export const startRefundBatch = defineOperation({
  name: 'start_refund_batch',
  title: 'Start a batch of refunds',
  summary: 'Checks each row again and starts the refunds of a batch, if they come to the confirmed total.',
  permission: 'refunds:write',
  confirm: 'live',
  http: null,
  input: StartBatch,
  output: ListedBatch,
  run: (context, input) => start(context, 'refund', input),
})

export const startCaptureBatch = defineOperation({
  name: 'start_capture_batch',
  title: 'Start a batch of captures',
  summary: 'Checks each row again and starts the captures of a batch, if they come to the confirmed total.',
  permission: 'payments:capture',
  confirm: 'live',
  http: null,
  input: StartBatch,
  output: ListedBatch,
  run: (context, input) => start(context, 'capture', input),
})

/** Starting it again is harmless: a batch that has started stays as it is. */
async function start(context: Context, kind: BatchKind, request: z.output<typeof StartBatch>) {
  const { account, actor, now } = context
  const batch = await lockBatch(context, request.id)
  if (batch.kind !== kind) throw recordNotFound('batch', request.id)
  if (batch.status !== 'checked') return ListedBatch.parse(batch)
  // Batches that are started at once wait here for each other, so that none misses the rows of another.
  await context.rows('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [account.id])
  const given = await batchRowsOf(context, batch.id)
  const rows = await checkNow(context, kind, givenRows(given))
  const { count, total } = passing(rows)
  const same = rows.find(({ repeats }) => repeats !== undefined)?.repeats
  if (count === 0 && same !== undefined)
    throw refused(
      'input_validation_failed',
      `The same rows were started in the last 24 hours, as ${same}. Change the rows if more is to be refunded.`,
      { field: 'total', metadata: { batch_id: same } },
    )
  if (count === 0)
    throw refused('input_validation_failed', 'No valid rows. Fix the rows and check again.', {
      field: 'total',
    })
  if (count !== request.count || total !== request.total)
    throw refused(
      'input_validation_failed',
      `The batch has ${countText(count, 'valid row that comes', 'valid rows that come')} to ${formatMoney(total, batch.currency)}. Enter this total to confirm it.`,
      { field: 'total' },
    )
  if (!(await isCovered(context, kind, total)))
    throw refused(
      'input_validation_failed',
      'Your balance does not cover the total. Remove rows, or start the batch when the balance covers it.',
      { field: 'total' },
    )
  const reason = batch.reason ?? request.reason
  const withoutReason = rows.some((row) => row.problem === null && row.reason === null)
  if (kind === 'refund' && batch.reason === null) await assertReason(context, reason, withoutReason)
  await context.rows(
    `UPDATE batch_rows SET amount = checked.amount, expected = checked.expected, problem = checked.problem,
       reason = COALESCE(checked.reason, batch_rows.reason),
       status = CASE WHEN checked.problem IS NULL THEN 'ready' ELSE 'rejected' END
     FROM json_to_recordset($3::json) AS checked (number int, amount bigint, expected bigint, reason text, problem text)
     WHERE account_id = $1 AND batch_id = $2 AND batch_rows.number = checked.number`,
    [account.id, batch.id, JSON.stringify(rows)],
  )
  await context.tables.batches.update({
    where: { account_id_id: { account_id: account.id, id: batch.id } },
    data: {
      status: 'running',
      count,
      total,
      reason,
      started_at: now,
      started_by_kind: actor.kind,
      started_by_id: actor.id,
    },
  })
  context.enqueue('run-batch', { account_id: account.id, batch_id: batch.id })
  context.about(batch.id)
  context.note({ kind, count, total })
  return ListedBatch.parse(await findBatch(context, batch.id))
}
