import { globSync, readFileSync } from 'node:fs'
import { request as send } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { EXPECTED, type Expected, type Given } from '#e2e/api/corpus/expected.ts'
import { raisedBy } from '#lib/testing/client-parsers.ts'
import { serveInstance } from '#lib/testing/files.ts'
import { goodCard, openInstance, payer } from '#lib/testing/instance.ts'
import { oneOfEach } from '#lib/testing/one-of-each.ts'
import { basic, openRest } from '#lib/testing/rest.ts'

/** A request as it left the process of a client; `{{order}}` and its like stand for ids. */
export type Step = {
  name: string
  method: string
  path: string
  /** Beside the headers of the recording; null for one of those that this request did not have. */
  headers?: Record<string, string | null>
  body?: string
}

export type Recording = {
  client: string
  language: string
  version: string
  source: string
  /** What the client ran on while it was recorded; absent where its requests were read from its source. */
  runtime?: string
  headers: Record<string, string>
  steps: Step[]
}

type StepResult = { step: Step; expected: Expected; status: number; text: string; problems: string[] }

/** Every recording of the corpus, by the name of its file. */
export function readCorpus(): Recording[] {
  return globSync('e2e/api/corpus/*.json')
    .sort()
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Recording)
}

/** Sends the requests of one recording, in their order, to an instance of its own. */
export async function replay(recording: Recording): Promise<StepResult[]> {
  const instance = await openInstance()
  const server = await serveInstance(instance)
  try {
    const rest = await openRest(instance)
    const made = await oneOfEach(rest, instance)
    const paid = await rest.get(`/v1/payments/${made.pay}`)
    const ids = new Map(
      Object.entries({ ...made, card: String(paid.body.card_id), acc: instance.merchant.accounts.test }),
    )

    const create = async (path: string, body: object) => {
      const response = await rest.post(path, body)
      if (response.status !== 201) throw new Error(response.text)
      return String(response.body.id)
    }
    const order = (amount: number, more = {}) => create('/v1/orders', { amount, currency: 'INR', ...more })
    const pay = async (amount: number, more = {}) =>
      await create('/v1/payments/create/json', {
        ...payer,
        amount,
        order_id: await order(amount, more),
        method: 'card',
        card: goodCard,
      })
    const transfer = async (amount: number, more = {}) => {
      const transfers = [{ customer: made.cust, amount, currency: 'INR', ...more }]
      const response = await rest.post(
        `/v1/payments/${await pay(amount, { payment_capture: true })}/transfers`,
        {
          transfers,
        },
      )
      if (response.status !== 201) throw new Error(response.text)
      return String(response.body.items[0].id)
    }
    const prepare = async (given: Given) => {
      const here = new Map(ids)
      if (given.order) here.set('order', await order(given.order))
      if (given.authorized) here.set('pay', await pay(given.authorized))
      if (given.captured) here.set('pay', await pay(given.captured, { payment_capture: true }))
      if (given.transfer) here.set('trf', await transfer(given.transfer))
      if (given.pending) here.set('trf', await transfer(given.pending, { on_hold: true }))
      return here
    }

    const results: StepResult[] = []
    for (const step of recording.steps) {
      const expected = EXPECTED[step.name]
      if (!expected) throw new Error(`e2e/api/corpus/expected.ts does not name ${step.name}.`)
      const here = await prepare(expected.given ?? {})
      const fill = (text: string) =>
        text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => here.get(name) ?? name)
      const headers = { ...recording.headers, ...step.headers }
      const { status, text } = await exchange(server.port, {
        method: step.method,
        path: fill(step.path),
        headers: Object.entries(headers).flatMap(([name, value]) =>
          value === null ? [] : [name, value === 'Basic' ? basic(instance.key) : value],
        ),
        body: fill(step.body ?? ''),
      })
      const body = parse(text)
      const problems = problemsOf(JSON.parse(fill(JSON.stringify(expected))), status, body, step.path)
      const raised = await raisedBy(recording.client, { ...step, status, text })
      if (raised !== null) problems.push(`the library ${raised}`)
      if (expected.saves && status === 201) ids.set(expected.saves, String((body as { id: string }).id))
      results.push({ step, expected, status, text, problems })
    }
    return results
  } finally {
    await server.close()
    await instance.close()
  }
}

/** Sends a request byte for byte; its length is counted, since ids replace placeholders. */
function exchange(port: number, input: { method: string; path: string; headers: string[]; body: string }) {
  const bytes = Buffer.from(input.body)
  const length = bytes.length > 0 || input.method !== 'GET' ? ['Content-Length', String(bytes.length)] : []
  const headers = ['Host', `127.0.0.1:${port}`, ...input.headers, ...length]
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = send(
      { host: '127.0.0.1', port, method: input.method, path: input.path, headers },
      async (response) => {
        const received = await buffer(response)
        const coding = response.headers['content-encoding']
        const unpack = coding === 'gzip' ? gunzipSync : coding === 'br' ? brotliDecompressSync : null
        resolve({ status: response.statusCode ?? 0, text: String(unpack ? unpack(received) : received) })
      },
    )
    request.on('error', reject)
    request.end(bytes)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What differs from the expected response, one sentence each. */
function problemsOf(expected: Expected, status: number, body: unknown, path: string): string[] {
  const problems = status === expected.status ? [] : [`status ${status} instead of ${expected.status}`]
  // What lies outside the API has no JSON.
  if (!/^\/v[12]\//.test(path)) return problems
  problems.push(...differences(expected.body ?? {}, body, ''))
  for (const name of expected.has ?? [])
    if (typeof body !== 'object' || body === null || !(name in body)) problems.push(`no ${name}`)
  return problems
}

/** The paths where a value does not have what is expected of it; what it has beyond that is no matter. */
function differences(expected: unknown, value: unknown, path: string): string[] {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected) !== Array.isArray(value)) {
    return isDeepStrictEqual(expected, value)
      ? []
      : [`${path || 'body'} is ${JSON.stringify(value)} instead of ${JSON.stringify(expected)}`]
  }
  return Object.entries(expected).flatMap(([name, inner]) =>
    differences(
      inner,
      (value as Record<string, unknown> | undefined)?.[name],
      path ? `${path}.${name}` : name,
    ),
  )
}
