import { setTimeout as wait } from 'node:timers/promises'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { isRecord } from '#lib/values/json.ts'
import { counterpart, type Difference, differencesOf, type Json, own, shownName } from './differences.ts'
import { type Api, segmentsOf } from './operations.ts'
import { type Ignored, parsed, type RecordedRequest } from './recording.ts'
import { createReplacement } from './replaced.ts'

/** The ID of a record: a prefix and 14 letters or digits. */
const ID = /^[a-z]{2,10}_[0-9A-Za-z]{14}$/
const TIMEOUT_MS = 60_000
/** The largest response that is read. */
const MAX_BYTES = 8 * 2 ** 20
/** How often a request that meets a rate limit is repeated. */
const ATTEMPTS = 5
const POLL_MS = 500

export type Target = {
  /** Without a slash at its end. */
  url: string
  /** ID and secret of a test key. */
  key: string
  /** How long reads are repeated in all while the state of a record differs: the sum of the pauses, in seconds. */
  waitSeconds: number
}

export type Compared = {
  operation: string
  title: string
  /** `POST /v1/orders` */
  request: string
  requests: number
  differences: (Difference & { count: number })[]
}

type Reply = { status: number; body: unknown; retryAfter: number }

/** Why a request cannot be replayed. */
class NotComparable extends Error {}

/**
 * Sends the requests to a server, in their order and one at a time, and compares the responses. IDs of recorded responses are
 * replaced by those of the responses here. A payment that the payer made is made here with a test card or test bank.
 * @throws CannotStart when the server cannot be reached or rejects the key
 */
export async function replayRecording(
  requests: readonly RecordedRequest[],
  api: Api,
  target: Target,
): Promise<{ operations: Compared[]; ignored: Ignored[] }> {
  const replacement = createReplacement()
  const ids = new Map<string, string>()
  const payments = paymentsIn(requests)
  const compared = new Map<string, Compared>()
  const ignored = new Map<string, Ignored>()
  let waitMs = target.waitSeconds * 1000

  async function replay(request: RecordedRequest): Promise<Difference[]> {
    await makePayments(request)
    const send = () => sendTo(target, request.operation.method, pathOf(request), bodyOf(request))
    let here = await send()
    let differences = compare(request, here)
    while (request.operation.method === 'GET' && waitMs > 0 && differences.some(mayPass)) {
      waitMs -= POLL_MS
      await wait(POLL_MS)
      here = await send()
      differences = compare(request, here)
    }
    learn(request.response, here.body, '')
    return differences
  }

  function compare({ operation, status, response }: RecordedRequest, here: Reply): Difference[] {
    const statuses: Difference[] =
      status === here.status
        ? []
        : [{ kind: 'status', path: '(status)', recorded: String(status), here: statusText(here) }]
    // The body of an error and that of a success have nothing in common.
    if (status >= 400 !== here.status >= 400) return statuses
    const schema = operation.schemaOf(here.status)
    return [...statuses, ...differencesOf(response, here.body, { schema, api, ids })]
  }

  /** Pairs the IDs of two responses; the first pair of an ID counts. */
  function learn(recorded: unknown, here: unknown, name: string): void {
    if (Array.isArray(recorded) && Array.isArray(here)) {
      for (const [at, item] of recorded.entries()) learn(item, counterpart(item, here, ids) ?? here[at], name)
    } else if (isRecord(recorded) && isRecord(here)) {
      for (const key of Object.keys(recorded)) learn(own(recorded, key), own(here, key), key)
    } else if (arePairOfIds(recorded, here, name) && !ids.has(recorded)) ids.set(recorded, String(here))
  }

  /** @throws NotComparable where the recorded request succeeded with an ID that is unknown here */
  function idHere(recorded: string, isParameter: boolean, status: number): string {
    const known = ids.get(recorded)
    if (known !== undefined) return known
    if (status < 400 && (isParameter || ID.test(recorded)))
      throw new NotComparable('an ID that no earlier response of the recording has')
    // In a path it would be in the logs of the server, whatever it is.
    return isParameter && !ID.test(recorded) ? 'unknown' : recorded
  }

  function pathOf({ operation, path, query, status }: RecordedRequest): string {
    const segments = segmentsOf(path).map((segment, at) =>
      operation.parameters[at] ? encodeURIComponent(idHere(decoded(segment), true, status)) : segment,
    )
    const search = new URLSearchParams(
      query.map(([name, value]) => replacement.pair([name, idHere(value, false, status)])),
    )
    return `/${segments.join('/')}${search.size > 0 ? `?${search}` : ''}`
  }

  function bodyOf({ body, status }: RecordedRequest): Body | null {
    if (body === null) return null
    if ('file' in body) throw new NotComparable('an upload, whose file a recording does not have')
    if ('json' in body) return jsonBody(replacement.value(withIds(body.json, status)))
    const pairs = body.form.map(([name, value]) => replacement.pair([name, idHere(value, false, status)]))
    return { type: 'application/x-www-form-urlencoded', text: String(new URLSearchParams(pairs)) }
  }

  function withIds(value: unknown, status: number): unknown {
    if (typeof value === 'string') return idHere(value, false, status)
    if (Array.isArray(value)) return value.map((each) => withIds(each, status))
    if (!isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withIds(inner, status)]))
  }

  /** Payers pay in their browsers, so recordings name payments that no request to the API creates. */
  async function makePayments(request: RecordedRequest): Promise<void> {
    if (request.status >= 400) return
    const named = new Set([...segmentsOf(request.path), ...stringsIn(request.body)])
    // The payments of an order are read by the ID of the order.
    if (request.operation.method === 'GET') for (const found of stringsIn(request.response)) named.add(found)
    for (const id of named) {
      const payment = ids.has(id) ? undefined : payments.get(id)
      if (payment) ids.set(id, await pay(payment))
    }
  }

  async function pay(payment: Json): Promise<string> {
    const { amount, currency, captured, method } = payment
    const order = own(payment, 'order_id')
    const known = typeof order === 'string' ? ids.get(order) : undefined
    const order_id =
      known ?? (await create('/v1/orders', { amount, currency, payment_capture: captured === true }))
    if (known === undefined && typeof order === 'string') ids.set(order, order_id)
    const payer = { amount, currency, order_id, email: 'payer@example.com', contact: '+919000000001' }
    return method === 'upi'
      ? await create('/v1/payments/create/upi', { ...payer, vpa: 'success@upi' })
      : await create('/v1/payments/create/json', { ...payer, ...instrumentOf(payment) })
  }

  async function create(path: string, fields: Json): Promise<string> {
    const { status, body } = await sendTo(target, 'POST', path, jsonBody(fields))
    const id = isRecord(body) ? own(body, 'id') : undefined
    if (status >= 300 || typeof id !== 'string')
      throw new NotComparable(`a payment that cannot be made here: ${statusText({ status, body })}`)
    return id
  }

  for (const request of requests) {
    const { name, title, method, path } = request.operation
    const line = `${method} ${path}`
    try {
      const differences = await replay(request)
      const entry = compared.get(name) ?? {
        operation: name,
        title,
        request: line,
        requests: 0,
        differences: [],
      }
      compared.set(name, entry)
      entry.requests += 1
      for (const difference of differences) addTo(entry, difference)
    } catch (error) {
      if (!(error instanceof NotComparable)) throw error
      const entry = ignored.get(`${error.message} ${line}`) ?? {
        reason: error.message,
        request: line,
        count: 0,
      }
      ignored.set(`${error.message} ${line}`, { ...entry, count: entry.count + 1 })
    }
  }
  return { operations: [...compared.values()], ignored: [...ignored.values()] }
}

function addTo({ differences }: Compared, difference: Difference): void {
  const known = differences.find(
    ({ kind, path, recorded, here }) =>
      kind === difference.kind &&
      path === difference.path &&
      recorded === difference.recorded &&
      here === difference.here,
  )
  if (known) known.count += 1
  else differences.push({ ...difference, count: 1 })
}

function arePairOfIds(recorded: unknown, here: unknown, name: string): recorded is string {
  if (typeof recorded !== 'string' || typeof here !== 'string') return false
  return /(^|_)id$/.test(name) || (ID.test(recorded) && ID.test(here))
}

/** A state that jobs still change, such as that of a refund, or a field that is null until then. */
function mayPass({ kind }: Difference): boolean {
  return kind === 'enum' || kind === 'null'
}

/** Every payment of the recorded responses that was authorized, by its ID, as it was first. */
function paymentsIn(requests: readonly RecordedRequest[]): Map<string, Json> {
  const found = new Map<string, Json>()
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look)
    if (!isRecord(value)) return
    const id = own(value, 'id')
    const isPayment = own(value, 'entity') === 'payment' && own(value, 'error_code') == null
    if (isPayment && typeof id === 'string' && !found.has(id)) found.set(id, value)
    Object.values(value).forEach(look)
  }
  // These make their payment when they are replayed.
  for (const { operation, response } of requests)
    if (!operation.path.startsWith('/v1/payments/create/')) look(response)
  for (const { operation, response } of requests)
    if (operation.path.startsWith('/v1/payments/create/') && isRecord(response))
      found.delete(String(own(response, 'id') ?? own(response, 'service_payment_id')))
  return found
}

function instrumentOf(payment: Json): Json {
  const { method, bank } = payment
  if (method === 'card')
    return {
      method,
      card: {
        number: '4100280000001007',
        name: 'Test Payer',
        expiry_month: '12',
        expiry_year: '2035',
        cvv: '123',
      },
    }
  if (method === 'netbanking') return { method, bank }
  throw new NotComparable('a payment by a method that cannot be repeated')
}

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* stringsIn(inner)
}

type Body = { type: string; text: string }

function jsonBody(value: unknown): Body {
  return { type: 'application/json', text: JSON.stringify(value) }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The status, with the reason of an error. */
function statusText({ status, body }: Pick<Reply, 'status' | 'body'>): string {
  const error = isRecord(body) ? own(body, 'error') : undefined
  if (!isRecord(error)) return String(status)
  const field = own(error, 'field')
  // The field may be a name that the recorded request made up, as in `notes.name`.
  // A part alone could be the rest of an email.
  const names = String(field).split('.').map(shownName).join('.') === field ? field : shownName('')
  return `${status} ${shownName(String(own(error, 'reason')))}${field === undefined ? '' : ` (${names})`}`
}

async function sendTo(target: Target, method: string, path: string, body: Body | null): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await sendOnce(target, method, path, body)
    if (reply.status === 401)
      throw new CannotStart(`${target.url} rejected the key: pass a test key of this server.`)
    if (reply.status !== 429 || attempt === ATTEMPTS) return reply
    await wait(Math.min(reply.retryAfter, 10) * 1000)
  }
}

async function sendOnce(target: Target, method: string, path: string, body: Body | null): Promise<Reply> {
  const headers = {
    authorization: `Basic ${Buffer.from(target.key).toString('base64')}`,
    ...(body && { 'content-type': body.type }),
  }
  let response: Response
  try {
    response = await fetch(`${target.url}${path}`, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body && { body: body.text }),
    })
  } catch (error) {
    throw new CannotStart(`${target.url} cannot be reached. Start the server, or pass --url.`, {
      cause: error,
    })
  }
  return {
    status: response.status,
    body: parsed(await textOf(response)),
    retryAfter: Number(response.headers.get('retry-after') ?? 1),
  }
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > MAX_BYTES) throw new CannotStart(`A response is larger than ${MAX_BYTES / 2 ** 20} MB.`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
