import { z } from 'zod'
import {
  batchRowsOf,
  checkNow,
  type FoundBatch,
  type FoundRow,
  findBatch,
  givenRows,
  isCovered,
  paymentsOf,
  rowsWithOutcomes,
} from '#lib/domain/batches/find.ts'
import { type CheckedRow, rejectedFirst } from '#lib/domain/batches/rules.ts'
import {
  BATCH_STATUSES,
  Batch,
  BatchId,
  ListedBatch,
  ListedRow,
  ROW_STATUSES,
  RowStatus,
} from '#lib/domain/batches/schema.ts'
import { oneOf, period, several } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { EXPORT_PERMISSION } from '#lib/values/permissions.ts'

export const BATCH_FILTERS = [
  several('status', BATCH_STATUSES, {
    label: 'Status',
    as: 'choice',
    words: {
      checked: 'Not started',
      running: 'Running',
      paused: 'Paused',
      cancelled: 'Cancelled',
      finished: 'Finished',
    },
    where: oneOf('status'),
  }),
  period(),
]

export const { list: listBatchesForDashboard, export: exportBatches } = defineList({
  noun: 'batches',
  permission: 'payments:read',
  item: ListedBatch,
  filters: BATCH_FILTERS,
})

export const getBatchDetails = defineOperation({
  name: 'get_batch_details',
  title: 'Get a batch for the dashboard',
  summary:
    'A batch with the number and amount of its rows by status. A batch that has not started is checked against the current payments.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: BatchId,
  output: Batch,
  async run(context, { id }) {
    const batch = await findBatch(context, id)
    const checked = batch.status === 'checked' ? await checkedRows(context, batch) : null
    const rows = checked?.map((row) => foreseen(row, batch.currency)) ?? (await shownRows(context, batch))
    const sums = Object.fromEntries(ROW_STATUSES.map((status) => [status, { count: 0, amount: 0 }]))
    for (const { status, amount } of rows) {
      const sum = sums[status]
      if (!sum) continue
      sum.count += 1
      sum.amount += amount ?? 0
    }
    const { ready } = sums
    const now = batch.status === 'checked' && ready ? { count: ready.count, total: ready.amount } : {}
    const covered = batch.status !== 'checked' || (await isCovered(context, batch.kind, ready?.amount ?? 0))
    const without_reason = rows.filter(({ status, reason }) => status === 'ready' && reason === null).length
    const adds = checked?.filter((row) => row.adds !== undefined).length ?? 0
    return { ...batch, ...now, covered, adds, without_reason, rows: sums }
  },
})

export const fetchBatchRows = defineOperation({
  name: 'fetch_batch_rows',
  title: 'Fetch the rows of a batch',
  summary:
    'Rows of a batch, of one status or of all: the rejected ones first, then in the order of the file.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: z.strictObject({
    id: BatchId.shape.id,
    status: RowStatus.optional(),
    /** The number of the last row that was read. */
    after: z.int().min(0).default(0),
    count: z.int().min(1).max(1000).default(100),
  }),
  output: z.object({ items: z.array(ListedRow), more: z.boolean() }),
  async run(context, { id, status, after, count }) {
    const rows = rejectedFirst(await shownRows(context, await findBatch(context, id)))
    const found = rows
      .slice(rows.findIndex(({ number }) => number === after) + 1)
      .filter((row) => status === undefined || row.status === status)
    return { items: await withPayments(context, found.slice(0, count)), more: found.length > count }
  },
})

export const exportBatchRows = defineOperation({
  name: 'export_batch_rows',
  title: 'Export the rows of a batch',
  summary: 'The rows of a batch with their results, for a file.',
  permission: 'payments:read',
  alsoNeeds: [EXPORT_PERMISSION],
  confirm: 'live',
  http: null,
  effect: 'read',
  input: z.strictObject({
    id: BatchId.shape.id,
    count: z.int().min(1).max(1000).default(500),
    after: z.int().min(0).default(0),
  }),
  output: z.object({ items: z.array(ListedRow) }),
  async run(context, { id, count, after }) {
    const rows = await shownRows(context, await findBatch(context, id))
    const next = rows.filter(({ number }) => number > after).slice(0, count)
    return { items: await withPayments(context, next) }
  },
})

type ShownRow = Omit<ListedRow, 'payment'>

async function withPayments(context: Context, rows: ShownRow[]): Promise<ListedRow[]> {
  const payments = await paymentsOf(
    context,
    rows.map(({ payment_id }) => payment_id),
  )
  return rows.map((row) => ({ ...row, payment: payments.get(row.payment_id) ?? null }))
}

/** The rows as they are; before the start as they would be. */
async function shownRows(context: Context, batch: FoundBatch): Promise<ShownRow[]> {
  const { currency } = batch
  if (batch.status !== 'checked')
    return (await rowsWithOutcomes(context, batch.id)).map((row) => shown(row, currency))
  return (await checkedRows(context, batch)).map((row) => foreseen(row, currency))
}

/** The rows of a batch that has not started, by the payments as they are now. */
async function checkedRows(context: Context, batch: FoundBatch) {
  return await checkNow(context, batch.kind, givenRows(await batchRowsOf(context, batch.id)))
}

/** A row as it would be carried out. */
function foreseen({ number, payment_id, amount, reason, problem }: CheckedRow, currency: string): ShownRow {
  return {
    number,
    payment_id,
    amount,
    currency,
    reason,
    problem,
    result_id: null,
    finished_at: null,
    status: problem === null ? 'ready' : 'rejected',
  }
}

function shown(row: FoundRow, currency: string): ShownRow {
  return ListedRow.omit({ payment: true }).parse({ ...row, amount: row.amount ?? row.asked, currency })
}
