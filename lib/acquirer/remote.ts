import { request as httpRequest } from 'undici'
import { z } from 'zod'
import type { Acquirer, Circuit } from '#lib/ports/acquirer.ts'
import {
  CALLS,
  type Call,
  type CallMoney,
  CallReference,
  Capabilities,
  MAX_MESSAGE_BYTES,
  ProtocolError,
} from '#lib/ports/acquirer-protocol.ts'
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
import { jsonOf, type Secrets, signedHeaders } from './signature.ts'

export type RemoteOptions = CallLimits & {
  /** Where the adapter is: its calls are below. */
  url: string
  secrets: Secrets
  upiLinks?: true
  /** Where the adapter reports changes. */
  notifyUrl?: string
  /** Networks of private addresses that the operator allows. */
  networks: readonly string[]
  /** The only authority that may vouch for the adapter, as PEM. */
  authority?: string
}

/** The statuses after which a repeat may succeed. */
const TRANSIENT = new Set([429, 502, 503, 504])

/**
 * An acquirer in another process or on another machine, over the protocol of lib/ports/acquirer-protocol.ts. Every call
 * may have reached it whatever is thrown here: the caller asks `status` for its reference later.
 * @throws acquirer_unavailable for everything but a response that the schema of the call allows
 */
export function createRemoteAcquirer(options: RemoteOptions): Acquirer & {
  capabilities(): Promise<Capabilities>
  circuit(): Circuit
  close(): Promise<void>
} {
  const base = baseOf(options.url, options.networks)
  const agent = publicAgent(options.networks, undefined, options.authority)
  const within = createCallLimits(options)

  async function exchange(path: string, body: string, signal: AbortSignal): Promise<unknown> {
    const method = body === '' ? 'GET' : 'POST'
    const headers = {
      'content-type': 'application/json',
      ...signedHeaders(options.secrets, body, Date.now()),
    }
    const sent = { dispatcher: agent, method, headers, signal, ...(body === '' ? {} : { body }) } as const
    const response = await httpRequest(new URL(path, base), sent).catch(connectionFailed)
    const text = await boundedBody(response.body, MAX_MESSAGE_BYTES).catch(connectionFailed)
    const json = jsonOf(text)
    if (response.statusCode === 200) return json
    const code = ProtocolError.safeParse(json).data?.error.code ?? 'no code'
    const clock = code === 'signature_invalid' ? clockOff(response.headers.date) : ''
    throw new CallFailed(`Status ${response.statusCode} (${code}).${clock}`, {
      unwell: response.statusCode >= 500,
      transient: TRANSIENT.has(response.statusCode),
      retryAfterMs: retryAfterOf(response.headers['retry-after']),
    })
  }

  async function call<Response extends z.ZodType, Fields extends { reference: string } & Partial<CallMoney>>(
    name: Call,
    response: Response,
    fields: Fields,
    about: Partial<CallMoney> = fields,
  ): Promise<z.output<Response>> {
    // A reference outside the protocol's letters would be a fault of this server.
    CallReference.parse(fields.reference)
    const notify = options.notifyUrl === undefined ? {} : { notify_url: options.notifyUrl }
    const body = JSON.stringify({ ...fields, ...notify, call: name })
    const repeats = () => name !== 'confirm'
    return within(name, repeats, async (signal) => {
      const responded = parsed(response, await exchange(name, body, signal), name)
      assertAbout(about, responded, name)
      return responded
    })
  }

  return {
    name: options.name,
    ...(options.upiLinks ? { upiLinks: true } : {}),
    authorize: (request) => call('authorize', CALLS.authorize.response, request),
    confirm: (reference, response, about) =>
      call('confirm', CALLS.confirm.response, { reference, response }, about),
    capture: (request) => call('capture', CALLS.capture.response, request),
    void: (request) => call('void', CALLS.void.response, request),
    refund: (request) => call('refund', CALLS.refund.response, request),
    payout: (request) => call('payout', CALLS.payout.response, request),
    settle: (request) => call('settle', CALLS.settle.response, request),
    status: (reference, about) => call('status', CALLS.status.response, { reference }, about),
    capabilities: () =>
      within(
        'capabilities',
        () => true,
        async (signal) => parsed(Capabilities, await exchange('', '', signal), 'capabilities'),
      ),
    circuit: within.circuit,
    close: () => agent.destroy(),
  }
}

/** Why a right signature was rejected, if the other machine says that it has another time. */
function clockOff(date: string | string[] | undefined): string {
  const minutes = Math.round((Date.parse(String(date)) - Date.now()) / 60_000)
  if (!(Math.abs(minutes) >= CLOCK_TOLERANCE_MINUTES)) return ''
  return ` The clock of the acquirer is ${Math.abs(minutes)} minutes ${minutes > 0 ? 'ahead' : 'behind'}.`
}
/** Signatures count for five minutes, and a clock need not be off by all of them before a slow request is late. */
const CLOCK_TOLERANCE_MINUTES = 4

/** Nothing is recorded of a response about other money: an adapter may have counted in another unit. */
export function assertAbout(about: Partial<CallMoney>, responded: unknown, what: string): void {
  const found = WithMoney.parse(responded)
  for (const { amount, currency } of [found, found.response ?? {}]) {
    if (amount !== undefined && about.amount !== undefined && amount !== about.amount)
      throw new CallFailed(`The response to ${what} is about another amount.`)
    if (currency !== undefined && about.currency !== undefined && currency !== about.currency)
      throw new CallFailed(`The response to ${what} is about another currency.`)
  }
}
const SomeMoney = z.object({ amount: z.number().optional(), currency: z.string().optional() })
const WithMoney = SomeMoney.extend({ response: SomeMoney.optional() })

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
