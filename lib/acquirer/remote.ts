import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
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
import { request as httpRequest } from 'undici'
import type { z } from 'zod'
import { refused } from '#lib/pipeline/errors.ts'
import type { Acquirer } from '#lib/ports/acquirer.ts'
import {
  CALLS,
  type Call,
  CallReference,
  Capabilities,
  MAX_MESSAGE_BYTES,
  ProtocolError,
} from '#lib/ports/acquirer-protocol.ts'
import { isWithin } from '#lib/values/network.ts'
import { publicAgent } from '#lib/webhooks/connect.ts'
import { jsonOf, type Secrets, signedHeaders } from './signature.ts'

export type RemoteOptions = {
  /** Where the adapter is: its calls are below. */
  url: string
  secrets: Secrets
  /** In logs and in `doctor`. */
  name: string
  upiLinks?: true
  /** Where the adapter reports changes. */
  notifyUrl?: string
  /** Networks of private addresses that the operator allows. */
  networks: readonly string[]
  /** The only authority that may vouch for the adapter, as PEM. */
  authority?: string
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
/** The statuses after which a repeat may succeed. */
const TRANSIENT = new Set([429, 502, 503, 504])

/** A call that did not succeed. Its sentence names neither what was sent nor what came back, which may have card numbers. */
class CallFailed extends Error {
  /** Whether the adapter is in trouble. A call that it rejects is no sign of that. */
  readonly unwell: boolean
  readonly transient: boolean
  readonly retryAfterMs: number

  constructor(
    sentence: string,
    { unwell = true, transient = true, retryAfterMs = 0, cause }: FailedHow = {},
  ) {
    super(sentence, { cause })
    this.unwell = unwell
    this.transient = transient
    this.retryAfterMs = retryAfterMs
  }
}
type FailedHow = { unwell?: boolean; transient?: boolean; retryAfterMs?: number; cause?: unknown }

/**
 * An acquirer in another process or on another machine, over the protocol of lib/ports/acquirer-protocol.ts. Every call
 * may have reached it whatever is thrown here: the caller asks `status` for its reference later.
 * @throws acquirer_unavailable for everything but a response that the schema of the call allows
 */
export function createRemoteAcquirer(options: RemoteOptions): Acquirer & {
  capabilities(): Promise<Capabilities>
  close(): Promise<void>
} {
  const base = baseOf(options)
  const agent = publicAgent(options.networks, undefined, options.authority)
  const attemptMs = Math.ceil(options.totalMs / 2)
  const breaker = circuitBreaker(
    handleWhen((error) => !(error instanceof CallFailed) || error.unwell),
    { breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW), halfOpenAfter: options.restMs ?? 5000 },
  )
  const room = bulkhead(options.concurrency ?? 32, options.queue ?? 256)
  const whole = timeout(options.totalMs, TimeoutStrategy.Aggressive)

  /** Runs the exchange within all limits, once or several times. */
  async function within<T>(what: string, repeats: boolean, exchange: (signal: AbortSignal) => Promise<T>) {
    const deadline = Date.now() + options.totalMs
    const worth = (error: unknown) =>
      repeats && error instanceof CallFailed && error.transient && Date.now() + error.retryAfterMs < deadline
    const again = retry(handleWhen(worth), {
      maxAttempts: MAX_ATTEMPTS - 1,
      backoff: new DelegateBackoff(({ attempt, result }) => waitOf(attempt, result)),
    })
    const attempt = timeout(attemptMs, TimeoutStrategy.Aggressive)
    const policy = wrap(whole, room, again, breaker)
    try {
      return await policy.execute(({ signal }) =>
        attempt
          .execute((limited) => exchange(limited.signal), signal)
          .catch((error) => {
            throw error instanceof TaskCancelledError
              ? new CallFailed(`No response to ${what} in time.`)
              : error
          }),
      )
    } catch (error) {
      throw unavailable(error, options.name, what)
    }
  }

  async function exchange(path: string, body: string, signal: AbortSignal): Promise<unknown> {
    const method = body === '' ? 'GET' : 'POST'
    const headers = {
      'content-type': 'application/json',
      ...signedHeaders(options.secrets, body, Date.now()),
    }
    const sent = { dispatcher: agent, method, headers, signal, ...(body === '' ? {} : { body }) } as const
    const response = await httpRequest(new URL(path, base), sent).catch(connectionFailed)
    const text = await textOf(response.body).catch(connectionFailed)
    const json = jsonOf(text)
    if (response.statusCode === 200) return json
    const code = ProtocolError.safeParse(json).data?.error.code ?? 'no code'
    throw new CallFailed(`Status ${response.statusCode} (${code}).`, {
      unwell: response.statusCode >= 500,
      transient: TRANSIENT.has(response.statusCode),
      retryAfterMs: secondsOf(response.headers['retry-after']) * 1000,
    })
  }

  async function call<Response extends z.ZodType, Fields extends { reference: string }>(
    name: Call,
    response: Response,
    fields: Fields,
  ): Promise<z.output<Response>> {
    // A reference outside the protocol's letters would be a fault of this server.
    CallReference.parse(fields.reference)
    const notify = options.notifyUrl === undefined ? {} : { notify_url: options.notifyUrl }
    const body = JSON.stringify({ ...fields, ...notify, call: name })
    return within(name, name !== 'confirm', async (signal) =>
      parsed(response, await exchange(name, body, signal), name),
    )
  }

  return {
    name: options.name,
    ...(options.upiLinks ? { upiLinks: true } : {}),
    authorize: (request) => call('authorize', CALLS.authorize.response, request),
    confirm: (reference, response) => call('confirm', CALLS.confirm.response, { reference, response }),
    capture: (request) => call('capture', CALLS.capture.response, request),
    void: (request) => call('void', CALLS.void.response, request),
    refund: (request) => call('refund', CALLS.refund.response, request),
    payout: (request) => call('payout', CALLS.payout.response, request),
    settle: (request) => call('settle', CALLS.settle.response, request),
    status: (reference) => call('status', CALLS.status.response, { reference }),
    capabilities: () =>
      within('capabilities', true, async (signal) =>
        parsed(Capabilities, await exchange('', '', signal), 'capabilities'),
      ),
    close: () => agent.destroy(),
  }
}

/** Without TLS only to an address that the operator allows by its network. */
function baseOf({ url, networks }: RemoteOptions): URL {
  const base = new URL(url.endsWith('/') ? url : `${url}/`)
  const host = base.hostname.replace(/^\[|\]$/g, '')
  if (base.protocol !== 'https:' && !(base.protocol === 'http:' && isWithin(host, networks)))
    throw new Error('The URL of an acquirer begins with https://, except on a network that is allowed.')
  return base
}

/** Half of the wait is chance, so that many callers do not come back together. */
function waitOf(attempt: number, result: unknown): number {
  const failed = typeof result === 'object' && result !== null && 'error' in result ? result.error : undefined
  const least = failed instanceof CallFailed ? failed.retryAfterMs : 0
  const usual = 100 * 2 ** attempt
  return least + usual / 2 + (Math.random() * usual) / 2
}

function parsed<Response extends z.ZodType>(
  schema: Response,
  json: unknown,
  what: string,
): z.output<Response> {
  const result = schema.safeParse(json)
  // The issues of the schema are left out, since they may quote.
  if (!result.success) throw new CallFailed(`The response to ${what} is outside the protocol.`)
  return result.data
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_MESSAGE_BYTES) throw new CallFailed('The response is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function connectionFailed(error: unknown): never {
  throw error instanceof CallFailed ? error : new CallFailed('The connection failed.', { cause: error })
}

function secondsOf(header: string | string[] | undefined): number {
  const seconds = Number(header)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0
}

function unavailable(error: unknown, name: string, what: string) {
  const unsent = error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError
  const sentence = unsent ? 'was not sent, since the acquirer is failing or busy' : 'failed'
  const cause = new Error(`${what} of ${name} ${sentence}.`, { cause: error })
  return refused('acquirer_unavailable', undefined, { cause, ...(unsent ? { retryAfter: 5 } : {}) })
}
