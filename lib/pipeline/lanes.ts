import { refused } from '#lib/pipeline/errors.ts'

/** At most so many statements of a kind run at once where they are joined. */
export const LANES = 3
/** At most so many share a statement. */
export const BATCH = 64
/** How far the queue is searched for others of the same shape. */
export const SCAN = 512
/** More than this never wait: the caller gets an error with Retry-After. */
const QUEUE = 5000

/** What waits, and how its caller is answered. */
export type Waiting<Item, Answer> = Item & { resolve(answer: Answer): void; reject(error: unknown): void }

/**
 * Runs statements for what waits, in lanes: while all are busy, what arrives gathers for the next statement, and so does
 * what arrives in one turn of the event loop. Nothing waits for a timer.
 * @param take takes those out of the queue that share the next statement; the one that waits longest first
 * @param run answers all of them, and never throws
 * @returns adds one to the queue; throws service_unavailable when too many wait
 */
export function openLanes<Item extends object, Answer>({
  lanes,
  take,
  run,
}: {
  lanes: number
  take(waiting: Waiting<Item, Answer>[]): Waiting<Item, Answer>[]
  run(batch: Waiting<Item, Answer>[]): Promise<void>
}): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = []
  let running = 0
  let gathering = false

  /** Starts statements after the requests that have arrived by now, so that what they ask for is joined. */
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

  async function lane(batch: Waiting<Item, Answer>[]): Promise<void> {
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
