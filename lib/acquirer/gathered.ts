import { refused } from '#lib/pipeline/errors.ts'

/** More calls than this never wait: the caller gets an error with Retry-After. */
const QUEUE = 5000

/**
 * Calls that wait at the same time, done together: while one run of `work` is under way, further calls gather for the
 * next. No call waits for a timer. When a run of several fails, each is run alone, so that none fails because of
 * another; `work` therefore has to bear a repeat.
 * @param work returns a result for each call, in their order
 * @param max how many calls share a run
 * @returns a function that rejects with service_unavailable when too many calls wait
 */
export function gathered<Call, Result>(
  work: (calls: Call[]) => Promise<Result[]>,
  max = 64,
): (call: Call) => Promise<Result> {
  type Waiting = { call: Call; resolve(result: Result): void; reject(error: unknown): void }
  const waiting: Waiting[] = []
  let running = false

  async function run(batch: Waiting[]): Promise<void> {
    try {
      const results = await work(batch.map(({ call }) => call))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error)
      else for (const one of batch) await run([one])
    }
  }

  async function runAll(): Promise<void> {
    while (waiting.length > 0) await run(waiting.splice(0, max))
    running = false
  }

  return (call) => {
    if (waiting.length >= QUEUE)
      return Promise.reject(refused('service_unavailable', undefined, { retryAfter: 1 }))
    return new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject })
      if (running) return
      running = true
      // What is called in the same turn of the event loop shares the first run.
      setImmediate(() => void runAll())
    })
  }
}
