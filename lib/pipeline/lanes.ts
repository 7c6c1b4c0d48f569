import { observer } from '#lib/metrics/observer.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { unavailableFor } from '#lib/process/availability.ts'

/** At most so many statements of a kind run at once where they are joined. */
export const LANES = 3
/** The same where joining is off: as many as ordinary queries have connections. */
export const LANES_ALONE = 10
/** At most so many share a statement. */
export const BATCH = 64
/** How far the queue is searched for others of the same shape. */
export const SCAN = 512
/** More of a kind than this never wait: the caller gets an error with Retry-After. */
const QUEUE = 5000

/** What shares a statement: at least one. */
export type Batch<Item> = [Item, ...Item[]]

/** A queued read or write, how its caller gets the result, and of what it is part for an observer. */
export type Queued<Item, Result> = Item & {
  resolve(result: Result): void
  reject(error: unknown): void
  place: object | undefined
}

/**
 * Runs statements for queued reads or writes, in lanes: while all are busy, those that arrive gather for the next
 * statement, and so do those of one turn of the event loop. None waits for a timer. Each is resolved when its
 * statement has ended: a write after its commit. A failed statement is repeated for each alone, one after another in its
 * lane, so that none fails because of another.
 * @param take takes those out of the queue that share the next statement with the one that waits longest
 * @param run makes one statement of them, and returns their results in their order
 * @returns adds one to the queue; rejects with service_unavailable when too many wait
 */
export function openLanes<Item extends object, Result extends object>({
  lanes,
  take,
  run,
}: {
  lanes: number
  take(first: Queued<Item, Result>, waiting: Queued<Item, Result>[]): Batch<Queued<Item, Result>>
  run(batch: Batch<Item>): Promise<Result[]>
}): (item: Item) => Promise<Result> {
  const waiting: Queued<Item, Result>[] = []
  let running = 0
  let gathering = false

  /** Starts statements after the requests that have arrived by now, so that theirs are joined. */
  function gather(): void {
    if (gathering || waiting.length === 0) return
    gathering = true
    setImmediate(() => {
      gathering = false
      while (running < lanes) {
        const first = waiting.shift()
        if (!first) return
        running += 1
        void lane(take(first, waiting))
      }
    })
  }

  async function lane(batch: Batch<Queued<Item, Result>>): Promise<void> {
    await together(batch)
    running -= 1
    gather()
  }

  async function together(batch: Batch<Queued<Item, Result>>): Promise<void> {
    try {
      const results = await runFor(batch)
      for (const [at, one] of batch.entries()) settle(one, results[at])
    } catch (error) {
      // After a lost connection the result of the statement is unknown: callers of a write repeat it with their keys.
      if (batch.length > 1 && unavailableFor(error) === null) await oneByOne(batch)
      else for (const { reject } of batch) reject(error)
    }
  }

  /** A statement is part of what each of its callers does: not of that alone which happened to start it. */
  function runFor(batch: Batch<Queued<Item, Result>>): Promise<Result[]> {
    const forAll = observer()?.forAll
    if (!forAll) return run(batch)
    return forAll(
      batch.map(({ place }) => place),
      () => run(batch),
    )
  }

  /** Each alone, until the database is unavailable: those that are left get the same error at once. */
  async function oneByOne(batch: Queued<Item, Result>[]): Promise<void> {
    for (const [at, one] of batch.entries()) {
      try {
        const [result] = await runFor([one])
        settle(one, result)
      } catch (error) {
        one.reject(error)
        if (unavailableFor(error) === null) continue
        for (const { reject } of batch.slice(at + 1)) reject(error)
        return
      }
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= QUEUE) throw refused('service_unavailable', undefined, { retryAfter: 1 })
      waiting.push({ ...item, resolve, reject, place: observer()?.place?.() })
      gather()
    })
}

function settle<Result extends object>(
  { resolve, reject }: Pick<Queued<object, Result>, 'resolve' | 'reject'>,
  result: Result | undefined,
): void {
  if (result) resolve(result)
  else reject(new Error('A statement returned fewer results than it was made of.'))
}
