import { AsyncLocalStorage } from 'node:async_hooks'
import Razorpay from 'razorpay'
import { request as httpRequest } from 'undici'
import { z } from 'zod'
import { publicAgent } from '#lib/webhooks/connect.ts'
import {
  baseOf,
  boundedBody,
  CallFailed,
  type CallLimits,
  connectionFailed,
  createCallLimits,
  retryAfterOf,
} from './call-limits.ts'
import { jsonOf } from './signature.ts'

export type GatewayConnection = CallLimits & {
  /** The host of the gateway's API, without /v1. */
  url: string
  keyId: string
  keySecret: string
  /** Networks of private addresses that the operator allows. */
  networks: readonly string[]
  /** The only authority that may vouch for the gateway, as PEM. */
  authority?: string
}

/** A list of 100 payments has about 200 KB. */
const MAX_RESPONSE_BYTES = 2_000_000

/** Of what is called here. */
const METHODS = ['GET', 'POST', 'PATCH'] as const

/** A request that the gateway has understood and will not do: a 400 or 404 with its own words. */
export class Rejected {
  readonly status: number
  readonly reason: string
  readonly description: string

  constructor(status: number, reason: string, description: string) {
    this.status = status
    this.reason = reason
    this.description = description
  }

  /** Whether it may be done later: another request about the same payment has to end first. */
  get isBusy(): boolean {
    return /in progress|in_progress|in_use/i.test(`${this.reason} ${this.description}`)
  }
}

const GatewayError = z.object({
  error: z.object({
    code: z.string().max(80),
    description: z.string(),
    reason: z.string().nullish(),
  }),
})

/** What one request of the stock client is sent with. */
type Sending = { signal: AbortSignal; headers: Record<string, string> }
/** The part of the stock client's HTTP instance that is used here. Its types leave the instance out. */
type Http = {
  defaults: { baseURL?: string; adapter?: (config: HttpConfig) => Promise<object> }
  getUri(config: HttpConfig): string
}
type HttpConfig = { method?: string; data?: unknown }

type CallOptions = { writes?: true; headers?: Record<string, string>; until: number }
export type GatewayClient = ReturnType<typeof createGatewayClient>

/**
 * The stock client of the API, whose requests go through this server's own connections: only to public addresses,
 * bounded, with a deadline, a circuit breaker and the gateway's own limits. By itself it has no time limit, follows
 * redirects to anywhere and takes responses of any size.
 */
export function createGatewayClient(options: GatewayConnection) {
  const base = baseOf(options.url, options.networks)
  const agent = publicAgent(options.networks, undefined, options.authority)
  const within = createCallLimits(options)
  const sending = new AsyncLocalStorage<Sending>()
  /** Until when the gateway asked to be left alone, in milliseconds. */
  let quietUntil = 0

  const stock = new Razorpay({ key_id: options.keyId, key_secret: options.keySecret })
  const http: Http = Reflect.get(stock.api, 'rq')
  http.defaults.baseURL = base.href.replace(/\/$/, '')
  // It never rejects, since the client reads a status of every error: what went wrong is the data.
  http.defaults.adapter = async (config) => {
    const data = await send(config).catch((error) => error)
    return { data, status: 200, statusText: '', headers: {}, config }
  }
  const authorization = `Basic ${Buffer.from(`${options.keyId}:${options.keySecret}`).toString('base64')}`

  async function send(config: HttpConfig): Promise<unknown> {
    const { signal, headers } = sending.getStore() ?? { signal: AbortSignal.timeout(0), headers: {} }
    const method = METHODS.find((each) => each === config.method?.toUpperCase()) ?? 'POST'
    const body = typeof config.data === 'string' ? { body: config.data } : {}
    const response = await httpRequest(http.getUri(config), {
      dispatcher: agent,
      method,
      headers: { ...headers, authorization, 'content-type': 'application/json', accept: 'application/json' },
      signal,
      ...body,
    }).catch(connectionFailed)
    const text = await boundedBody(response.body, MAX_RESPONSE_BYTES).catch(connectionFailed)
    return dataOf(response.statusCode, jsonOf(text), retryAfterOf(response.headers['retry-after']))
  }

  function dataOf(status: number, json: unknown, retryAfterMs: number): unknown {
    if (status >= 200 && status < 300) return json
    if (status === 429) {
      // A tenth more by chance, so that pending calls do not come back together.
      quietUntil = Math.max(quietUntil, Date.now() + retryAfterMs * (1 + Math.random() / 10))
      throw new CallFailed('The gateway takes no more requests at present (status 429).', {
        unwell: false,
        processed: false,
        retryAfterMs,
      })
    }
    if (status === 401 || status === 403)
      throw new CallFailed(`The gateway does not accept the API key (status ${status}).`, {
        unwell: false,
        transient: false,
        processed: false,
      })
    const { error } = GatewayError.safeParse(json).data ?? {}
    if ((status === 400 || status === 404) && error?.code === 'BAD_REQUEST_ERROR')
      return new Rejected(status, error.reason ?? 'bad_request', error.description)
    throw new CallFailed(`Status ${status}.`, { unwell: status >= 500, transient: status >= 500 })
  }

  function assertNotQuiet(): void {
    const retryAfterMs = quietUntil - Date.now()
    if (retryAfterMs > 0)
      throw new CallFailed('The gateway has asked to be left alone for a while.', {
        unwell: false,
        processed: false,
        retryAfterMs,
      })
  }

  return {
    /**
     * One request by the stock client. A read is repeated after any failure that may pass, a write only where the gateway
     * says that it did not look at it.
     * @returns the response by its schema, or what the gateway rejects
     * @throws acquirer_unavailable for everything else
     */
    call<Response extends z.ZodType>(
      what: string,
      schema: Response,
      { writes, headers = {}, until }: CallOptions,
      run: (client: Razorpay) => Promise<unknown>,
    ): Promise<z.output<Response> | Rejected> {
      const repeats = (failed: CallFailed) => !writes || !failed.processed
      return within(
        what,
        repeats,
        async (signal) => {
          assertNotQuiet()
          const data = await sending.run({ signal, headers }, () => run(stock))
          if (data instanceof Rejected) return data
          if (data instanceof Error) throw data
          const parsed = schema.safeParse(data)
          // The issues of the schema are left out, since they may quote.
          if (!parsed.success) throw new CallFailed(`The response to ${what} is outside the API.`)
          return parsed.data
        },
        until,
      )
    },
    until: () => Date.now() + options.totalMs,
    base,
    circuit: within.circuit,
    close: () => agent.destroy(),
  }
}
