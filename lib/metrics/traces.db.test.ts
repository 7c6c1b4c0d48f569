import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createOrder } from '#lib/domain/orders/create.ts'
import { fetchOrder } from '#lib/domain/orders/fetch.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { createWebhook } from '#lib/domain/webhooks/create.ts'
import { loadEnv } from '#lib/process/env.ts'
import { log } from '#lib/process/log.ts'
import { observed } from '#lib/server/observed-requests.ts'
import { routePatterns } from '#lib/server/route-pattern.ts'
import { openRouter } from '#lib/server/router.ts'
import { goodCard, type Instance, openInstance } from '#lib/testing/instance.ts'
import { openOtlpReceiver, type ReceivedSpan } from '#lib/testing/otlp-receiver.ts'
import { openReceiver } from '#lib/testing/receiver.ts'
import { basic, openRest } from '#lib/testing/rest.ts'
import { shopOf } from '#lib/testing/shop.ts'
import { Dispatcher } from '#lib/webhooks/dispatcher.ts'
import { SINGLE_ROUTES } from '#scripts/single-routes.ts'
import { observer } from './observer.ts'
import { sendTraces } from './send-traces.ts'

let instance: Instance
let server: Server
let shop: ReturnType<typeof shopOf>
let url: string
beforeAll(async () => {
  instance = await openInstance()
  shop = shopOf(await openRest(instance), instance)
  const router = openRouter((_, response) => response.writeHead(404).end(), SINGLE_ROUTES)
  await router.load()
  server = createServer(observed(router.listener, routePatterns(router.patternOf)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await instance.close()
})
afterEach(() => vi.restoreAllMocks())

/** What a receiver got while something was done with traces on. */
async function spansOf(work: () => Promise<unknown>, settings: Record<string, string> = {}) {
  const receiver = await openOtlpReceiver()
  const traces = sendTraces(receiver.url, loadEnv(settings))
  try {
    await work()
    // The span of a request ends with its response, which the caller may have before.
    await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0)
  } finally {
    await traces.stop()
    await receiver.close()
  }
  return receiver
}

const capture = (id: string, amount: number, headers: Record<string, string> = {}) =>
  fetch(`${url}/v1/payments/${id}/capture`, {
    method: 'POST',
    headers: {
      authorization: basic(instance.key),
      'content-type': 'application/json',
      'idempotency-key': `secret-idempotency-${id}`,
      connection: 'close',
      ...headers,
    },
    body: JSON.stringify({ amount, currency: 'INR' }),
  })

/** The spans below one, by their names, in the order of their ends. */
function treeOf(spans: ReceivedSpan[], { id, name }: ReceivedSpan): object {
  return { [name]: spans.filter(({ parent }) => parent === id).map((span) => treeOf(spans, span)) }
}
const named = (spans: ReceivedSpan[], name: string) =>
  spans.find((span) => span.name === name) as ReceivedSpan

describe('a capture over REST', () => {
  it('is a tree of the request, its operation, the statements and the call to the acquirer, without what is private', async () => {
    const { id } = await shop.authorized(54_321)
    const caller = `${'a'.repeat(32)}-${'b'.repeat(16)}`
    const { spans, resources } = await spansOf(
      async () => expect((await capture(id, 54_321, { traceparent: `00-${caller}-01` })).status).toBe(200),
      { OTEL_SERVICE_NAME: 'shop' },
    )
    const request = named(spans, 'POST /v1/payments/:id/capture')
    expect(request).toMatchObject({ parent: '', kind: 2, links: [caller], failed: false })
    expect(request.trace).not.toBe('a'.repeat(32))
    expect(request.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/v1/payments/:id/capture',
      'http.response.status_code': 200,
      'counterfoil.request_id': expect.stringMatching(/^req_/),
      'counterfoil.account_id': instance.actor.account.id,
    })
    const operation = named(spans, 'capture_payment')
    expect(operation).toMatchObject({ parent: request.id, kind: 1 })
    const call = named(spans, 'acquirer capture')
    expect(call).toMatchObject({ parent: operation.id, kind: 3 })
    expect(call.attributes).toMatchObject({
      'counterfoil.acquirer.call': 'capture',
      'counterfoil.acquirer.outcome': 'captured',
      'counterfoil.mode': 'test',
    })
    // The simulator keeps its memory in a table: those statements are part of the call.
    expect(treeOf(spans, call)).toEqual({
      'acquirer capture': expect.arrayContaining([{ 'INSERT simulator_records': [] }]),
    })
    const statements = spans
      .filter(({ parent }) => parent === operation.id)
      .filter(({ id }) => id !== call.id)
    expect(statements.length).toBeGreaterThanOrEqual(2)
    for (const { kind, attributes } of statements) {
      expect(kind).toBe(3)
      expect(attributes).toMatchObject({
        'db.system.name': 'postgresql',
        'db.query.text': expect.stringContaining('$1'),
      })
    }
    expect(spans.every(({ trace }) => trace === request.trace)).toBe(true)
    expect(resources[0]).toMatchObject({ 'service.name': 'shop', 'service.version': expect.any(String) })

    const text = JSON.stringify(spans.map(({ name, attributes }) => ({ name, attributes })))
    for (const secret of [
      id,
      'secret-idempotency',
      instance.key.secret,
      instance.key.id,
      '54321',
      goodCard.number,
    ])
      expect(text, secret).not.toContain(secret)
  })

  it('that is rejected has its reason, and is no fault of the server', async () => {
    const { id } = await shop.authorized(700)
    const { spans } = await spansOf(async () => expect((await capture(id, 800)).status).toBe(400))
    const operation = named(spans, 'capture_payment')
    expect(operation.attributes['error.type']).toBe('capture_amount_mismatch')
    expect([operation.failed, named(spans, 'POST /v1/payments/:id/capture').failed]).toEqual([false, false])
  })
})

it('a statement that several share is a span of each, and of no other', async () => {
  const payments = [await shop.authorized(100), await shop.authorized(200), await shop.authorized(300)]
  const { spans } = await spansOf(() =>
    Promise.all(
      payments.map(({ id, amount }) =>
        instance.run(capturePayment, { id, amount, currency: 'INR' }, `key of ${id}`),
      ),
    ),
  )
  const operations = spans.filter(({ name }) => name === 'capture_payment')
  expect(new Set(operations.map(({ trace }) => trace)).size).toBe(3)
  for (const operation of operations) {
    const below = spans.filter(({ parent }) => parent === operation.id)
    expect(below.every(({ trace }) => trace === operation.trace)).toBe(true)
    expect(below[0]?.attributes).toMatchObject({ 'db.operation.batch.size': 3 })
  }
})

it('a statement outside of a trace has no span', async () => {
  const { spans } = await spansOf(() => instance.runtime.query('SELECT 1', []))
  expect(spans).toEqual([])
})

it('a delivery is a trace of its own, by the ID of its event and without the URL', async () => {
  const receiver = await openReceiver()
  await instance.run(createWebhook, { url: `${receiver.url}/secret-path`, events: ['order.paid'] })
  const dispatcher = new Dispatcher(instance.runtime)
  await capture((await shop.authorized(1200)).id, 1200)
  const { spans } = await spansOf(() => dispatcher.drain())
  await dispatcher.stop()
  await receiver.close()
  expect(receiver.heard[0]?.headers).not.toHaveProperty('traceparent')
  const delivery = named(spans, 'POST webhook')
  expect(delivery).toMatchObject({ parent: '', kind: 3, failed: false })
  expect(delivery.attributes).toMatchObject({
    'counterfoil.event.id': receiver.heard[0]?.id,
    'counterfoil.event.name': 'order.paid',
    'http.response.status_code': 204,
  })
  expect(JSON.stringify(delivery)).not.toContain('secret-path')
})

it('records no trace with always_off, and a share of them with traceidratio', async () => {
  const fetchAll = () =>
    Promise.all(Array.from({ length: 200 }, () => instance.run(fetchOrder, { id }).catch(() => undefined)))
  const { id } = await instance.run(createOrder, { amount: 100, currency: 'INR' })
  expect((await spansOf(fetchAll, { OTEL_TRACES_SAMPLER: 'always_off' })).requests()).toBe(0)
  const { spans } = await spansOf(fetchAll, {
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.5',
  })
  const operations = spans.filter(({ name }) => name === 'fetch_order').length
  expect(operations).toBeGreaterThan(40)
  expect(operations).toBeLessThan(160)
})

describe('a receiver that fails', () => {
  it('is a line of the log, now and then, and no error of the request', async () => {
    const warned = vi.spyOn(log(), 'warn').mockImplementation(() => undefined)
    const receiver = await openOtlpReceiver(400)
    const traces = sendTraces(receiver.url, loadEnv({}))
    const { id } = await shop.authorized(900)
    expect((await capture(id, 900)).status).toBe(200)
    await traces.stop()
    await receiver.close()
    expect(warned).toHaveBeenCalledTimes(1)
    expect(warned.mock.calls[0]?.[0]).toMatch(
      /^Traces cannot be sent to http:\/\/127\.0\.0\.1:\d+: the response had status 400\. Spans dropped until now: \d+\. /,
    )
  })

  it('holds a stop up for 2 seconds at most', async () => {
    const silent = createServer(() => undefined)
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    const { port } = silent.address() as AddressInfo
    const traces = sendTraces(`http://127.0.0.1:${port}/v1/traces`, loadEnv({}))
    await instance.run(createOrder, { amount: 100, currency: 'INR' })
    const begun = performance.now()
    await traces.stop()
    const took = performance.now() - begun
    silent.closeAllConnections()
    silent.close()
    expect(took).toBeGreaterThan(1900)
    expect(took).toBeLessThan(20_000)
    expect(observer()).toBeUndefined()
  })
})
