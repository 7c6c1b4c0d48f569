import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import {
  CALLS,
  type Call,
  type CallNotification,
  Capabilities,
  ERROR_STATUS,
  type ErrorCode,
  type HostedOutcome,
  MAX_MESSAGE_BYTES,
  ProtocolError,
} from '#lib/ports/acquirer-protocol.ts'
import { jsonOf, notificationIn, referenceOfReturn, type Secrets, signedHeaders } from './signature.ts'

export type Certification = {
  url: string
  secrets: Secrets
  /** How long a response may take, and how long pending outcomes and notifications are waited for, in milliseconds. */
  responseMs?: number
  patienceMs?: number
  /** The names of the checks to run beside that of the capabilities. Default: all. */
  only?: readonly string[]
}

export type CheckResult = { check: string; result: 'passed' | 'failed' | 'skipped'; detail: string }

/** Of another acquirer: the adapter must accept a second secret, never this one alone. */
const FOREIGN_SECRET = `whsec_${Buffer.from('counterfoil-certification-secret').toString('base64')}`
const PARALLEL = 50
const AMOUNT = 20_000

class Failed extends Error {}

type Received = CallNotification & { id: string; repeated: boolean }
type Exchange = { status: number; body: string; json: unknown }

/**
 * The series of checks that an adapter passes before it carries live payments. Each stands alone and moves only money of the
 * sandbox.
 */
export async function certify(options: Certification): Promise<CheckResult[]> {
  const adapter = await openAdapter(options)
  const results: CheckResult[] = []
  try {
    for (const [check, run] of Object.entries(CHECKS)) {
      if (options.only && check !== 'capabilities' && !options.only.includes(check)) continue
      try {
        const skipped = await run(adapter)
        results.push({ check, result: skipped ? 'skipped' : 'passed', detail: skipped ?? '' })
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error)
        results.push({ check, result: 'failed', detail })
        // Without its capabilities nothing else is known of the adapter.
        if (check === 'capabilities') break
      }
    }
    return results
  } finally {
    await adapter.close()
  }
}

type Adapter = Awaited<ReturnType<typeof openAdapter>>

/** Sends the calls of the checks and receives the notifications. */
async function openAdapter({ url, secrets, responseMs = 10_000, patienceMs = 30_000 }: Certification) {
  const base = new URL(url.endsWith('/') ? url : `${url}/`)
  const received: Received[] = []
  let unsigned = 0
  /** Notifications that are rejected the first time, so that they arrive again, behind later ones. */
  const rejected = new Set<string>()
  let capabilities: Capabilities | undefined
  let slowest = 0
  let largest = 0

  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      const notification = notificationIn(secrets, body, request.headers)
      const id = String(request.headers['webhook-id'])
      if (notification === null) unsigned += 1
      else received.push({ ...notification, id, repeated: rejected.has(id) })
      const again = notification !== null && !rejected.has(id)
      rejected.add(id)
      response.writeHead(again ? 503 : 200).end()
    })
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  const address = receiver.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const notify_url = `http://127.0.0.1:${port}/notifications`

  /** Sends a body as it is. `headers` replace the right signature. */
  async function send(path: string, body: string, headers?: Record<string, string>): Promise<Exchange> {
    const begun = performance.now()
    const signature = headers ?? signedHeaders(secrets, body, Date.now())
    const response = await fetch(new URL(path, base), {
      method: body === '' ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...signature },
      ...(body === '' ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(responseMs),
    }).catch((error: Error) => {
      throw new Failed(`No response to ${path || 'GET /'} within ${responseMs} ms (${error.name}).`)
    })
    const text = await response.text()
    slowest = Math.max(slowest, performance.now() - begun)
    largest = Math.max(largest, Buffer.byteLength(text))
    return { status: response.status, body: text, json: jsonOf(text) }
  }

  const bodyOf = (call: Call, fields: object) => JSON.stringify({ call, notify_url, ...fields })

  async function call<Response extends z.ZodType>(name: Call, response: Response, fields: object) {
    const { status, json } = await send(name, bodyOf(name, fields))
    if (status !== 200) throw new Failed(`${name} got ${status} ${codeOf(json)} in place of 200.`)
    return parsedBy(response, json, name)
  }

  const calls = {
    authorize: (fields: object) => call('authorize', CALLS.authorize.response, fields),
    capture: (fields: object) => call('capture', CALLS.capture.response, fields),
    void: (fields: object) => call('void', CALLS.void.response, fields),
    refund: (fields: object) => call('refund', CALLS.refund.response, fields),
    payout: (fields: object) => call('payout', CALLS.payout.response, fields),
    settle: (fields: object) => call('settle', CALLS.settle.response, fields),
    status: (fields: object) => call('status', CALLS.status.response, fields),
  }

  async function expectError(code: ErrorCode, name: string, body: string, headers?: Record<string, string>) {
    const { status, json } = await send(name, body, headers)
    if (status !== ERROR_STATUS[code])
      throw new Failed(`${name || 'GET /'} got ${status} in place of ${ERROR_STATUS[code]} ${code}.`)
    if (!ProtocolError.safeParse(json).success) throw new Failed(`The body of a ${status} is no error.`)
  }

  const known = () => {
    if (!capabilities) throw new Failed('The capabilities are unknown.')
    return capabilities
  }

  /** An authorized payment: on the hosted page where there is one, else with the instrument of the sandbox. */
  async function authorized(amount = AMOUNT): Promise<string> {
    const reference = newReference()
    if (known().collection.includes('hosted')) await payHosted(reference, 'paid', amount)
    else await calls.authorize(directOf(reference, amount))
    const status = await calls.status({ reference })
    if (status.outcome !== 'authorization' || status.response.outcome !== 'authorized')
      throw new Failed('A payment that was paid is not authorized.')
    return reference
  }

  function directOf(reference: string, amount = AMOUNT) {
    return { reference, amount, currency: currency(), instrument: known().test_instrument, challenge: 'none' }
  }

  function hostedOf(reference: string, amount = AMOUNT) {
    const collect = { kind: 'hosted', return_url: `http://127.0.0.1:${port}/return?kept=1` }
    return { reference, amount, currency: currency(), collect }
  }

  const attemptOf = (reference: string, amount = AMOUNT) =>
    known().collection.includes('hosted') ? hostedOf(reference, amount) : directOf(reference, amount)

  /** Follows the payer over the page and back. */
  async function payHosted(reference: string, outcome: HostedOutcome, amount = AMOUNT): Promise<void> {
    const response = await calls.authorize(hostedOf(reference, amount))
    if (response.outcome !== 'redirect') throw new Failed(`Hosted collection got ${response.outcome}.`)
    const page = await (await fetch(response.url)).text()
    const form = /<form\b[^<>]*>/.exec(page)?.[0] ?? ''
    if (!/method="post"/i.test(form) || !page.includes('name="outcome"'))
      throw new Failed('The hosted page of a sandbox has no form with outcome.')
    const action = /action="([^"]*)"/.exec(form)?.[1] ?? ''
    const back = await fetch(new URL(action, response.url), {
      method: 'POST',
      body: new URLSearchParams({ outcome }),
      redirect: 'manual',
    })
    const target = URL.parse(back.headers.get('location') ?? '')
    if (back.status !== 303 || !target) throw new Failed('The payer is not sent back with 303.')
    const params = Object.fromEntries(target.searchParams)
    if (params.kept !== '1') throw new Failed('The return address lost its own search params.')
    if (referenceOfReturn(secrets, params) !== reference) throw new Failed('The return is not signed.')
  }

  const currency = () => known().currencies[0] ?? 'INR'

  return {
    base,
    secrets,
    responseMs,
    patienceMs,
    received,
    ...calls,
    send,
    bodyOf,
    expectError,
    authorized,
    attemptOf,
    directOf,
    payHosted,
    currency,
    capabilities: known,
    unsignedCount: () => unsigned,
    worst: () => ({ slowest, largest }),
    async readCapabilities() {
      const { status, json } = await send('', '')
      if (status !== 200) throw new Failed(`GET / got ${status} ${codeOf(json)} in place of 200.`)
      capabilities = parsedBy(Capabilities, json, 'GET /')
      return capabilities
    },
    close: () =>
      new Promise((closed) => {
        receiver.close(closed)
        receiver.closeAllConnections()
      }),
  }
}

/** Each returns the reason for which it does not apply, or nothing. */
const CHECKS: Record<string, (adapter: Adapter) => Promise<string | undefined>> = {
  async capabilities(adapter) {
    const { sandbox } = await adapter.readCapabilities()
    if (!sandbox) throw new Failed('Only a sandbox is certified: this adapter moves real money.')
    return undefined
  },

  async 'signature missing'(adapter) {
    await adapter.expectError('signature_invalid', 'status', statusBody(adapter), {})
    await adapter.expectError('signature_invalid', '', '', {})
    return undefined
  },

  async 'signature wrong'(adapter) {
    const body = statusBody(adapter)
    const foreign = signedHeaders([FOREIGN_SECRET], body, Date.now())
    await adapter.expectError('signature_invalid', 'status', body, foreign)
    const other = signedHeaders(adapter.secrets, statusBody(adapter), Date.now())
    await adapter.expectError('signature_invalid', 'status', body, other)
    return undefined
  },

  async 'signature old'(adapter) {
    const body = statusBody(adapter)
    const old = signedHeaders(adapter.secrets, body, Date.now() - 6 * MINUTE)
    await adapter.expectError('signature_invalid', 'status', body, old)
    return undefined
  },

  async 'signature of the future'(adapter) {
    const body = statusBody(adapter)
    const early = signedHeaders(adapter.secrets, body, Date.now() + 6 * MINUTE)
    await adapter.expectError('signature_invalid', 'status', body, early)
    return undefined
  },

  async 'clock four minutes off'(adapter) {
    for (const off of [-4 * MINUTE, 4 * MINUTE]) {
      const body = statusBody(adapter)
      const { status } = await adapter.send(
        'status',
        body,
        signedHeaders(adapter.secrets, body, Date.now() + off),
      )
      if (status !== 200) throw new Failed(`A clock that is four minutes off got ${status}.`)
    }
    return undefined
  },

  async 'secret exchanged'(adapter) {
    const body = statusBody(adapter)
    const headers = signedHeaders([FOREIGN_SECRET, ...adapter.secrets], body, Date.now())
    const { status } = await adapter.send('status', body, headers)
    if (status !== 200) throw new Failed(`Two signatures, of which the second is right, got ${status}.`)
    return undefined
  },

  async 'signature of another call'(adapter) {
    await adapter.expectError('invalid_request', 'capture', statusBody(adapter))
    return undefined
  },

  async 'malformed requests'(adapter) {
    await adapter.expectError('invalid_request', 'status', '{"call":"status"')
    await adapter.expectError('invalid_request', 'status', adapter.bodyOf('status', {}))
    const fractional = adapter.bodyOf('authorize', adapter.attemptOf(newReference(), 0.5))
    await adapter.expectError('invalid_request', 'authorize', fractional)
    await adapter.expectError('not_found', 'nothing', statusBody(adapter))
    return undefined
  },

  async 'status of what never arrived'(adapter) {
    const { outcome } = await adapter.status({ reference: newReference() })
    if (outcome !== 'unknown') throw new Failed(`The status is ${outcome} in place of unknown.`)
    return undefined
  },

  async 'authorize 50 times at once'(adapter) {
    const attempt = adapter.attemptOf(newReference())
    await sameAtOnce('authorize', () => adapter.authorize(attempt))
    return undefined
  },

  async 'reference reused'(adapter) {
    const reference = newReference()
    const first = await adapter.authorize(adapter.attemptOf(reference))
    const other = adapter.bodyOf('authorize', adapter.attemptOf(reference, AMOUNT + 100))
    await adapter.expectError('reference_reused', 'authorize', other)
    const capture = captureOf(adapter, reference, { reference })
    await adapter.expectError('reference_reused', 'capture', adapter.bodyOf('capture', capture))
    const again = await adapter.authorize(adapter.attemptOf(reference))
    if (!isDeepStrictEqual(again, first)) throw new Failed('The first request lost its response.')
    return undefined
  },

  async 'direct collection'(adapter) {
    const { collection, test_instrument } = adapter.capabilities()
    if (!collection.includes('direct')) return 'no direct collection'
    if (!test_instrument) throw new Failed('The capabilities have no test_instrument.')
    const { outcome } = await adapter.authorize(adapter.directOf(newReference()))
    if (outcome !== 'authorized') throw new Failed(`The test_instrument got ${outcome}.`)
    return undefined
  },

  async 'hosted collection'(adapter) {
    if (!adapter.capabilities().collection.includes('hosted')) return 'no hosted collection'
    for (const outcome of ['paid', 'declined', 'cancelled'] as const) {
      const reference = newReference()
      await adapter.payHosted(reference, outcome)
      const status = await adapter.status({ reference })
      const found = status.outcome === 'authorization' ? status.response.outcome : status.outcome
      if (found !== (outcome === 'paid' ? 'authorized' : 'declined'))
        throw new Failed(`A payer who chose ${outcome} left ${found}.`)
    }
    return undefined
  },

  async 'capture 50 times at once'(adapter) {
    const request = captureOf(adapter, await adapter.authorized())
    const { outcome } = await sameAtOnce('capture', () => adapter.capture(request))
    if (outcome !== 'captured') throw new Failed(`An authorized payment got ${outcome}.`)
    const status = await adapter.status({ reference: request.reference })
    if (status.outcome !== 'capture') throw new Failed(`The status of a capture is ${status.outcome}.`)
    return undefined
  },

  async 'capture under two references'(adapter) {
    const authorization = await adapter.authorized()
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => adapter.capture(captureOf(adapter, authorization))),
    )
    const captured = outcomes.filter(({ outcome }) => outcome === 'captured').length
    if (captured !== 1) throw new Failed(`One authorization was captured ${captured} times.`)
    return undefined
  },

  async 'capture over the authorization'(adapter) {
    const request = captureOf(adapter, await adapter.authorized(), { amount: AMOUNT + 1 })
    const { outcome } = await adapter.capture(request)
    if (outcome !== 'refused') throw new Failed(`It got ${outcome}.`)
    return undefined
  },

  async 'capture of what never arrived'(adapter) {
    const { outcome } = await adapter.capture(captureOf(adapter, newReference()))
    if (outcome !== 'refused') throw new Failed(`It got ${outcome}.`)
    return undefined
  },

  async void(adapter) {
    const authorization = await adapter.authorized()
    const request = refundOf(adapter, authorization)
    const { outcome } = await sameAtOnce('void', () => adapter.void(request))
    if (outcome === 'failed') throw new Failed('An authorized payment could not be voided.')
    const capture = await adapter.capture(captureOf(adapter, authorization))
    if (capture.outcome !== 'refused') throw new Failed('A voided payment was captured.')
    return undefined
  },

  async 'void after capture'(adapter) {
    const { outcome } = await adapter.void(refundOf(adapter, await captured(adapter)))
    if (outcome !== 'failed') throw new Failed(`It got ${outcome}.`)
    return undefined
  },

  async 'refund 50 times at once'(adapter) {
    const request = refundOf(adapter, await captured(adapter), { amount: AMOUNT / 2 })
    const { outcome } = await sameAtOnce('refund', () => adapter.refund(request))
    if (outcome === 'failed') throw new Failed('A captured payment could not be refunded.')
    const status = await adapter.status({ reference: request.reference })
    if (status.outcome !== 'refund') throw new Failed(`The status of a refund is ${status.outcome}.`)
    return undefined
  },

  async 'refund over the capture'(adapter) {
    const whole = refundOf(adapter, await captured(adapter), { amount: AMOUNT + 1 })
    if ((await adapter.refund(whole)).outcome !== 'failed')
      throw new Failed('More was refunded than captured.')
    const authorization = await captured(adapter)
    const parts = await Promise.all(
      Array.from({ length: 10 }, () =>
        adapter.refund(refundOf(adapter, authorization, { amount: AMOUNT / 4 })),
      ),
    )
    const accepted = parts.filter(({ outcome }) => outcome !== 'failed').length
    if (accepted !== 4) throw new Failed(`Of ten refunds of a quarter, ${accepted} were accepted.`)
    return undefined
  },

  async 'refund without a capture'(adapter) {
    const { outcome } = await adapter.refund(refundOf(adapter, await adapter.authorized()))
    if (outcome !== 'failed') throw new Failed(`It got ${outcome}.`)
    return undefined
  },

  async payout(adapter) {
    if (!adapter.capabilities().payouts) return 'no payouts'
    const account = { account_number: '1234567890', ifsc: 'HDFC0000001', name: 'Asha Rao', narration: 'Test' }
    await paidOut(adapter, 'payout', account)
    return undefined
  },

  async settle(adapter) {
    if (!adapter.capabilities().settlement) return 'no settlement'
    await paidOut(adapter, 'settle', {})
    return undefined
  },

  async 'notifications late, doubled and reordered'(adapter) {
    const refund = refundOf(adapter, await captured(adapter))
    const first = await adapter.refund(refund)
    const references = first.outcome === 'pending' ? [refund.reference] : []
    if (adapter.capabilities().collection.includes('hosted')) {
      const reference = newReference()
      await adapter.payHosted(reference, 'paid')
      references.push(reference)
    }
    if (references.length === 0) return 'no outcome of this adapter comes late'
    // Rejected once, each comes again behind those that came after it.
    const twice = (reference: string) =>
      adapter.received.some((one) => one.reference === reference && one.repeated)
    const deadline = Date.now() + adapter.patienceMs
    while (!references.every(twice)) {
      if (Date.now() > deadline)
        throw new Failed(
          `A notification was not sent again within ${adapter.patienceMs} ms, with the same ID.`,
        )
      await wait(50)
    }
    if (adapter.unsignedCount() > 0) throw new Failed('A notification was not signed.')
    const status = await adapter.status({ reference: refund.reference })
    if (status.outcome !== 'refund' || status.response.outcome === 'pending')
      throw new Failed('A refund is pending after its notification.')
    return undefined
  },

  async 'request cut'(adapter) {
    const fields = adapter.attemptOf(newReference())
    await partOf(adapter, 'authorize', adapter.bodyOf('authorize', fields), 0)
    const status = await adapter.status({ reference: fields.reference })
    if (status.outcome !== 'unknown') throw new Failed('Half a request had an effect.')
    await adapter.authorize(fields)
    return undefined
  },

  async 'requests slow'(adapter) {
    const body = statusBody(adapter)
    const slow = Promise.all(Array.from({ length: 20 }, () => partOf(adapter, 'status', body, 1500)))
    await wait(300)
    const other = adapter.status({ reference: newReference() })
    const first = await Promise.race([other.then(() => 'other'), wait(1000).then(() => 'slow')])
    await slow
    await other
    if (first === 'slow') throw new Failed('Slow requests hold up others.')
    return undefined
  },

  async 'request oversized'(adapter) {
    const body = adapter.bodyOf('status', { reference: newReference(), filling: 'x'.repeat(1_000_000) })
    const sent = await adapter.send('status', body).catch(() => null)
    if (sent !== null && sent.status !== ERROR_STATUS.body_too_large)
      throw new Failed(`A body of 1 MB got ${sent.status} in place of 413.`)
    await adapter.status({ reference: newReference() })
    return undefined
  },

  async 'responses in time and in bounds'(adapter) {
    const { slowest, largest } = adapter.worst()
    if (largest > MAX_MESSAGE_BYTES) throw new Failed(`A response had ${largest} bytes.`)
    if (slowest > adapter.responseMs / 2) throw new Failed(`A response took ${Math.round(slowest)} ms.`)
    return undefined
  },
}

export const CHECK_NAMES = Object.keys(CHECKS)

const MINUTE = 60_000

const newReference = () => `cert_${randomUUID().replaceAll('-', '').slice(0, 20)}`

const statusBody = (adapter: Adapter) => adapter.bodyOf('status', { reference: newReference() })

function captureOf(adapter: Adapter, authorization: string, more: object = {}) {
  const reference = newReference()
  return { reference, authorization, amount: AMOUNT, currency: adapter.currency(), ...more }
}

function refundOf(adapter: Adapter, authorization: string, more: object = {}) {
  return { ...captureOf(adapter, authorization), speed: 'normal', ...more }
}

async function captured(adapter: Adapter): Promise<string> {
  const authorization = await adapter.authorized()
  const { outcome } = await adapter.capture(captureOf(adapter, authorization))
  if (outcome !== 'captured') throw new Failed(`An authorized payment got ${outcome}.`)
  return authorization
}

/** Fails unless all of many equal calls, which run at the same time, get one response. */
async function sameAtOnce<Response>(name: Call, call: () => Promise<Response>): Promise<Response> {
  const first = call()
  const responses = await Promise.all([first, ...Array.from({ length: PARALLEL - 1 }, call)])
  if (!responses.every((response) => isDeepStrictEqual(response, responses[0])))
    throw new Failed(`Equal calls of ${name} got different responses.`)
  return first
}

async function paidOut(adapter: Adapter, name: 'payout' | 'settle', account: object): Promise<void> {
  const reference = newReference()
  const fields = { reference, amount: AMOUNT, currency: adapter.currency(), ...account }
  await sameAtOnce(name, () => adapter[name](fields))
  const status = await adapter.status({ reference })
  if (status.outcome !== 'payout') throw new Failed(`The status of ${name} is ${status.outcome}.`)
  const more = adapter.bodyOf(name, { ...fields, amount: AMOUNT * 2 })
  await adapter.expectError('reference_reused', name, more)
}

/** Sends half of a request, waits, and cuts the connection. */
async function partOf({ base, secrets }: Adapter, path: string, body: string, pause: number): Promise<void> {
  if (base.protocol !== 'http:') return
  const url = new URL(path, base)
  const headers = { ...signedHeaders(secrets, body, Date.now()), 'content-type': 'application/json' }
  const lines = Object.entries({ host: url.host, 'content-length': String(body.length), ...headers })
  const socket = connect(Number(url.port || 80), url.hostname)
  socket.on('error', () => {})
  socket.write(
    `POST ${url.pathname} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  )
  socket.write(body.slice(0, body.length / 2))
  await wait(50 + pause)
  socket.destroy()
  await wait(50)
}

function parsedBy<Schema extends z.ZodType>(schema: Schema, json: unknown, what: string): z.output<Schema> {
  const result = schema.safeParse(json)
  if (!result.success) throw new Failed(`The response to ${what} is outside the protocol.`)
  return result.data
}

function codeOf(json: unknown): string {
  return ProtocolError.safeParse(json).data?.error.code ?? 'without an error code'
}

/** For people: a line for each check. */
export function certificationText(results: readonly CheckResult[]): string {
  const width = Math.max(...results.map(({ check }) => check.length))
  const lines = results.map(({ check, result, detail }) =>
    `${check.padEnd(width)}  ${result.padEnd(7)}  ${detail}`.trimEnd(),
  )
  const failed = results.filter(({ result }) => result === 'failed').length
  return [
    ...lines,
    failed === 0 ? 'Certified.' : `Not certified: ${failed} of ${results.length} failed.`,
  ].join('\n')
}
