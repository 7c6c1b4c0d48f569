import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acquirerProxy } from '#lib/testing/acquirer-proxy.ts'
import { startBank } from './bank.ts'
import { CHECK_NAMES, certificationText, certify } from './certify.ts'
import { signedHeaders } from './signature.ts'

let bank: Awaited<ReturnType<typeof startBank>>
beforeAll(async () => {
  bank = await startBank({ port: 0, refundDelaySeconds: 1 })
})
afterAll(() => bank.close())

test('the bank simulator passes every check', async () => {
  const results = await certify({ url: bank.url, secrets: bank.secrets })
  expect(results.filter(({ result }) => result !== 'passed')).toEqual([])
  expect(results.map(({ check }) => check)).toEqual(CHECK_NAMES)
  expect(certificationText(results)).toMatch(/\ncapture under two references +passed\n(.*\n)+Certified\.$/)
})

test('the adapter of the guide passes every check that applies to it', async () => {
  const file = 'docs/examples/acquirer-adapter.mjs'
  expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThanOrEqual(200)
  const env = { ...process.env, PORT: '0', ACQUIRER_SECRET: bank.secrets[0], REFUND_TAKES: '300' }
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = await once(child.stdout, 'data')
    const results = await certify({ url: String(line).trim(), secrets: bank.secrets })
    expect(results.filter(({ result }) => result === 'failed')).toEqual([])
    const skipped = results.filter(({ result }) => result === 'skipped').map(({ check }) => check)
    expect(skipped).toEqual(['direct collection', 'payout', 'settle'])
  } finally {
    child.kill()
  }
})

type Spoil = Parameters<typeof acquirerProxy>[1]
type Passing = Parameters<Spoil>[0]

/** Sends another body, under the right signature. */
const signedAgain = ({ forward }: Passing, body: string) =>
  forward({ body, headers: signedHeaders(bank.secrets, body, Date.now()) })

/** Replaces responses of a call. */
const responding =
  (call: string, outcome: string, other: object): Spoil =>
  async ({ path, forward }) => {
    const reply = await forward()
    const hit = path === call && JSON.parse(reply.body).outcome === outcome
    return hit ? { ...reply, body: JSON.stringify(other) } : reply
  }

/** An adapter that does not keep to the reference of a call. */
const forgetful =
  (call: string): Spoil =>
  (passing) =>
    passing.path === call
      ? signedAgain(passing, JSON.stringify({ ...JSON.parse(passing.body), reference: randomUUID() }))
      : passing.forward()

const unsigned: Spoil = (passing) => signedAgain(passing, passing.body)
const captures = responding('capture', 'refused', { outcome: 'captured', data: {} })
const refunds = responding('refund', 'failed', { outcome: 'pending' })

const capabilities =
  (change: object): Spoil =>
  async ({ path, forward }) => {
    const reply = await forward()
    return path === '' ? { ...reply, body: JSON.stringify({ ...JSON.parse(reply.body), ...change }) } : reply
  }

const BROKEN: Record<string, Spoil> = {
  capabilities: capabilities({ sandbox: false }),
  'signature missing': unsigned,
  'signature wrong': unsigned,
  'signature old': unsigned,
  'signature of the future': unsigned,
  async 'clock four minutes off'({ headers, forward }) {
    const off = Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp']))
    return off < 60 ? forward() : { status: 401, body: '{}' }
  },
  async 'secret exchanged'({ headers, forward }) {
    const [first = ''] = String(headers['webhook-signature']).split(' ')
    return forward({ headers: { 'webhook-signature': first } })
  },
  async 'signature of another call'({ path, body, forward }) {
    return forward({ path: path === '' ? '' : JSON.parse(body).call })
  },
  async 'malformed requests'({ forward }) {
    const reply = await forward()
    return reply.status === 400 ? { ...reply, status: 500 } : reply
  },
  'status of what never arrived': responding('status', 'unknown', {
    outcome: 'capture',
    response: { outcome: 'captured', data: {} },
  }),
  async 'authorize 50 times at once'({ path, forward }) {
    const reply = await forward()
    return path === 'authorize' ? { ...reply, body: reply.body.replace('/pay/', `/${randomUUID()}/`) } : reply
  },
  async 'reference reused'({ forward }) {
    const reply = await forward()
    return reply.status === 409 ? { status: 200, body: '{"outcome":"pending"}' } : reply
  },
  'direct collection': capabilities({ test_instrument: undefined }),
  async 'hosted collection'({ forward, path, headers, body }) {
    const reply = await forward({ body: body.replace('outcome=declined', 'outcome=paid') })
    const own = reply.body.replace(bank.url, `http://${headers.host}/`)
    return path === 'authorize' ? { ...reply, body: own } : reply
  },
  'capture 50 times at once': forgetful('capture'),
  'capture under two references': captures,
  'capture over the authorization': captures,
  'capture of what never arrived': captures,
  void: responding('void', 'pending', { outcome: 'failed', reason: 'No.' }),
  'void after capture': responding('void', 'failed', { outcome: 'pending' }),
  'refund 50 times at once': forgetful('refund'),
  'refund over the capture': refunds,
  'refund without a capture': refunds,
  payout: forgetful('payout'),
  settle: forgetful('settle'),
  async 'notifications late, doubled and reordered'(passing) {
    if (passing.path === '') return passing.forward()
    return signedAgain(passing, JSON.stringify({ ...JSON.parse(passing.body), notify_url: undefined }))
  },
  async 'request cut'(passing) {
    const reference = /"reference":"(\w+)"/.exec(passing.body)?.[1]
    if (!passing.cut) return passing.forward()
    const collect = { kind: 'hosted', return_url: 'http://127.0.0.1/' }
    const fields = { call: 'authorize', reference, amount: 1, currency: 'INR', collect }
    return signedAgain(passing, JSON.stringify(fields))
  },
  'requests slow': ({ forward }) => forward(),
  async 'request oversized'({ body, forward }) {
    return body.length > 65_536 ? { status: 200, body: '{"outcome":"unknown"}' } : forward()
  },
  'responses in time and in bounds': capabilities({ more: 'x'.repeat(70_000) }),
}

test.each(CHECK_NAMES)('an adapter that is wrong there fails: %s', async (check) => {
  const spoil = BROKEN[check]
  if (!spoil) throw new Error('There is no adapter that fails this check.')
  const adapter = await acquirerProxy(bank.url, spoil, { serial: check === 'requests slow' })
  try {
    const limits = { only: [check], patienceMs: 1500, responseMs: 3000 }
    const results = await certify({ url: adapter.url, secrets: bank.secrets, ...limits })
    expect(results.at(-1)).toMatchObject({ check, result: 'failed', detail: expect.stringMatching(/\.$/) })
  } finally {
    await adapter.close()
  }
})
