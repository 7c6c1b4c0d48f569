import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhen,
  retry,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel'
import { refused } from '#lib/pipeline/errors.ts'
import { NotSent } from '#lib/ports/acquirer.ts'
import { isWithin } from '#lib/values/network.ts'

export type CallLimits = {
  /** In logs and in `doctor`. */
  name: string
  /** The limit of a call with its repeats, in milliseconds: below ACQUIRER_TIMEOUT_MS. */
  totalMs: number
  /** How many calls are under way at a time, and how many wait. */
  concurrency?: number
  queue?: number
  /** How long it is left alone after it failed too often in a row, in milliseconds. */
  restMs?: number
}

const MAX_ATTEMPTS = 3
const FAILURES_IN_A_ROW = 8

type FailedHow = {
  unwell?: boolean
  transient?: boolean
  processed?: boolean
  retryAfterMs?: number
  cause?: unknown
}

/** A call that did not succeed. Its sentence names neither what was sent nor what came back, which may have card numbers. */
export class CallFailed extends Error {
  /** Whether the other side is in trouble. A call that it rejects is no sign of that. */
  readonly unwell: boolean
  readonly transient: boolean
  /** Whether it may have had an effect nevertheless. */
  readonly processed: boolean
  readonly retryAfterMs: number

  constructor(
    sentence: string,
    { unwell = true, transient = true, processed = true, retryAfterMs = 0, cause }: FailedHow = {},
  ) {
    super(sentence, { cause })
    this.unwell = unwell
    this.transient = transient
    this.processed = processed
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * Runs exchanges with an acquirer within all limits: a deadline, repeats where the call allows them, a circuit breaker, and
 * so many at a time.
 * @throws acquirer_unavailable for everything that an exchange throws
 */
export function createCallLimits(options: CallLimits) {
  const breaker = circuitBreaker(
    handleWhen((error) => !(error instanceof CallFailed) || error.unwell),
    { breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW), halfOpenAfter: options.restMs ?? 5000 },
  )
  const room = bulkhead(options.concurrency ?? 32, options.queue ?? 256)

  /**
   * @param repeats whether a call that failed so may be made again
   * @param until when the whole of it is over, in milliseconds
   */
  async function within<T>(
    what: string,
    repeats: (failed: CallFailed) => boolean,
    exchange: (signal: AbortSignal) => Promise<T>,
    until = Date.now() + options.totalMs,
  ): Promise<T> {
    const left = Math.max(1, until - Date.now())
    const worth = (error: unknown) =>
      error instanceof CallFailed &&
      error.transient &&
      repeats(error) &&
      Date.now() + error.retryAfterMs < until
    const again = retry(handleWhen(worth), {
      maxAttempts: MAX_ATTEMPTS - 1,
      backoff: new DelegateBackoff(({ attempt, result }) => waitOf(attempt, result)),
    })
    const noResponse = new CallFailed(`No response to ${what} in time.`)
    const attempt = timeout(repeats(noResponse) ? Math.ceil(left / 2) : left, TimeoutStrategy.Aggressive)
    const policy = wrap(timeout(left, TimeoutStrategy.Aggressive), room, again, breaker)
    // Of a call that was sent, the error of its last attempt: its repeat may be held back.
    let last: unknown
    try {
      return await policy.execute(({ signal }) => {
        last = noResponse
        return attempt
          .execute((limited) => exchange(limited.signal), signal)
          .catch((error) => {
            last = error instanceof TaskCancelledError ? noResponse : error
            throw last
          })
      })
    } catch (error) {
      throw unavailable(last ?? error, options.name, what)
    }
  }

  return Object.assign(within, { circuit: () => STATES[breaker.state] })
}

/** An isolated circuit is one that was opened on purpose, which nothing here does. */
const STATES = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half_open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
} as const

/** Half of the wait is chance, so that many callers do not come back together. */
function waitOf(attempt: number, result: unknown): number {
  const failed = typeof result === 'object' && result !== null && 'error' in result ? result.error : undefined
  const least = failed instanceof CallFailed ? failed.retryAfterMs : 0
  const usual = 100 * 2 ** attempt
  return least + usual / 2 + (Math.random() * usual) / 2
}

function unavailable(error: unknown, name: string, what: string) {
  const unsent = [BrokenCircuitError, BulkheadRejectedError, TaskCancelledError].some(
    (kind) => error instanceof kind,
  )
  const sentence = unsent ? 'was not sent, since the acquirer is failing or busy' : 'failed'
  const cause = new (unsent ? NotSent : Error)(`${what} of ${name} ${sentence}.`, { cause: error })
  const wait = error instanceof CallFailed ? Math.ceil(error.retryAfterMs / 1000) : 0
  const retryAfter = unsent ? 5 : wait
  return refused('acquirer_unavailable', undefined, { cause, ...(retryAfter > 0 ? { retryAfter } : {}) })
}

/** Without TLS only to an address that the operator allows by its network. */
export function baseOf(url: string, networks: readonly string[]): URL {
  const base = new URL(url.endsWith('/') ? url : `${url}/`)
  const host = base.hostname.replace(/^\[|\]$/g, '')
  if (base.protocol !== 'https:' && !(base.protocol === 'http:' && isWithin(host, networks)))
    throw new Error(
      'The URL of an acquirer begins with https://. With http:// it is an IP address in WEBHOOK_ALLOWED_NETWORKS, a setting of the server.',
    )
  return base
}

export async function boundedBody(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new CallFailed('The response is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

export function connectionFailed(error: unknown): never {
  throw error instanceof CallFailed ? error : new CallFailed('The connection failed.', { cause: error })
}

/** The wait in a Retry-After header, in milliseconds. */
export function retryAfterOf(header: string | string[] | undefined): number {
  const seconds = Number(header)
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0
}
