import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import {
  CALLS,
  type Call,
  type CallNotification,
  Capabilities,
  ERROR_STATUS,
  type ErrorCode,
  type HostedOutcome,
  ProtocolError,
} from '#lib/ports/acquirer-protocol.ts'
import { codesOf } from '#lib/process/availability.ts'
import { assertAbout } from './remote.ts'
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

export const AMOUNT = 20_000

/** What an adapter does wrong, in a sentence. */
export class Failed extends Error {}

type Received = CallNotification & { id: string; repeated: boolean }
type Exchange = { status: number; body: string; json: unknown }

export const newReference = () => `cert_${randomUUID().replaceAll('-', '').slice(0, 20)}`

export type Adapter = Awaited<ReturnType<typeof openAdapter>>

/** Sends the calls of the checks and receives the notifications. */
export async function openAdapter({ url, secrets, responseMs = 10_000, patienceMs = 30_000 }: Certification) {
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
      const what = path || 'GET /'
      throw new Failed(
        error.name === 'TimeoutError'
          ? `No response to ${what} within ${responseMs} ms.`
          : `No response to ${what} (${codesOf(error).join(', ') || error.message}).`,
      )
    })
    const text = await response.text()
    slowest = Math.max(slowest, performance.now() - begun)
    largest = Math.max(largest, Buffer.byteLength(text))
    return { status: response.status, body: text, json: jsonOf(text) }
  }

  const boundedBody = (call: Call, fields: object) => JSON.stringify({ call, notify_url, ...fields })

  async function call<Response extends z.ZodType>(name: Call, response: Response, fields: object) {
    const { status, json } = await send(name, boundedBody(name, fields))
    if (status !== 200) throw new Failed(`${name} got ${status} ${codeOf(json)} in place of 200.`)
    const responded = parsedBy(response, json, name)
    assertAbout(fields, responded, name)
    return responded
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
    boundedBody,
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

/** Sends half of a request, waits, and cuts the connection. */
export async function partOf(
  { base, secrets }: Adapter,
  path: string,
  body: string,
  pause: number,
): Promise<void> {
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
