import { z } from 'zod'
import { Id } from '#lib/values/id.ts'

const BATCH_KINDS = ['refund', 'capture'] as const
export const BatchKind = z.enum(BATCH_KINDS, 'kind must be refund or capture.')
export type BatchKind = z.infer<typeof BatchKind>

/** checked: nothing has happened yet. cancelled: the rows that were left are not carried out. */
export const BATCH_STATUSES = ['checked', 'running', 'paused', 'cancelled', 'finished'] as const
export const BatchStatus = z.enum(BATCH_STATUSES)
export type BatchStatus = z.infer<typeof BatchStatus>

/**
 * ready: to be carried out. rejected: the check found a problem. waiting: sent for approval. left: cancelled before its
 * turn.
 */
export const ROW_STATUSES = ['ready', 'rejected', 'done', 'waiting', 'failed', 'left'] as const
export const RowStatus = z.enum(ROW_STATUSES)
export type RowStatus = z.infer<typeof RowStatus>

/** The maximum number of rows of a batch. */
export const MAX_ROWS = 1000
/** The maximum length of a reason, as that of a note. */
export const MAX_REASON = 256

const Reason = z.string().trim().max(MAX_REASON, `The reason is at most ${MAX_REASON} characters.`)

const BatchRow = z.strictObject({
  /** Its number in the file; left out, its place among the rows. */
  number: z.int().min(1).max(10_000_000).optional(),
  payment_id: z.string().trim().max(64),
  /** Left out, everything that can be refunded; a capture is always of the whole amount. */
  amount: z.int('amount must be an integer.').min(1).optional(),
  /** The reason of this refund, in place of that of the batch. */
  reason: Reason.optional(),
  /** Why the row of a file cannot be read. */
  unreadable: z.string().max(200).optional(),
})
export type BatchRow = z.output<typeof BatchRow>

/** The number of a row, which no other row of its batch has. */
export function numberOf({ number }: BatchRow, at: number): number {
  return number ?? at + 1
}

export const CheckBatch = z.strictObject({
  kind: BatchKind,
  name: z.string().trim().max(100).nullable().default(null),
  reason: Reason.nullable().default(null),
  /** The heads of the columns of a file that a batch doesn't take. */
  ignored_columns: z.array(z.string().max(100)).max(100).default([]),
  rows: z
    .array(BatchRow)
    .min(1, 'Add at least 1 row.')
    .max(MAX_ROWS, `A batch has at most ${MAX_ROWS.toLocaleString('en-IN')} rows.`)
    .refine(
      (rows) =>
        rows.every((row, at) => at === 0 || numberOf(row, at) > numberOf(rows[at - 1] ?? row, at - 1)),
      'The numbers of rows ascend.',
    ),
})

export const BatchId = z.strictObject({ id: Id('batch') })
export const StartBatch = z.strictObject({
  id: Id('batch'),
  total: z.int(),
  count: z.int(),
  /** The reason of a batch that has none yet. */
  reason: CheckBatch.shape.reason,
})

const stored = z.coerce.number()
/** A batch with how many of its rows are where. */
export const Batch = z.object({
  id: z.string(),
  kind: BatchKind,
  status: BatchStatus,
  name: z.string().nullable(),
  reason: z.string().nullable(),
  currency: z.string(),
  /** The rows that passed the check, and what they come to. */
  count: stored,
  total: stored,
  /** The heads of the columns of its file that are not used. */
  ignored_columns: z.array(z.string()),
  /** Whether the balance covers the total; of a batch that has not started. */
  covered: z.boolean(),
  /** How many rows add to what a batch refunded of the payment in the last 24 hours; of a batch that has not started. */
  adds: stored,
  /** How many rows that passed the check have no reason of their own. */
  without_reason: stored,
  /** By the status of a row: how many there are, and their amount. */
  rows: z.record(RowStatus, z.object({ count: stored, amount: stored })),
  created_by: z.string(),
  created_at: stored,
  started_at: stored.nullable(),
  finished_at: stored.nullable(),
})
export type Batch = z.output<typeof Batch>

export const ListedBatch = Batch.omit({
  rows: true,
  ignored_columns: true,
  covered: true,
  adds: true,
  without_reason: true,
})
export type ListedBatch = z.output<typeof ListedBatch>

export const ListedRow = z.object({
  /** Its number in the file. */
  number: stored,
  payment_id: z.string(),
  amount: stored.nullable(),
  currency: z.string(),
  status: RowStatus,
  /** Its own reason; null where that of the batch applies. */
  reason: z.string().nullable(),
  /** The refund, the captured payment, or the approval that it waits for. */
  result_id: z.string().nullable(),
  problem: z.string().nullable(),
  finished_at: stored.nullable(),
  /** The payment, as a person recognizes it; null where there is none with this ID. */
  payment: z
    .object({
      amount: stored,
      currency: z.string(),
      customer_name: z.string().nullable(),
      email: z.string().nullable(),
      contact: z.string().nullable(),
      receipt: z.string().nullable(),
    })
    .nullable(),
})
export type ListedRow = z.output<typeof ListedRow>
