import { checkNow } from '#lib/domain/batches/find.ts'
import { passing } from '#lib/domain/batches/rules.ts'
import { type BatchKind, type BatchRow, CheckBatch, ListedBatch } from '#lib/domain/batches/schema.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

const CheckRows = CheckBatch.omit({ kind: true })
type Asked = { name: string | null; reason: string | null; rows: BatchRow[] }

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

async function check(context: Context, kind: BatchKind, { name, reason, rows }: Asked) {
  const { account, actor, now } = context
  const { count, total } = passing(await checkNow(context, kind, rows))
  const batch = {
    ...{ account_id: account.id, id: context.newId('batch'), kind, status: 'checked' as const },
    ...{ name, reason, currency: account.currency, count, total, digest: null },
    ...{ created_by: `${actor.kind}:${actor.name}`, created_at: now },
    ...{ started_by_kind: null, started_by_id: null, started_at: null, finished_at: null },
  }
  context.changes.insert('batches', batch)
  for (const [at, { payment_id, amount, unreadable }] of rows.entries())
    context.changes.insert('batch_rows', {
      ...{ account_id: account.id, batch_id: batch.id, number: at + 1, payment_id, status: 'ready' },
      ...{ asked: amount ?? null, unreadable: unreadable ?? null, amount: null, expected: null, attempts: 0 },
      ...{ result_id: null, problem: null, finished_at: null },
    })
  context.about(batch.id)
  return batch
}
