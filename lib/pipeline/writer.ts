import type { Query } from '#lib/database/query.ts'
import {
  type QueueStatements,
  rowsChangedBy,
  shapeOf,
  statementOf,
  type Write,
} from '#lib/pipeline/changes-statement.ts'
import { BATCH, type Batch, LANES, LANES_ALONE, openLanes, type Queued, SCAN } from '#lib/pipeline/lanes.ts'
import { isRetryable } from '#lib/process/availability.ts'

/** Whether the write was made; it was not when its idempotency key had been claimed before. */
export type Outcome = { written: boolean; queued: boolean }

export type Writer = {
  /**
   * Makes a write that is one statement, together with others of its shape that wait at the same time.
   * @throws a database error when nothing was written: 22012 when a row was no longer as expected; service_unavailable
   *   when too many wait
   */
  write(write: Write): Promise<Outcome>
}

type Shaped = Write & { shape: string; rows: ReturnType<typeof rowsChangedBy> }
type WaitingWrite = Queued<Shaped, Outcome>

/**
 * Writes that are one statement each, joined: those of one shape that change different rows and wait at the same time
 * share a statement (lanes.ts).
 * @param join false to make each write alone
 */
export function createWriter({
  query,
  queues,
  join = true,
}: {
  query: Query
  queues: QueueStatements
  join?: boolean
}): Writer {
  const add = openLanes<Shaped, Outcome>({
    lanes: join ? LANES : LANES_ALONE,
    take: (first, waiting) => takeBatch(first, waiting, join ? BATCH : 1),
    async run(batch) {
      const { text, values } = statementOf(batch, queues)
      const { rows } = await query<Written>(text, values)
      return outcomesOf(batch, rows[0])
    },
  })

  return { write: (write) => add({ ...write, shape: shapeOf(write), rows: rowsChangedBy(write) }) }
}

/** The write that waits longest, and others of its shape that change other rows, or add to the same. */
function takeBatch(first: WaitingWrite, waiting: WaitingWrite[], max: number): Batch<WaitingWrite> {
  const batch: Batch<WaitingWrite> = [first]
  const updated = new Set(first.rows.updated)
  const added = new Set(first.rows.added)
  for (let at = 0; at < Math.min(waiting.length, SCAN) && batch.length < max; ) {
    const other = waiting[at]
    if (!other) break
    const apart =
      !other.rows.updated.some((row) => updated.has(row) || added.has(row)) &&
      !other.rows.added.some((row) => updated.has(row))
    if (other.shape === first.shape && apart) {
      for (const row of other.rows.updated) updated.add(row)
      for (const row of other.rows.added) added.add(row)
      batch.push(other)
      waiting.splice(at, 1)
    } else at += 1
  }
  return batch
}

/** Which of the claims were made, by their place, and how many deliveries were queued. */
type Written = { live: number[] | null; queued: number }

function outcomesOf(batch: Write[], { live, queued: count }: Written = { live: null, queued: 0 }): Outcome[] {
  const queued = count > 0
  return batch.map(({ claim }, index) => ({ written: !claim || live?.includes(index) === true, queued }))
}

/** Whether a write found the rows changed, or lost a race: to be decided again. */
export function isOvertaken(error: unknown, codes: string[]): boolean {
  // XX000: an update met a row that another statement was changing, and could not look at its other parts again.
  return (
    isRetryable(error) || codes.some((code) => code === '22012' || code === 'XX000' || code.startsWith('23'))
  )
}
