import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import {
  CallReference,
  type Capabilities,
  HostedOutcome,
  PROTOCOL_VERSION,
} from '#lib/ports/acquirer-protocol.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { newWebhookSecret } from '#lib/values/webhook-signature.js'
import { type KnownReference, serveAcquirer } from './serve.ts'
import { type Secrets, signedHeaders, signedReturn } from './signature.ts'
import { createSimulator } from './simulator.ts'
import type { SimulatorMemory, SimulatorRecord } from './simulator-memory.ts'

export type BankOptions = {
  /** 0 for any free one. */
  port: number
  secrets?: Secrets
  /** Where it remembers between two starts. Without one it forgets when it stops. */
  folder?: string
  latencyMs?: number
  refundDelaySeconds?: number
  lateReplySeconds?: number
}

const CAPABILITIES: Capabilities = {
  name: 'Bank simulator',
  protocol: PROTOCOL_VERSION,
  sandbox: true,
  methods: ['card', 'upi', 'netbanking', 'wallet'],
  currencies: ['INR', 'MYR', 'SGD', 'USD'],
  collection: ['direct', 'hosted'],
  upi_links: true,
  partial_capture: false,
  instant_refunds: true,
  payouts: true,
  settlement: true,
  limits: { min_amount: 1, max_amount: 100_000_000_000 },
  authorization_seconds: 432_000,
  test_instrument: { method: 'upi', vpa: 'success@upi' },
}

/** A notification that is not accepted is sent again after these waits, in milliseconds. */
const NOTIFY_AGAIN = [250, 1000, 5000, 30_000]
const NOTIFY_TIMEOUT = 5000
/** How often it looks for what has changed by the passing of time, in milliseconds. */
const WATCH = 200

/**
 * The bank simulator as a process of its own, which serves the acquirer protocol on loopback, with a page for hosted
 * collection and notifications: a real remote for tests and for the authors of adapters.
 */
export async function startBank(options: BankOptions) {
  const secrets = options.secrets ?? [newWebhookSecret()]
  const records = storedMap<SimulatorRecord>(options.folder, 'records')
  const references = storedMap<KnownReference>(options.folder, 'references')
  const settings = storedMap<string>(options.folder, 'settings')
  const digestKey = settings.get('digest_key') ?? randomBytes(32).toString('base64')
  settings.set('digest_key', digestKey)
  const settling = new Set<string>()
  const stopping = new AbortController()
  let url = ''

  const simulator = createSimulator({
    memory: memoryIn(records, changed),
    clock: Date.now,
    latencyMs: options.latencyMs ?? 0,
    refundDelaySeconds: options.refundDelaySeconds ?? 2,
    lateReplySeconds: options.lateReplySeconds ?? 3,
    hostedPage: (reference) => `${url}pay/${reference}`,
  })
  const serve = serveAcquirer({
    acquirer: simulator,
    capabilities: CAPABILITIES,
    secrets,
    references,
    digestKey: Buffer.from(digestKey, 'base64'),
  })

  function changed(record: SimulatorRecord): void {
    if (record.settles_at === null) settling.delete(record.reference)
    else settling.add(record.reference)
  }

  const watch = setInterval(() => {
    for (const reference of settling) {
      const settlesAt = records.get(reference)?.settles_at ?? 0
      if (Math.floor(Date.now() / 1000) < settlesAt) continue
      settling.delete(reference)
      void notify(reference, 'settled')
    }
  }, WATCH)

  async function notify(reference: string, status: string): Promise<void> {
    const notifyUrl = references.get(reference)?.notify_url
    if (!notifyUrl) return
    const id = `ntf_${reference}_${status}`
    for (const pause of [0, ...NOTIFY_AGAIN]) {
      await new Promise((done) => setTimeout(done, pause).unref())
      if (stopping.signal.aborted) return
      if (await post(notifyUrl, JSON.stringify({ reference, status }), id)) return
    }
  }

  async function post(notifyUrl: string, body: string, id: string): Promise<boolean> {
    const headers = { 'content-type': 'application/json', ...signedHeaders(secrets, body, Date.now(), id) }
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(NOTIFY_TIMEOUT)])
    try {
      const response = await fetch(notifyUrl, { method: 'POST', headers, body, signal, redirect: 'manual' })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }

  /** The page of hosted collection, and what its buttons send. */
  async function page(request: IncomingMessage, response: ServerResponse, reference: string): Promise<void> {
    const returnUrl = references.get(reference)?.return_url
    const record = records.get(reference)
    if (!returnUrl || record?.kind !== 'authorization')
      return html(response, 404, '<h1>There is no such payment.</h1>')
    if (request.method === 'GET')
      return html(response, 200, formOf(reference, record.answer.amount, record.answer.currency))
    const outcome = HostedOutcome.safeParse(await outcomeIn(request))
    if (!outcome.success) return html(response, 400, '<h1>Choose an outcome.</h1>')
    const decided = await simulator.decideOnPage(reference, outcome.data)
    void notify(reference, decided.outcome)
    response.writeHead(303, { location: signedReturn(secrets, returnUrl, reference, Date.now()) }).end()
  }

  const server = createServer(
    { headersTimeout: 5000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 },
    (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://bank')
      const [, reference] = /^\/pay\/([^/]+)$/.exec(pathname) ?? []
      const done =
        reference !== undefined && CallReference.safeParse(reference).success
          ? page(request, response, reference)
          : serve(request, response, pathname)
      // Cut connections are the caller's affair.
      done.catch(() => response.destroy())
    },
  )
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(options.port, '127.0.0.1', listening)
  })
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : options.port}/`
  for (const record of records.values()) changed(record)

  return {
    url,
    secrets,
    records,
    async close() {
      stopping.abort()
      clearInterval(watch)
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }
}

/** A map that appends every change to a file of JSON lines, and reads it at the start. */
function storedMap<Value>(folder: string | undefined, name: string): Map<string, Value> {
  if (folder === undefined) return new Map()
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.jsonl`)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  // The last line is half written when the process was killed.
  const map = new Map<string, Value>(lines.slice(0, -1).map((line) => JSON.parse(line)))
  const set = map.set.bind(map)
  map.set = (key, value) => {
    appendFileSync(file, `${JSON.stringify([key, value])}\n`)
    return set(key, value)
  }
  return map
}

/** Everything of a call is decided within one turn of the event loop, so that no two calls come between. */
function memoryIn(
  records: Map<string, SimulatorRecord>,
  changed: (record: SimulatorRecord) => void,
): SimulatorMemory {
  const movements = new Map<string, string[]>()
  for (const record of records.values()) index(record)

  function index(record: SimulatorRecord): void {
    if (record.kind !== 'capture' && record.kind !== 'refund') return
    const { authorization } = record.answer
    movements.set(authorization, [...(movements.get(authorization) ?? []), record.reference])
  }

  function write(record: SimulatorRecord): void {
    records.set(record.reference, structuredClone(record))
    changed(record)
  }

  return {
    async first(record) {
      const stored = records.get(record.reference)
      if (stored) return structuredClone(stored)
      write(record)
      index(record)
      return record
    },
    async read(reference) {
      return structuredClone(records.get(reference))
    },
    async replace(before, after) {
      if (!isDeepStrictEqual(records.get(before.reference), before)) return false
      write(after)
      return true
    },
    movementsOf(authorization) {
      return (movements.get(authorization) ?? [])
        .map((reference) => records.get(reference))
        .filter((record) => record?.kind === 'capture' || record?.kind === 'refund')
    },
  }
}

async function outcomeIn(request: IncomingMessage): Promise<string | null> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > 1000) return null
  }
  return new URLSearchParams(text).get('outcome')
}

function formOf(reference: string, amount: number, currency: string): string {
  const buttons = HostedOutcome.options
    .map((outcome) => `<button name="outcome" value="${outcome}">${LABELS[outcome]}</button>`)
    .join('\n')
  return `<h1>${formatMoney(amount, currency)}</h1>
<p>Payment ${reference}</p>
<form method="post" action="/pay/${reference}">
${buttons}
</form>
<p>This is the bank simulator: no money moves, whatever you choose.</p>`
}
const LABELS = { paid: 'Pay', declined: 'Decline', cancelled: 'Cancel' }

const STYLE = `<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { box-sizing: border-box; max-width: 26rem; margin: 12vh auto 0; padding: 1.5rem; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 2rem; font-variant-numeric: tabular-nums; }
form { display: grid; gap: .75rem; margin: 1.5rem 0; }
button { min-height: 44px; border: 1px solid; border-radius: 6px; background: none; color: inherit; font: inherit; cursor: pointer; }
button:first-of-type { border-color: #0f6b52; background: #0f6b52; color: #fff; }
button:focus-visible { outline: 2px solid; outline-offset: 2px; }
</style>`

function html(response: ServerResponse, status: number, body: string): void {
  const head =
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bank simulator</title>' +
    STYLE
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(`${head}<main>${body}</main></html>\n`)
}
