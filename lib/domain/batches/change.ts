import { z } from 'zod'
import { findBatch, lockBatch } from '#lib/domain/batches/find.ts'
import { BatchId, type BatchKind, type BatchStatus, ListedBatch } from '#lib/domain/batches/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

type Change = { from: readonly BatchStatus[]; to: BatchStatus }
const PAUSE: Change = { from: ['running'], to: 'paused' }
const RESUME: Change = { from: ['paused'], to: 'running' }
const CANCEL: Change = { from: ['checked', 'running', 'paused'], to: 'cancelled' }

const shared = { http: null, input: BatchId, output: ListedBatch } as const
const REFUND = { ...shared, permission: 'refunds:write' } as const
const CAPTURE = { ...shared, permission: 'payments:capture' } as const

export const pauseRefundBatch = defineOperation({
  ...REFUND,
  name: 'pause_refund_batch',
  title: 'Pause a batch of refunds',
  summary: 'Stops a batch of refunds after the row that is being processed.',
  run: (context, { id }) => change(context, 'refund', id, PAUSE),
})
export const resumeRefundBatch = defineOperation({
  ...REFUND,
  confirm: 'live',
  name: 'resume_refund_batch',
  title: 'Resume a batch of refunds',
  summary: 'Continues a paused batch of refunds.',
  run: (context, { id }) => change(context, 'refund', id, RESUME),
})
export const cancelRefundBatch = defineOperation({
  ...REFUND,
  name: 'cancel_refund_batch',
  title: 'Cancel a batch of refunds',
  summary: 'Cancels the rows of a batch of refunds that are not processed yet.',
  run: (context, { id }) => change(context, 'refund', id, CANCEL),
})
export const pauseCaptureBatch = defineOperation({
  ...CAPTURE,
  name: 'pause_capture_batch',
  title: 'Pause a batch of captures',
  summary: 'Stops a batch of captures after the row that is being processed.',
  run: (context, { id }) => change(context, 'capture', id, PAUSE),
})
export const resumeCaptureBatch = defineOperation({
  ...CAPTURE,
  confirm: 'live',
  name: 'resume_capture_batch',
  title: 'Resume a batch of captures',
  summary: 'Continues a paused batch of captures.',
  run: (context, { id }) => change(context, 'capture', id, RESUME),
})
export const cancelCaptureBatch = defineOperation({
  ...CAPTURE,
  name: 'cancel_capture_batch',
  title: 'Cancel a batch of captures',
  summary: 'Cancels the rows of a batch of captures that are not processed yet.',
  run: (context, { id }) => change(context, 'capture', id, CANCEL),
})

/** Asking for the state that it has is harmless. @throws input_validation_failed from any other state */
async function change(context: Context, kind: BatchKind, id: string, { from, to }: Change) {
  const { account, now } = context
  const batch = await lockBatch(context, id)
  if (batch.kind !== kind) throw recordNotFound('batch', id)
  if (batch.status === to) return ListedBatch.parse(batch)
  if (!from.some((status) => status === batch.status))
    throw refused('input_validation_failed', `The batch is ${batch.status}.`, { field: 'id' })
  const where = { account_id_id: { account_id: account.id, id } }
  await context.tables.batches.update({
    where,
    data: { status: to, ...(to === 'cancelled' ? { finished_at: now } : {}) },
  })
  if (to === 'cancelled')
    await context.tables.batch_rows.updateMany({
      where: { account_id: account.id, batch_id: id, status: 'ready' },
      data: { status: 'left' },
    })
  if (to === 'running') context.enqueue('run-batch', { account_id: account.id, batch_id: id })
  context.about(id)
  context.noteChange({ status: batch.status }, { status: to })
  return ListedBatch.parse(await findBatch(context, id))
}

/** For the job that carries a batch out: continues it in another job while rows are left, and ends it after the last. */
export const settleBatch = defineOperation({
  name: 'settle_batch',
  title: 'Continue or finish a batch',
  summary: 'Queues the next rows of a running batch, or finishes it after the last one.',
  permission: 'payments:capture',
  http: null,
  input: BatchId.extend({ after: z.int().default(0) }),
  output: ListedBatch,
  async run(context, { id, after }) {
    const { account, actor, now } = context
    if (actor.kind !== 'system') throw refused('permission_denied')
    const batch = await lockBatch(context, id)
    if (batch.status !== 'running') return ListedBatch.parse(batch)
    const left = await context.tables.batch_rows.count({
      where: { account_id: account.id, batch_id: id, status: 'ready' },
    })
    if (left > 0) context.enqueue('run-batch', { account_id: account.id, batch_id: id }, { after })
    else {
      await context.tables.batches.update({
        where: { account_id_id: { account_id: account.id, id } },
        data: { status: 'finished', finished_at: now },
      })
      context.noteChange({ status: batch.status }, { status: 'finished' })
    }
    context.about(id)
    return ListedBatch.parse(await findBatch(context, id))
  },
})
