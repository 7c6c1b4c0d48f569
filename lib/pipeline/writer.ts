import { isRetryable, unavailableFor } from '#lib/pipeline/availability.ts'
import {
  type JobStatement,
  rowsChangedBy,
  shapeOf,
  statementOf,
  type Write,
} from '#lib/pipeline/changes-statement.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Query } from '#lib/query.ts'

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

/** At most so many writes share a statement, and so many statements run at once. */
const BATCH = 64
const LANES = 3
/** Statements at once where each write is made alone: as many as ordinary queries have connections. */
const LANES_ALONE = 10
/** More writes than this never wait: the caller gets an error with Retry-After. */
const QUEUE = 5000
/** How far the queue is searched for writes of the same shape. */
const SCAN = 512

type Waiting = Write & {
  shape: string
  rows: ReturnType<typeof rowsChangedBy>
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/**
 * Writes that are one statement each, joined: while the lanes are busy, writes gather, and those of one shape that
 * change different rows share the next statement, and so do those that begin in one turn of the event loop. No write waits for a timer, and each is resolved after the commit.
 * A failed statement is repeated for each of its writes alone, so that none fails because of another.
 * @param join false to make each write alone
 */
export function createWriter({
  query,
  jobs,
  join = true,
}: {
  query: Query
  jobs: JobStatement | null
  join?: boolean
}): Writer {
  const waiting: Waiting[] = []
  let running = 0
  let gathering = false

  /** Starts statements after the requests that have arrived by now, so that what they write is joined. */
  function gather(): void {
    if (gathering) return
    gathering = true
    setImmediate(() => {
      gathering = false
      next()
    })
  }

  function next(): void {
    while (running < (join ? LANES : LANES_ALONE) && waiting.length > 0) {
      running += 1
      void lane(takeBatch(waiting, join ? BATCH : 1))
    }
  }

  async function lane(batch: Waiting[]): Promise<void> {
    await run(batch)
    running -= 1
    gather()
  }

  async function run(batch: Waiting[]): Promise<void> {
    const { text, values } = statementOf(batch, jobs)
    try {
      const { rows } = await query(text, values)
      settle(batch, rows[0])
    } catch (error) {
      // After a lost connection the result of the statement is unknown: its callers repeat with their keys.
      if (batch.length === 1 || unavailableFor(error) !== null) {
        for (const { reject } of batch) reject(error)
        return
      }
      for (const one of batch) await run([one])
    }
  }

  return {
    write(write) {
      if (waiting.length >= QUEUE) throw refused('service_unavailable', undefined, { retryAfter: 1 })
      return new Promise((resolve, reject) => {
        waiting.push({ ...write, shape: shapeOf(write), rows: rowsChangedBy(write), resolve, reject })
        gather()
      })
    },
  }
}

/** The write that waits longest, and others of its shape that change other rows, or add to the same. */
function takeBatch(waiting: Waiting[], max: number): Waiting[] {
  const first = waiting.shift() as Waiting
  const batch = [first]
  const updated = new Set(first.rows.updated)
  const added = new Set(first.rows.added)
  for (let at = 0; at < Math.min(waiting.length, SCAN) && batch.length < max; ) {
    const other = waiting[at] as Waiting
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

function settle(batch: Waiting[], row: Record<string, unknown> | undefined): void {
  const live = row?.live as number[] | null
  const queued = Number(row?.queued) > 0
  for (const [index, { claim, resolve }] of batch.entries())
    resolve({ written: !claim || live?.includes(index) === true, queued })
}

/** Whether a write found the rows changed, or lost a race: to be decided again. */
export function isOvertaken(error: unknown, codes: string[]): boolean {
  // XX000: an update met a row that another statement was changing, and could not look at its other parts again.
  return (
    isRetryable(error) || codes.some((code) => code === '22012' || code === 'XX000' || code.startsWith('23'))
  )
}
