import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acquirerProxy } from '#lib/testing/acquirer-proxy.ts'
import { card, request, upi } from '#lib/testing/simulated-bank.ts'
import { newWebhookSecret } from '#lib/values/webhook-signature.js'
import { startBank } from './bank.ts'
import { createRemoteAcquirer, type RemoteOptions } from './remote.ts'

type Spoil = Parameters<typeof acquirerProxy>[1]
const LOOPBACK = ['127.0.0.0/8']
const unavailable = expect.objectContaining({ reason: 'acquirer_unavailable' })

let bank: Awaited<ReturnType<typeof startBank>>
const open: { close(): Promise<unknown> }[] = []
beforeAll(async () => {
  bank = await startBank({ port: 0, refundDelaySeconds: 0, lateReplySeconds: 1 })
})
afterAll(async () => {
  for (const { close } of open.toReversed()) await close()
  await bank.close()
})

function client(url: string, more: Partial<RemoteOptions> = {}) {
  const remote = createRemoteAcquirer({
    url,
    secrets: bank.secrets,
    name: 'bank',
    networks: LOOPBACK,
    totalMs: 2000,
    ...more,
  })
  open.push(remote)
  return remote
}

async function spoiled(spoil: Spoil, more: Partial<RemoteOptions> = {}) {
  const proxy = await acquirerProxy(bank.url, spoil)
  open.push(proxy)
  return client(proxy.url, more)
}

test('every call of the port over the protocol', async () => {
  const remote = client(bank.url)
  expect(await remote.capabilities()).toMatchObject({ name: 'Bank simulator', protocol: 1 })
  const money = { amount: 50_000, currency: 'INR' }
  const authorized = await remote.authorize(request(upi('success'), { reference: 'all_1' }))
  expect(authorized).toMatchObject({ outcome: 'authorized' })
  const authorization = 'all_1'
  expect(await remote.capture({ reference: 'all_2', authorization, ...money })).toMatchObject({
    outcome: 'captured',
  })
  expect(
    await remote.refund({ reference: 'all_3', authorization, ...money, amount: 100, speed: 'optimum' }),
  ).toMatchObject({ outcome: 'processed', speed: 'instant' })
  expect(await remote.void({ reference: 'all_4', authorization, ...money, speed: 'normal' })).toMatchObject({
    outcome: 'failed',
  })
  const account = { account_number: '123', ifsc: 'HDFC0000001', name: 'Asha', narration: 'Rent' }
  expect(await remote.payout({ reference: 'all_5', ...account, ...money })).toMatchObject({
    outcome: 'processed',
  })
  expect(await remote.settle({ reference: 'all_6', ...money })).toMatchObject({ outcome: 'processed' })
  expect(await remote.status('all_2')).toMatchObject({ outcome: 'capture' })
  const withPage = request(card('4100280000001007'), { reference: 'all_7', challenge: 'page' })
  expect(await remote.authorize(withPage)).toMatchObject({ outcome: 'challenge', kind: 'otp' })
  expect(await remote.confirm('all_7', { otp: '1' })).toMatchObject({ reason: 'incorrect_otp' })
  expect(await remote.confirm('all_7', { otp: '123456' })).toMatchObject({ outcome: 'authorized' })
  await expect(remote.confirm('all_8', { otp: '123456' })).rejects.toEqual(unavailable)
})

describe('limits', () => {
  test('a private address is reached only where the operator allows its network', async () => {
    expect(() => client(bank.url, { networks: [] })).toThrow('begins with https://')
    const secure = client(bank.url.replace('http:', 'https:'), { networks: [] })
    await expect(secure.status('any')).rejects.toEqual(unavailable)
  })

  test('the secret may be exchanged without a gap', async () => {
    const both = client(bank.url, { secrets: [newWebhookSecret(), ...bank.secrets] })
    expect(await both.status('none')).toEqual({ outcome: 'unknown' })
    const other = client(bank.url, { secrets: [newWebhookSecret()] })
    await expect(other.status('none')).rejects.toEqual(unavailable)
  })

  test.each<[string, Spoil]>([
    [
      'oversized',
      async () => ({ status: 200, body: JSON.stringify({ outcome: 'unknown', x: 'x'.repeat(70_000) }) }),
    ],
    ['no JSON', async () => ({ status: 200, body: '<html>' })],
    ['outside the schema', async () => ({ status: 200, body: '{"outcome":"approved"}' })],
    ['of another call', async () => ({ status: 200, body: '{"outcome":"captured","data":{}}' })],
    ['a redirect', async () => ({ status: 302, body: '', headers: { location: bank.url } })],
    ['cut', async () => null],
    ['slow', () => new Promise(() => {})],
  ])('a response that is %s is acquirer_unavailable', async (_, spoil) => {
    const remote = await spoiled(spoil, { totalMs: 400 })
    await expect(remote.status('none')).rejects.toEqual(unavailable)
  })

  test('what is thrown does not quote the card', async () => {
    const number = '4100280000001007'
    const remote = await spoiled(async ({ body }) => ({
      status: 400,
      body: JSON.stringify({ error: { code: 'invalid_request', description: body } }),
    }))
    const thrown = await remote.authorize(request(card(number))).catch((error) => error)
    let text = ''
    for (let error = thrown; error instanceof Error; error = error.cause) text += `${error.stack}`
    expect(text).toContain('Status 400 (invalid_request).')
    expect(text).not.toContain(number)
  })

  test('Retry-After is obeyed, and no call is repeated that cannot succeed in time', async () => {
    const times: number[] = []
    const busy =
      (seconds: string): Spoil =>
      async ({ forward }) => {
        times.push(performance.now())
        return times.length > 1 ? forward() : { status: 429, body: '{}', headers: { 'retry-after': seconds } }
      }
    expect(await (await spoiled(busy('1'), { totalMs: 5000 })).status('none')).toEqual({ outcome: 'unknown' })
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(990)
    times.length = 0
    await expect((await spoiled(busy('60'))).status('none')).rejects.toEqual(unavailable)
    expect(times).toHaveLength(1)
  })

  test('confirm is sent once', async () => {
    let count = 0
    const remote = await spoiled(async () => {
      count += 1
      return null
    })
    await expect(remote.confirm('any', { otp: '123456' })).rejects.toEqual(unavailable)
    expect(count).toBe(1)
  })

  test('an acquirer that keeps failing is left alone for a while, then asked again', async () => {
    let count = 0
    let well = false
    const remote = await spoiled(
      async ({ forward }) => {
        count += 1
        return well ? forward() : { status: 500, body: '{}' }
      },
      { restMs: 200 },
    )
    for (let call = 0; call < 20; call += 1) await remote.status('none').catch(() => {})
    expect(count).toBe(8)
    well = true
    await new Promise((done) => setTimeout(done, 250))
    expect(await remote.status('none')).toEqual({ outcome: 'unknown' })
  })

  test('no more calls run and wait than allowed', async () => {
    let running = 0
    let most = 0
    const remote = await spoiled(
      async ({ forward }) => {
        running += 1
        most = Math.max(most, running)
        await new Promise((done) => setTimeout(done, 50))
        running -= 1
        return forward()
      },
      { concurrency: 3, queue: 4 },
    )
    const calls = await Promise.allSettled(Array.from({ length: 10 }, () => remote.status('none')))
    expect(most).toBe(3)
    expect(calls.filter(({ status }) => status === 'rejected')).toHaveLength(3)
  })
})

describe('faults between the server and the bank', () => {
  const SEED = 31
  const FLOWS = 150
  const AT_ONCE = 30

  /** Cuts, delays, doubles, responds 5xx and garbage, before or after the bank has done what was asked. */
  function faults(next: () => number) {
    const counts = { faults: 0 }
    const spoil: Spoil = async ({ forward }) => {
      const drawn = Math.floor(next() * 16)
      if (drawn >= 8) return forward()
      counts.faults += 1
      if (drawn === 0) return null
      if (drawn === 1) return { status: 503, body: '{}' }
      const reply = await forward()
      if (drawn === 2) return null
      if (drawn === 3) return { status: 502, body: '<html>' }
      if (drawn === 4) return { status: 200, body: reply.body.slice(0, -5) }
      if (drawn === 5) return forward()
      if (drawn === 6) return { status: 500, body: '{}' }
      await new Promise((done) => setTimeout(done, 120))
      return reply
    }
    return { spoil, counts }
  }

  /** @param name how a call gets its reference: the same at every try, or a new one, which is the mistake to be caught */
  async function run(prefix: string, flows: number, name: (reference: string, attempt: number) => string) {
    const { spoil, counts } = faults(random(SEED))
    const remote = await spoiled(spoil, { totalMs: 200, restMs: 10 })

    let found = 0
    /** As the server does: after an error it asks for the status, and repeats the call for its response. */
    async function surely<T>(reference: string, call: (reference: string) => Promise<T>): Promise<T> {
      for (let attempt = 0; attempt < 1000; attempt += 1) {
        const named = name(reference, attempt)
        const response = await call(named).catch(() => null)
        if (response !== null) return response
        // While the circuit is open, calls fail at once.
        await new Promise((done) => setTimeout(done, 5))
        const accepted = bank.records.has(named)
        const status = await remote.status(named).catch(() => null)
        if (accepted && status !== null) {
          expect(status.outcome, 'the status of what the bank accepted').not.toBe('unknown')
          found += 1
        }
      }
      throw new Error(`${reference} got no response.`)
    }

    async function flow(index: number) {
      const id = `${prefix}_${index}`
      const money = { amount: 50_000, currency: 'INR' }
      const account = { account_number: '123', ifsc: 'HDFC0000001', name: 'Asha', narration: 'Rent' }
      const authorization = `${id}_a`
      await surely(authorization, (reference) => remote.authorize(request(upi('success'), { reference })))
      const captured = await surely(`${id}_c`, (reference) =>
        remote.capture({ reference, authorization, ...money }),
      )
      const refunded = await surely(`${id}_r`, (reference) =>
        remote.refund({ reference, authorization, ...money, amount: 20_000, speed: 'normal' }),
      )
      await surely(`${id}_p`, (reference) => remote.payout({ reference, ...account, ...money }))
      return { captured, refunded }
    }

    const results = []
    for (let index = 0; index < flows; index += AT_ONCE)
      results.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => flow(index + nth)))))
    const records = [...bank.records.values()].filter(({ reference }) => reference.startsWith(`${prefix}_`))
    const ofKind = (kind: string) => records.filter((record) => record.kind === kind).length
    return { results, faults: counts.faults, found, ofKind }
  }

  test('nothing is lost and nothing is done twice', async () => {
    const { results, faults: count, found, ofKind } = await run('same', FLOWS, (reference) => reference)
    expect(count).toBeGreaterThan(500)
    expect(found).toBeGreaterThan(0)
    for (const { captured, refunded } of results) {
      expect(captured.outcome).toBe('captured')
      expect(refunded.outcome).not.toBe('failed')
    }
    for (const kind of ['authorization', 'capture', 'refund', 'payout'])
      expect(ofKind(kind), kind).toBe(FLOWS)
  })

  test('without the same reference at every try, the run shows what was done twice', async () => {
    const { ofKind } = await run('new', AT_ONCE, (reference, attempt) =>
      attempt === 0 || reference.endsWith('_a') ? reference : `${reference}_${attempt}`,
    )
    expect(ofKind('payout')).toBeGreaterThan(AT_ONCE)
  })
})

/** Numbers from 0 to 1 in an order that a seed decides. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
