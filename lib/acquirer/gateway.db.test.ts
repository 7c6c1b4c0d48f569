import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { systemActor } from '#lib/auth/system-actor.ts'
import { addGateway } from '#lib/domain/acquirers/add.ts'
import type { GatewayCredentials } from '#lib/domain/acquirers/schema.ts'
import { useAcquirer } from '#lib/domain/acquirers/use.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { receiveNotification } from '#lib/domain/bank-notifications.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { fetchAllOrders } from '#lib/domain/orders/fetch.ts'
import { beginHostedPayment } from '#lib/domain/payments/begin.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { createPayment } from '#lib/domain/payments/create.ts'
import { fetchPayment } from '#lib/domain/payments/fetch.ts'
import { returnFromBank } from '#lib/domain/payments/fetch-for-payer.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { fetchPaymentRefunds } from '#lib/domain/refunds/fetch.ts'
import { createWebhook } from '#lib/domain/webhooks/create.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { acquirerProxy } from '#lib/testing/acquirer-proxy.ts'
import { goodCard, type Instance, openInstance, payer } from '#lib/testing/instance.ts'
import { createRouter } from '#lib/testing/loaded-router.ts'
import { openReceiver } from '#lib/testing/receiver.ts'
import { openRest } from '#lib/testing/rest.ts'
import { paymentSignature } from '#lib/values/signature.ts'
import { Dispatcher } from '#lib/webhooks/dispatcher.ts'
import { createGatewayAcquirer, type Gateway, type GatewayOptions } from './gateway.ts'
import { replyToPayer } from './gateway-pages.ts'
import { referenceOfReturn } from './signature.ts'

const PAGES = 'https://desk.example/v1/acquirers/acq_1/payers'
const BACK = 'https://desk.example/checkout/order_1/wait/pay_1'
const money = { amount: 125_000, currency: 'INR' } as const

/** The instance that is the gateway, its server, and what a test does to its requests before and after it. */
let there: Instance
let url: string
let before: RequestListener = () => undefined
/** Cuts the connection after the request had its effect. */
let cutAfter: ((method: string, path: string) => boolean) | undefined
let requests: string[] = []
const open: { close(): unknown }[] = []

beforeAll(async () => {
  there = await openInstance({ settings: { SIMULATOR_REFUND_DELAY_SECONDS: '0' } })
  await openRest(there)
  const router = await createRouter((_, response) => void response.writeHead(404).end())
  const server = createServer((request, response) => {
    const { method = '', url: path = '' } = request
    requests.push(`${method} ${path.split('?')[0]}`)
    before(request, response)
    if (response.writableEnded || response.destroyed) return
    if (cutAfter?.(method, path)) {
      const { writeHead } = response
      response.writeHead = ((...head: Parameters<typeof writeHead>) => {
        response.destroy()
        return writeHead.apply(response, head)
      }) as typeof writeHead
    }
    router(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  open.push({ close: () => server.close(() => undefined).closeAllConnections() })
})
afterEach(() => {
  before = () => undefined
  cutAfter = undefined
  requests = []
})
afterAll(async () => {
  for (const { close } of open.toReversed()) await close()
  expect(await there.violations()).toEqual([])
  await there.close()
})

function credentials(more: Partial<GatewayCredentials> = {}): GatewayCredentials {
  const key = { key_id: there.key.id, key_secret: there.key.secret }
  return { ...key, webhook_secret: 'none', dialect: 'razorpay', ...more }
}

function connect(more: Partial<GatewayOptions> = {}): Gateway {
  const gateway = createGatewayAcquirer({
    url,
    credentials: [credentials()],
    name: 'gateway',
    networks: ['127.0.0.0/8'],
    totalMs: 5000,
    pagesUrl: PAGES,
    ...more,
  })
  open.push(gateway)
  return gateway
}

let references = 0
function newReference(): string {
  references += 1
  return `bop_${String(references).padStart(14, '0')}`
}
const hosted = (reference: string) => ({
  reference,
  ...money,
  collect: { kind: 'hosted' as const, return_url: BACK },
})

/** Pays the order of a reference as its payer does on the gateway's page. */
async function payThere(reference: string, number = goodCard.number) {
  const { items } = await there.run(fetchAllOrders, { receipt: reference })
  const [order] = items
  return there.run(createPayment, {
    ...payer,
    ...money,
    order_id: order?.id ?? '',
    method: 'card',
    card: { ...goodCard, number },
  })
}

async function authorizedAt(gateway: Gateway) {
  const reference = newReference()
  await gateway.authorize(hosted(reference))
  const payment = await payThere(reference)
  return { reference, payment }
}

const refundsOf = async (id: string) => (await there.run(fetchPaymentRefunds, { id })).items
const unavailable = expect.objectContaining({ reason: 'acquirer_unavailable' })

describe('a payment', () => {
  it('is collected, captured and refunded in parts, and both sides agree', async () => {
    const gateway = connect()
    // The gateway's fees are paid by what it holds for the merchant, so a whole refund needs another payment.
    const earlier = await authorizedAt(gateway)
    await gateway.capture({ reference: newReference(), authorization: earlier.reference, ...money })
    const reference = newReference()
    const redirect = { outcome: 'redirect', url: `${PAGES}/${reference}` }
    expect(await gateway.authorize(hosted(reference))).toEqual(redirect)
    expect(await gateway.authorize(hosted(reference))).toEqual(redirect)
    expect((await there.run(fetchAllOrders, { receipt: reference })).count).toBe(1)
    expect(await gateway.status(reference)).toEqual({ outcome: 'authorization', response: redirect })
    const paid = await payThere(reference)
    expect(await gateway.status(reference)).toEqual({
      outcome: 'authorization',
      response: {
        outcome: 'authorized',
        international: false,
        data: expect.objectContaining({ gateway_id: paid.id }),
        paid_with: { method: 'card', last4: '1007', network: 'Visa' },
      },
    })
    const capture = { reference: newReference(), authorization: reference, ...money }
    expect(await gateway.capture(capture)).toMatchObject({ outcome: 'captured' })
    expect(await gateway.capture(capture)).toMatchObject({ outcome: 'captured' })
    const refund = {
      reference: newReference(),
      authorization: reference,
      currency: 'INR',
      amount: 25_050,
      speed: 'normal' as const,
    }
    await gateway.refund(refund)
    await there.pass(60)
    expect(await gateway.refund(refund)).toMatchObject({ outcome: 'processed', speed: 'normal' })
    const other = { ...refund, reference: newReference(), amount: 99_950 }
    await gateway.refund(other)
    await there.pass(60)
    expect(await gateway.refund(other)).toMatchObject({ outcome: 'processed' })
    const more = await gateway.refund({ ...refund, reference: newReference(), amount: 100 })
    expect(more).toMatchObject({ outcome: 'failed', reason: expect.any(String) })
    expect(await there.run(fetchPayment, { id: paid.id })).toMatchObject({
      amount: 125_000,
      captured: true,
      amount_refunded: 125_000,
      status: 'refunded',
    })
    expect((await refundsOf(paid.id)).map(({ amount }) => amount)).toEqual([99_950, 25_050])
  })

  it('that failed is open until its payer has come back', async () => {
    const gateway = connect()
    const reference = newReference()
    await gateway.authorize(hosted(reference))
    await expect(payThere(reference, '4100280000080001')).rejects.toThrow()
    expect(await gateway.status(reference)).toMatchObject({ response: { outcome: 'redirect' } })
    const returned = { 'error[code]': 'BAD_REQUEST_ERROR', 'error[reason]': 'insufficient_funds' }
    const reply = await replyToPayer(gateway, { reference, returned, language: 'en' })
    expect(reply).toMatchObject({ status: 303, headers: { location: expect.stringContaining(BACK) } })
    expect(await gateway.status(reference)).toMatchObject({
      response: { outcome: 'declined', reason: 'insufficient_funds' },
    })
    // The gateway decides, whatever its form said.
    await payThere(reference)
    expect(await gateway.status(reference)).toMatchObject({ response: { outcome: 'authorized' } })
  })

  it('that is cancelled is declined; one that is paid is not, whatever the link says', async () => {
    const gateway = connect()
    const [cancelled, paid] = [newReference(), newReference()]
    for (const reference of [cancelled, paid]) await gateway.authorize(hosted(reference))
    await payThere(paid)
    for (const reference of [cancelled, paid]) await gateway.returned(reference, {})
    expect(await gateway.status(cancelled)).toMatchObject({
      response: { outcome: 'declined', reason: 'payment_cancelled' },
    })
    expect(await gateway.status(paid)).toMatchObject({ response: { outcome: 'authorized' } })
    expect(await gateway.status(newReference())).toEqual({ outcome: 'unknown' })
  })

  it('is released by the gateway alone: a void is pending until then', async () => {
    const gateway = connect()
    const { reference, payment } = await authorizedAt(gateway)
    const request = {
      reference: newReference(),
      authorization: reference,
      ...money,
      speed: 'normal' as const,
    }
    expect(await gateway.void(request)).toEqual({ outcome: 'pending' })
    await there.pass(4 * 86_400)
    expect(await there.run(fetchPayment, { id: payment.id })).toMatchObject({ status: 'refunded' })
    expect(await gateway.void(request)).toMatchObject({ outcome: 'processed' })
    const capture = { reference: newReference(), authorization: reference, ...money }
    expect(await gateway.capture(capture)).toEqual({ outcome: 'refused', reason: 'authorization_lapsed' })
  })
})

describe('the way there and back', () => {
  it('is a form that goes by itself, and by a button without script', async () => {
    const gateway = connect()
    const reference = newReference()
    await gateway.authorize(hosted(reference))
    const details = { name: 'Asha Rao', email: 'asha@example.com', contact: '+919876543210' }
    const { status, text, headers } = await replyToPayer(gateway, { reference, language: 'en', details })
    expect(status).toBe(200)
    expect(text).toContain(`action="${url}/v1/checkout/embedded"`)
    expect(text).toContain('<button>Continue</button>')
    expect(headers['content-security-policy']).toMatch(/script-src 'sha256-/)
    const form = Object.fromEntries(
      [...text.matchAll(/name="([^"]+)" value="([^"]+)"/g)].map(([, name, value]) => [name, value]),
    )
    const reply = await fetch(`${url}/v1/checkout/embedded`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
    expect(reply.status).toBe(303)
    const [page, query] = (reply.headers.get('location') ?? '').split('?')
    expect(page).toBe(`/checkout/${form.order_id}`)
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      'prefill[name]': 'Asha Rao',
      'prefill[email]': 'asha@example.com',
      'prefill[contact]': '+919876543210',
    })
    expect(decodeURIComponent(reply.headers.get('set-cookie') ?? '')).toContain(
      `${PAGES}/${reference}/return`,
    )
  })

  it.each(['razorpay', 'service'] as const)('a return is checked in the names of %s', async (dialect) => {
    const gateway = connect({ credentials: [credentials({ dialect })] })
    const { reference, payment } = await authorizedAt(gateway)
    const { order_id } = await there.run(fetchPayment, { id: payment.id })
    const signature = paymentSignature(order_id ?? '', payment.id, there.key.secret)
    const named = (sign: string, order = order_id ?? '') => ({
      [`${dialect}_order_id`]: order,
      [`${dialect}_payment_id`]: payment.id,
      [`${dialect}_signature`]: sign,
    })
    expect(await gateway.returned(reference, named(signature))).toEqual({ outcome: 'paid' })
    expect(await gateway.returned(reference, named(signature.replace(/./, 'x')))).toEqual({
      outcome: 'invalid',
    })
    expect(await gateway.returned(reference, named('x'))).toEqual({ outcome: 'invalid' })
    const another = await authorizedAt(gateway)
    expect(await gateway.returned(another.reference, named(signature))).toEqual({ outcome: 'invalid' })
    const reply = await replyToPayer(gateway, { reference, returned: named(signature), language: 'hi' })
    expect(reply.status).toBe(303)
    const back = new URL(reply.headers.location ?? '')
    expect(referenceOfReturn(gateway.returnSecrets, Object.fromEntries(back.searchParams))).toBe(reference)
    const forged = await replyToPayer(gateway, { reference, returned: named('x'), language: 'en' })
    expect(forged).toMatchObject({ status: 303, headers: { location: BACK }, forged: true })
    // Paid already: there is no way to pay again.
    expect(await replyToPayer(gateway, { reference, language: 'en' })).toMatchObject({ status: 303 })
  })

  it('an unknown reference is not found, and the way back leads to this server alone', async () => {
    const gateway = connect()
    const foreign = newReference()
    await gateway.authorize({
      ...hosted(foreign),
      collect: { kind: 'hosted', return_url: 'https://evil.example/' },
    })
    for (const reference of [newReference(), foreign])
      expect(await replyToPayer(gateway, { reference, language: 'en' })).toMatchObject({ status: 404 })
  })
})

describe('faults', () => {
  it('a refund whose response is lost is made once', async () => {
    const gateway = connect()
    const { reference, payment } = await authorizedAt(gateway)
    await gateway.capture({ reference: newReference(), authorization: reference, ...money })
    cutAfter = (method, path) => method === 'POST' && path.endsWith('/refund')
    const request = {
      reference: newReference(),
      authorization: reference,
      currency: 'INR',
      amount: 50_000,
      speed: 'normal' as const,
    }
    await expect(gateway.refund(request)).rejects.toEqual(unavailable)
    cutAfter = undefined
    const parallel = await Promise.all(Array.from({ length: 10 }, () => gateway.refund(request)))
    expect(parallel.every(({ outcome }) => outcome !== 'failed')).toBe(true)
    expect((await refundsOf(payment.id)).map(({ amount }) => amount)).toEqual([50_000])
  })

  it('ten equal refunds at a time are one', async () => {
    const gateway = connect()
    const { reference, payment } = await authorizedAt(gateway)
    await gateway.capture({ reference: newReference(), authorization: reference, ...money })
    const request = {
      reference: newReference(),
      authorization: reference,
      currency: 'INR',
      amount: 1000,
      speed: 'normal' as const,
    }
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => gateway.refund(request)))
    expect(all.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await refundsOf(payment.id)).toHaveLength(1)
    expect(await gateway.refund(request)).not.toMatchObject({ outcome: 'failed' })
  })

  it('a capture whose response is lost is found by the next', async () => {
    const gateway = connect()
    const { reference } = await authorizedAt(gateway)
    const capture = { reference: newReference(), authorization: reference, ...money }
    cutAfter = (method, path) => method === 'POST' && path.endsWith('/capture')
    await expect(gateway.capture(capture)).rejects.toEqual(unavailable)
    cutAfter = undefined
    expect(await gateway.capture(capture)).toMatchObject({ outcome: 'captured' })
    expect(requests.filter((line) => line.endsWith('/capture'))).toHaveLength(1)
  })

  it('of two orders of a reference that are both paid, one is captured and the other returned', async () => {
    const gateway = connect()
    const { reference, payment: first } = await authorizedAt(gateway)
    const order = await there.run(createOrder, { ...money, receipt: reference })
    const card = { method: 'card' as const, card: goodCard }
    const second = await there.run(createPayment, { ...payer, ...money, order_id: order.id, ...card })
    const captures = [newReference(), newReference()].map((own) =>
      gateway.capture({ reference: own, authorization: reference, ...money }),
    )
    await Promise.allSettled(captures)
    await there.pass(4 * 86_400)
    expect(await gateway.status(reference)).toMatchObject({ response: { outcome: 'authorized' } })
    const both = [first, second].map(({ id }) => there.run(fetchPayment, { id }))
    expect((await Promise.all(both)).map(({ captured }) => captured).sort()).toEqual([false, true])
  })

  it('an order whose creation is lost is found by the next', async () => {
    const gateway = connect()
    const reference = newReference()
    cutAfter = (method, path) => method === 'POST' && path === '/v1/orders'
    await expect(gateway.authorize(hosted(reference))).rejects.toEqual(unavailable)
    cutAfter = undefined
    expect(await gateway.authorize(hosted(reference))).toMatchObject({ outcome: 'redirect' })
    expect((await there.run(fetchAllOrders, { receipt: reference })).count).toBe(1)
  })

  it('429 with Retry-After is obeyed, by later calls too', async () => {
    const gateway = connect()
    let busy = true
    before = (_, response) => {
      if (busy) response.writeHead(429, { 'retry-after': '1' }).end('{}')
      busy = false
    }
    const begun = performance.now()
    expect(await gateway.status(newReference())).toEqual({ outcome: 'unknown' })
    expect(performance.now() - begun).toBeGreaterThan(1000)
    before = (_, response) => void response.writeHead(429, { 'retry-after': '60' }).end('{}')
    await expect(gateway.status(newReference())).rejects.toEqual(unavailable)
    requests = []
    await expect(gateway.status(newReference())).rejects.toMatchObject({ retryAfter: expect.any(Number) })
    expect(requests).toEqual([])
  })

  it.each<[string, RequestListener]>([
    ['a wrong key', (_, response) => void response.writeHead(401).end('{}')],
    ['no JSON', (_, response) => void response.writeHead(200).end('<html>')],
    ['outside the schema', (_, response) => void response.writeHead(200).end('{"items":[{"id":1}]}')],
    ['oversized', (_, response) => void response.writeHead(200).end('x'.repeat(3_000_000))],
    ['a redirect', (_, response) => void response.writeHead(302, { location: url }).end()],
    ['cut', (_, response) => void response.destroy()],
    ['500', (_, response) => void response.writeHead(500).end('{"error":{}}')],
  ])('%s is acquirer_unavailable, and what is thrown has no secret', async (_, respond) => {
    const gateway = connect({ totalMs: 600 })
    before = respond
    const thrown = await gateway.status(newReference()).catch((error) => error)
    expect(thrown).toEqual(unavailable)
    let text = ''
    for (let error = thrown; error instanceof Error; error = error.cause) text += error.stack
    expect(text).not.toContain(there.key.secret)
  })

  it('a private address is reached only where the operator allows its network', async () => {
    expect(() => connect({ networks: [] })).toThrow('begins with https://')
    const gateway = connect({ networks: [], url: url.replace('http:', 'https:') })
    await expect(gateway.status(newReference())).rejects.toEqual(unavailable)
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
  const proxy = await acquirerProxy(`${url}/`, async ({ path, method, body, headers, forward }) => {
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
  })
  open.push(proxy)
  const gateway = connect({ url: proxy.url, totalMs: DEADLINE, restMs: 20 })
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
    const reference = newReference()
    await untilDone(() => gateway.authorize(hosted(reference)))
    const payment = await payThere(reference)
    const capture = { reference: newReference(), authorization: reference, ...money }
    expect(await untilDone(() => gateway.capture(capture))).toMatchObject({ outcome: 'captured' })
    for (const amount of [1100, 2300]) {
      const own = { reference: newReference(), authorization: reference, currency: 'INR', amount }
      await untilDone(() => gateway.refund({ ...own, speed: 'normal' }))
    }
    const { items } = await there.run(fetchAllOrders, { receipt: reference, expand: ['payments'] })
    const all = items.flatMap((order) => order.payments?.items ?? [])
    return {
      captured: all.filter(({ captured }) => captured).length,
      refunds: (await refundsOf(payment.id)).map(({ amount }) => amount).sort((one, other) => one - other),
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

it('the test of the connection shows whether the key is right', async () => {
  expect(await connect().capabilities()).toMatchObject({
    collection: ['hosted'],
    payouts: false,
    sandbox: true,
  })
  const other = await there.run(createKey, { name: 'other' }, undefined, there.system)
  await expect(
    connect({ credentials: [credentials({ key_secret: other.secret })] }).capabilities(),
  ).rejects.toEqual(unavailable)
})

it('events come twice and in any order, and name what they are about', async () => {
  const receiver = await openReceiver()
  open.push(receiver)
  const webhook = await there.run(createWebhook, { url: receiver.url, events: ['*'] })
  const before = credentials({ webhook_secret: webhook.secret ?? '' })
  const gateway = connect({ credentials: [credentials(), before] })
  const dispatcher = new Dispatcher(there.runtime, { chance: () => 0.5 })
  const { reference, payment } = await authorizedAt(gateway)
  await gateway.capture({ reference: newReference(), authorization: reference, ...money })
  const own = newReference()
  const refund = { reference: own, authorization: reference, currency: 'INR', speed: 'normal' as const }
  await gateway.refund({ ...refund, amount: 100 })
  await there.pass(60)
  await dispatcher.drain()
  await dispatcher.stop()
  const taken = new Map<string, string | null>()
  for (const { body, headers } of [...receiver.heard.toReversed(), ...receiver.heard]) {
    const notification = await gateway.notification(body, headers)
    if (notification) taken.set(notification.message, notification.reference)
    expect(await connect().notification(body, headers)).toBeNull()
  }
  expect(taken.size).toBe(receiver.heard.length)
  expect([...taken.values()]).toEqual(expect.arrayContaining([reference, own]))
  expect(await there.run(fetchPayment, { id: payment.id })).toMatchObject({ amount_refunded: 100 })
})

it('a payment of live mode goes through a second instance, and both agree to the paisa', async () => {
  const settings = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', BASE_URL: 'https://desk.example' }
  const here = await openInstance({ settings })
  open.push({ close: () => here.runtime.acquirers.close().then(() => here.close()) })
  const live = () => systemActor(here.runtime.query, here.merchant.accounts.live, 'test')
  const run = async <I extends z.ZodType, O extends z.ZodType>(
    operation: Operation<I, O>,
    input: z.input<I>,
  ) => here.run(operation, input, undefined, await live(), true)
  const receiver = await openReceiver()
  open.push(receiver)
  const webhook = await there.run(createWebhook, { url: receiver.url, events: ['*'] })
  const secrets = credentials({ webhook_secret: webhook.secret ?? '' })
  const { id } = await run(addGateway, { url, ...secrets })
  await run(useAcquirer, { id })
  const { acquirers } = here.runtime

  const order = await run(createOrder, { ...money })
  const begun = await run(beginHostedPayment, { ...payer, ...money, order_id: order.id, method: 'card' })
  const reference = begun.url?.split('/').at(-1) ?? ''
  expect(begun.url).toBe(`https://desk.example/v1/acquirers/${id}/payers/${reference}`)
  const { account } = await live()
  const page = await acquirers.payer(account, id, { reference, language: 'en' })
  expect(page.text).toContain(`action="${url}/v1/checkout/embedded"`)
  const paid = await payThere(reference)
  const returned = {
    razorpay_order_id: paid.service_order_id ?? '',
    razorpay_payment_id: paid.id,
    razorpay_signature: paid.service_signature ?? '',
  }
  const reply = await acquirers.payer(account, id, { reference, returned, language: 'en' })
  const params = Object.fromEntries(new URL(reply.headers.location ?? '').searchParams)
  const back = await run(returnFromBank, { id: begun.id, order_id: order.id, params })
  expect(back).toMatchObject({ status: 'authorized', method: 'card' })
  await run(capturePayment, { id: begun.id, amount: money.amount })
  await run(refundPayment, { id: begun.id, amount: 25_050 })

  const dispatcher = new Dispatcher(there.runtime, { chance: () => 0.5 })
  const notify = async () => {
    await dispatcher.drain()
    for (const { body, headers } of [...receiver.heard, ...receiver.heard.toReversed()]) {
      const notification = await acquirers.notification(account, id, body, headers)
      if (!notification?.reference) continue
      const { message } = notification
      await run(receiveNotification, { id, reference: notification.reference, message })
    }
  }
  for (let round = 0; round < 3; round += 1) {
    await there.pass(60)
    await notify()
    await here.pass(60)
  }
  await dispatcher.stop()
  const both = [await run(fetchPayment, { id: begun.id }), await there.run(fetchPayment, { id: paid.id })]
  for (const payment of both)
    expect(payment).toMatchObject({
      ...money,
      status: 'captured',
      captured: true,
      amount_refunded: 25_050,
      refund_status: 'partial',
    })
  const refunds = await run(fetchPaymentRefunds, { id: begun.id })
  expect(refunds.items).toMatchObject([{ status: 'processed', amount: 25_050 }])
  expect(await refundsOf(paid.id)).toHaveLength(1)
  expect(await here.violations()).toEqual([])
})
