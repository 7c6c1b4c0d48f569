import { refused } from '#lib/pipeline/errors.ts'

/** At most so many statements of a kind run at once where they are joined. */
export const LANES = 3
/** At most so many share a statement. */
export const BATCH = 64
/** How far the queue is searched for others of the same shape. */
export const SCAN = 512
/** More than this never wait: the caller gets an error with Retry-After. */
const QUEUE = 5000

/** A queued read or write, and how its caller gets the result. */
export type Waiting<Item, Result> = Item & { resolve(result: Result): void; reject(error: unknown): void }

/**
 * Runs statements for queued reads or writes, in lanes: while all are busy, those that arrive gather for the next
 * statement, and so do those of one turn of the event loop. None waits for a timer.
 * @param take takes those out of the queue that share the next statement; the one that waits longest first
 * @param run resolves or rejects all of them, and never throws
 * @returns adds one to the queue; throws service_unavailable when too many wait
 */
export function openLanes<Item extends object, Result>({
  lanes,
  take,
  run,
}: {
  lanes: number
  take(waiting: Waiting<Item, Result>[]): Waiting<Item, Result>[]
  run(batch: Waiting<Item, Result>[]): Promise<void>
}): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let running = 0
  let gathering = false

  /** Starts statements after the requests that have arrived by now, so that theirs are joined. */
  function gather(): void {
    if (gathering || waiting.length === 0) return
    gathering = true
    setImmediate(() => {
      gathering = false
      while (running < lanes && waiting.length > 0) {
        running += 1
        void lane(take(waiting))
      }
    })
  }

  async function lane(batch: Waiting<Item, Result>[]): Promise<void> {
    await run(batch)
    running -= 1
    gather()
  }

  return (item) => {
    if (waiting.length >= QUEUE) throw refused('service_unavailable', undefined, { retryAfter: 1 })
    return new Promise((resolve, reject) => {
      waiting.push({ ...item, resolve, reject })
      gather()
    })
  }
}
