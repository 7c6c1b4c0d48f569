import type { RequestListener } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createOrder } from '#lib/domain/orders/create.ts'
import { fetchAllOrders } from '#lib/domain/orders/fetch.ts'
import { createPayment } from '#lib/domain/payments/create.ts'
import { fetchPayment } from '#lib/domain/payments/fetch.ts'
import { acquirerProxy } from '#lib/testing/acquirer-proxy.ts'
import {
  type GatewayClientUnderTest,
  openGatewayClient,
  PAID,
  unavailable,
} from '#lib/testing/gateway-client.ts'
import { goodCard, payer } from '#lib/testing/instance.ts'

let at: GatewayClientUnderTest
beforeAll(async () => {
  at = await openGatewayClient()
})
afterEach(() => at.calm())
afterAll(() => at.close())

describe('faults', () => {
  it('a refund whose response is lost is made once', async () => {
    const gateway = at.connect()
    const { reference, payment } = await at.authorized(gateway)
    await gateway.capture({ reference: at.newReference(), authorization: reference, ...PAID })
    at.gateway.cutAfter = (line) => line.startsWith('POST') && line.endsWith('/refund')
    const request = {
      reference: at.newReference(),
      authorization: reference,
      currency: 'INR',
      amount: 50_000,
      speed: 'normal' as const,
    }
    await expect(gateway.refund(request)).rejects.toEqual(unavailable)
    at.gateway.cutAfter = null
    const parallel = await Promise.all(Array.from({ length: 10 }, () => gateway.refund(request)))
    expect(parallel.every(({ outcome }) => outcome !== 'failed')).toBe(true)
    expect((await at.refundsOf(payment.id)).map(({ amount }) => amount)).toEqual([50_000])
  })

  it('ten equal refunds at a time are one', async () => {
    const gateway = at.connect()
    const { reference, payment } = await at.authorized(gateway)
    await gateway.capture({ reference: at.newReference(), authorization: reference, ...PAID })
    const request = {
      reference: at.newReference(),
      authorization: reference,
      currency: 'INR',
      amount: 1000,
      speed: 'normal' as const,
    }
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => gateway.refund(request)))
    expect(all.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await at.refundsOf(payment.id)).toHaveLength(1)
    expect(await gateway.refund(request)).not.toMatchObject({ outcome: 'failed' })
  })

  it('a capture whose response is lost is found by the next', async () => {
    const gateway = at.connect()
    const { reference } = await at.authorized(gateway)
    const capture = { reference: at.newReference(), authorization: reference, ...PAID }
    at.gateway.cutAfter = (line) => line.startsWith('POST') && line.endsWith('/capture')
    await expect(gateway.capture(capture)).rejects.toEqual(unavailable)
    at.gateway.cutAfter = null
    expect(await gateway.capture(capture)).toMatchObject({ outcome: 'captured' })
    expect(at.gateway.requests.filter((line) => line.endsWith('/capture'))).toHaveLength(1)
  })

  it('of two orders of a reference that are both paid, one is captured and the other returned', async () => {
    const gateway = at.connect()
    const { reference, payment: first } = await at.authorized(gateway)
    const order = await at.there.run(createOrder, { ...PAID, receipt: reference })
    const card = { method: 'card' as const, card: goodCard }
    const second = await at.there.run(createPayment, { ...payer, ...PAID, order_id: order.id, ...card })
    const captures = [at.newReference(), at.newReference()].map((own) =>
      gateway.capture({ reference: own, authorization: reference, ...PAID }),
    )
    await Promise.allSettled(captures)
    await at.there.pass(4 * 86_400)
    expect(await gateway.status(reference)).toMatchObject({ response: { outcome: 'authorized' } })
    const both = [first, second].map(({ id }) => at.there.run(fetchPayment, { id }))
    expect((await Promise.all(both)).map(({ captured }) => captured).sort()).toEqual([false, true])
  })

  it('an order whose creation is lost is found by the next', async () => {
    const gateway = at.connect()
    const reference = at.newReference()
    at.gateway.cutAfter = (line) => line === 'POST /v1/orders'
    await expect(gateway.authorize(at.hosted(reference))).rejects.toEqual(unavailable)
    at.gateway.cutAfter = null
    expect(await gateway.authorize(at.hosted(reference))).toMatchObject({ outcome: 'redirect' })
    expect((await at.there.run(fetchAllOrders, { receipt: reference })).count).toBe(1)
  })

  it('429 with Retry-After is obeyed, by later calls too', async () => {
    const gateway = at.connect()
    let busy = true
    at.gateway.before = (_, response) => {
      if (busy) response.writeHead(429, { 'retry-after': '1' }).end('{}')
      busy = false
    }
    const begun = performance.now()
    expect(await gateway.status(at.newReference())).toEqual({ outcome: 'unknown' })
    expect(performance.now() - begun).toBeGreaterThan(1000)
    at.gateway.before = (_, response) => void response.writeHead(429, { 'retry-after': '60' }).end('{}')
    await expect(gateway.status(at.newReference())).rejects.toEqual(unavailable)
    at.gateway.requests = []
    await expect(gateway.status(at.newReference())).rejects.toMatchObject({ retryAfter: expect.any(Number) })
    expect(at.gateway.requests).toEqual([])
  })

  it.each<[string, RequestListener]>([
    ['a wrong key', (_, response) => void response.writeHead(401).end('{}')],
    ['no JSON', (_, response) => void response.writeHead(200).end('<html>')],
    ['outside the schema', (_, response) => void response.writeHead(200).end('{"items":[{"id":1}]}')],
    ['oversized', (_, response) => void response.writeHead(200).end('x'.repeat(3_000_000))],
    ['a redirect', (_, response) => void response.writeHead(302, { location: at.gateway.url }).end()],
    ['cut', (_, response) => void response.destroy()],
    ['500', (_, response) => void response.writeHead(500).end('{"error":{}}')],
  ])('%s is acquirer_unavailable, and what is thrown has no secret', async (_, respond) => {
    const gateway = at.connect({ totalMs: 600 })
    at.gateway.before = respond
    const thrown = await gateway.status(at.newReference()).catch((error) => error)
    expect(thrown).toEqual(unavailable)
    let text = ''
    for (let error = thrown; error instanceof Error; error = error.cause) text += error.stack
    expect(text).not.toContain(at.there.key.secret)
  })

  it('a private address is reached only where the operator allows its network', async () => {
    expect(() => at.connect({ networks: [] })).toThrow('begins with https://')
    const gateway = at.connect({ networks: [], url: at.gateway.url.replace('http:', 'https:') })
    await expect(gateway.status(at.newReference())).rejects.toEqual(unavailable)
  })
})

const FAULTS = ['cut before', 'cut after', '500 before', '500 after', '429', 'twice', 'slow'] as const
const DEADLINE = 1500

/**
 * Pays, captures and refunds through a connection on which two requests of five go wrong, each call again until it has an
 * outcome, as the jobs do.
 * @param nameless whether refunds lose their receipt and their idempotency key on the way
 * @returns what the gateway has of each payment, and how many faults there were
 */
async function runWithFaults(seed: number, payments: number, nameless: boolean) {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const counts = new Map<string, number>()
  const proxy = await acquirerProxy(
    `${at.gateway.url}/`,
    async ({ path, method, body, headers, forward }) => {
      const isRefund = method === 'POST' && path.endsWith('/refund')
      const key = String(headers['x-refund-idempotency'] ?? headers['idempotency-key'] ?? '')
      const stripped = isRefund && nameless
      const sent = {
        authorization: String(headers.authorization),
        ...(key === '' || stripped ? {} : { 'idempotency-key': key }),
      }
      const { receipt: _, ...rest } = stripped ? JSON.parse(body) : {}
      const pass = () => forward({ headers: sent, ...(stripped ? { body: JSON.stringify(rest) } : {}) })
      const fault = random() < 0.4 ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined
      if (fault) counts.set(fault, (counts.get(fault) ?? 0) + 1)
      if (fault === 'cut before') return null
      if (fault === '500 before') return { status: 500, body: '{}' }
      if (fault === '429') return { status: 429, body: '{}', headers: { 'retry-after': '0' } }
      if (fault === 'slow') await wait(DEADLINE * 0.6)
      const reply = await pass()
      if (fault === 'cut after') return null
      if (fault === '500 after') return { status: 500, body: '{}' }
      return fault === 'twice' ? pass() : reply
    },
  )
  at.closing(proxy)
  const gateway = at.connect({ url: proxy.url, totalMs: DEADLINE, restMs: 20 })
  async function untilDone<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await call()
      } catch (error) {
        expect(error).toEqual(unavailable)
        await wait(20)
      }
    }
  }
  async function oneOf(): Promise<{ captured: number; refunds: number[] }> {
    const reference = at.newReference()
    await untilDone(() => gateway.authorize(at.hosted(reference)))
    const payment = await at.payThere(reference)
    const capture = { reference: at.newReference(), authorization: reference, ...PAID }
    expect(await untilDone(() => gateway.capture(capture))).toMatchObject({ outcome: 'captured' })
    for (const amount of [1100, 2300]) {
      const own = { reference: at.newReference(), authorization: reference, currency: 'INR', amount }
      await untilDone(() => gateway.refund({ ...own, speed: 'normal' }))
    }
    const { items } = await at.there.run(fetchAllOrders, { receipt: reference, expand: ['payments'] })
    const all = items.flatMap((order) => order.payments?.items ?? [])
    return {
      captured: all.filter(({ captured }) => captured).length,
      refunds: (await at.refundsOf(payment.id)).map(({ amount }) => amount).sort((one, other) => one - other),
    }
  }
  const outcomes: Awaited<ReturnType<typeof oneOf>>[] = []
  const left = Array.from({ length: payments })
  const worker = async () => {
    for (; left.length > 0; outcomes.push(await oneOf())) left.pop()
  }
  await Promise.all(Array.from({ length: 12 }, worker))
  return { outcomes, counts, faults: [...counts.values()].reduce((sum, count) => sum + count, 0) }
}

describe('a seeded run of faults', () => {
  const RIGHT = { captured: 1, refunds: [1100, 2300] }

  it('loses nothing and doubles nothing', { timeout: 180_000 }, async () => {
    const { outcomes, counts, faults } = await runWithFaults(20_261_129, 70, false)
    expect(outcomes).toEqual(Array.from({ length: 70 }, () => RIGHT))
    expect([...counts.keys()].sort()).toEqual([...FAULTS].sort())
    expect(faults).toBeGreaterThan(500)
  })

  it('is caught where refunds have no name', { timeout: 180_000 }, async () => {
    const { outcomes } = await runWithFaults(7, 12, true)
    expect(outcomes.some(({ refunds }) => refunds.length > 2)).toBe(true)
  })
})
