import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { serveInstance } from '#lib/testing/files.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { compare } from '#scripts/command-line/compare.ts'
import type { Compared } from '#scripts/compare/replay.ts'

/** Written from the public specification; every value is invented. */
const FILE = 'scripts/compare/recording.har'
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-compare-'))
const changed = join(folder, 'changed.har')
let instance: Instance
let server: Awaited<ReturnType<typeof serveInstance>>
beforeAll(async () => {
  instance = await openInstance()
  server = await serveInstance(instance)
})
afterAll(async () => {
  await server.close()
  await instance.close()
  rmSync(folder, { recursive: true, force: true })
})

const keyOf = ({ key }: Instance) => `${key.id}:${key.secret}`
const run = (recording: string, more = {}) =>
  compare({ recording, url: server.url, key: keyOf(instance), wait: '0', ...more })
function write(text: string): string {
  writeFileSync(changed, text)
  return changed
}

test('finds no difference in a recording of the same behaviour, and lists what it ignores', async () => {
  const { json, text, failed } = await run(FILE)
  expect(text).toMatch(/No differences in 12 requests\.$/)
  expect([json.differences, failed]).toEqual([0, false])
  expect(json.ignored).toEqual([
    { request: 'static.gateway.example', reason: 'another host', count: 1 },
    { request: 'POST /v1/invoices', reason: 'not an operation of this API', count: 1 },
    { request: 'GET /v1/payments', reason: 'the recorded status is 503', count: 1 },
  ])
})

test('finds each kind of difference, and prints and sends nothing of secrets and persons', async () => {
  const archive = JSON.parse(readFileSync(FILE, 'utf8'))
  const change = (at: number, edit: (body: Record<string, unknown>) => void) => {
    const { content } = archive.log.entries[at].response
    const body = JSON.parse(content.text)
    edit(body)
    content.text = JSON.stringify(body)
  }
  change(0, (order) => {
    order.offers = ['sk_not_a_real_secret']
    delete order.attempts
    order.amount = '20035'
    order.receipt = null
    order.status = 'attempted'
  })
  archive.log.entries[1].response.status = 200
  const { json, text, failed } = await run(write(JSON.stringify(archive)))
  expect(failed).toBe(true)
  const operations = json.operations as Compared[]
  expect(operations.map(({ operation, differences }) => [operation, differences.length])).toContainEqual([
    'create_customer',
    1,
  ])
  expect(operations[0]?.differences.map(({ count, ...difference }) => difference)).toEqual([
    { kind: 'type', path: 'amount', recorded: 'string', here: 'integer' },
    { kind: 'null', path: 'receipt', recorded: 'null', here: 'string' },
    { kind: 'enum', path: 'status', recorded: 'attempted', here: 'created' },
    { kind: 'missing', path: 'offers', recorded: 'array', here: null },
    { kind: 'extra', path: 'attempts', recorded: null, here: 'integer' },
  ])
  expect(text).toContain('status  (status)  200 recorded, 201 here')
  const { rows } = await instance.runtime.query('SELECT name, email, contact FROM customers', [])
  for (const secret of [
    'sk_not_a_real',
    'kavya',
    'Kavya',
    '9812345670',
    'Basic',
    'not-a-real',
    'Pq7Rs8Tu9Vw0Xy',
  ])
    expect([secret, `${text}${JSON.stringify(json)}${JSON.stringify(rows)}`.includes(secret)]).toEqual([
      secret,
      false,
    ])
})

test('replaces IDs of requests, and leaves out one that no response of the recording has', async () => {
  const archive = JSON.parse(readFileSync(FILE, 'utf8'))
  const { entries } = archive.log
  // The customer is read, though the recording begins after its creation.
  archive.log.entries = [entries[0], entries[2]]
  const { json } = await run(write(JSON.stringify(archive)))
  expect([json.requests, json.differences, json.ignored]).toEqual([
    1,
    0,
    [
      {
        reason: 'an ID that no earlier response of the recording has',
        request: 'GET /v1/customers/{id}',
        count: 1,
      },
    ],
  ])
})

test('prints no name of a property that could be data, and sends no text of a path that is no ID', async () => {
  const archive = JSON.parse(readFileSync(FILE, 'utf8'))
  const [order] = archive.log.entries
  const unknown = archive.log.entries[12]
  order.request.postData.text = JSON.stringify({ amount: 20035, currency: 'INR', 'ada@mail.example': 1 })
  unknown.request.url = unknown.request.url.replace('order_DoesNotExist01', 'ada%40mail.example')
  archive.log.entries = [order, unknown]
  const { json, text } = await run(write(JSON.stringify(archive)))
  expect(json.requests).toBe(2)
  expect(text).toMatch(/201 recorded, 400 \w+ \(\[another name\]\) here/)
  await flushRequestLog(instance.runtime.query)
  const { rows } = await instance.runtime.query('SELECT * FROM request_logs', [])
  expect(JSON.stringify(rows)).toContain('/v1/orders/unknown')
  expect(`${text}${JSON.stringify(json)}${JSON.stringify(rows.map(({ path }) => path))}`).not.toContain('ada')
})

test('rejects what it cannot read, without quoting it, and keys that are not for tests', async () => {
  const archive = JSON.parse(readFileSync(FILE, 'utf8'))
  const withLog = (log: object) => JSON.stringify({ log: { ...archive.log, ...log } })
  await expect(run(join(folder, 'absent.har'))).rejects.toThrow('absent.har cannot be read: ENOENT.')
  await expect(run(folder)).rejects.toThrow('is not a file.')
  await expect(run(write('secret=hunter2'))).rejects.toThrow(/is not an HTTP archive: (?!.*hunter2)/)
  await expect(run(write(withLog({ version: '1.1' })))).rejects.toThrow('is not HAR 1.2.')
  await expect(run(write(withLog({ entries: [{}] })))).rejects.toThrow(
    'is invalid at log.entries[0].request.',
  )
  await expect(run(write(withLog({ entries: [] })))).rejects.toThrow('has no request to this API')
  const many = Array.from({ length: 1001 }, () => archive.log.entries[0])
  await expect(run(write(withLog({ entries: many })))).rejects.toThrow('at most 1000 at a time')
  const other = structuredClone(archive.log.entries[0])
  other.request.url = 'https://other.example/v1/orders'
  const both = [archive.log.entries[0], other]
  await expect(run(write(withLog({ entries: both })))).rejects.toThrow(
    'Name one with --host: api.gateway.example',
  )
  expect((await run(write(withLog({ entries: both })), { host: 'other.example' })).failed).toBe(false)
  await expect(run(FILE, { key: 'key_live_NfLw3gQ81xRt0a:secret' })).rejects.toThrow('need a test key')
  await expect(run(FILE, { key: 'key_test_NfLw3gQ81xRt0a:secret' })).rejects.toThrow('rejected the key')
  await expect(run(FILE, { url: 'http://127.0.0.1:9' })).rejects.toThrow('cannot be reached')
  const deep = structuredClone(archive.log.entries[0])
  deep.response.content.text = '['.repeat(50_000) + ']'.repeat(50_000)
  expect((await run(write(withLog({ entries: [deep] })))).text).toContain('extra')
})
