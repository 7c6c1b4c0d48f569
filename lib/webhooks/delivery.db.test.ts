import Razorpay from 'razorpay'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { fetchEvent } from '#lib/domain/events/fetch.ts'
import { createWebhook } from '#lib/domain/webhooks/create.ts'
import { deleteWebhook } from '#lib/domain/webhooks/delete.ts'
import { getDeliveryDetails } from '#lib/domain/webhooks/deliveries.ts'
import { rotateWebhookSecret, setWebhookOptions } from '#lib/domain/webhooks/update.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import {
  type Behaviour,
  type Heard,
  openReceiver,
  type Receiver,
  respondsWith,
  takes,
} from '#lib/testing/receiver.ts'
import { Dispatcher } from '#lib/webhooks/dispatcher.ts'

let instance: Instance
let dispatcher: Dispatcher
beforeAll(async () => {
  instance = await openInstance()
  dispatcher = new Dispatcher(instance.runtime, { chance: () => 0.5 })
})
afterAll(async () => {
  await dispatcher.stop()
  await instance.close()
})

const receivers: Receiver[] = []
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close()
  await instance.runtime.query('UPDATE webhook_endpoints SET deleted_at = 1', [])
})

/** An endpoint that subscribed to customers, and its receiver. */
async function endpoint(
  behaviour: Behaviour = takes,
  more: { events?: string[]; secret?: string; url?: string } = {},
) {
  const receiver = await openReceiver(behaviour)
  receivers.push(receiver)
  const webhook = await instance.run(createWebhook, {
    url: receiver.url,
    events: ['customer.created'],
    ...more,
  })
  return { ...webhook, secret: webhook.secret ?? more.secret ?? '', receiver }
}

let customers = 0
async function happens() {
  customers += 1
  return await instance.run(createCustomer, { name: 'Asha Rao', email: `asha${customers}@example.com` })
}

const deliveries = async (id: string) =>
  (
    await instance.runtime.query(
      'SELECT * FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY created_at, event_id',
      [id],
    )
  ).rows as Record<string, unknown>[]
const attempts = async (id: string) =>
  (
    await instance.runtime.query(
      'SELECT * FROM webhook_attempts WHERE endpoint_id = $1 ORDER BY created_at, id',
      [id],
    )
  ).rows as Record<string, unknown>[]

describe('the request', () => {
  it('is the event to the byte, under both families of signatures, in time and once', async () => {
    const { receiver, secret, id } = await endpoint()
    const customer = await happens()
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(1)
    const [heard] = receiver.heard as [Heard]
    expect(JSON.parse(heard.body)).toEqual({
      entity: 'event',
      account_id: instance.merchant.accounts.test,
      event: 'customer.created',
      contains: ['customer'],
      payload: { customer: { entity: customer } },
      created_at: instance.now(),
    })
    expect(heard.headers).toMatchObject({
      'content-type': 'application/json',
      'x-event-id': heard.id,
      'x-razorpay-event-id': heard.id,
      'webhook-timestamp': String(instance.now()),
    })
    expect(heard.headers['x-signature']).toMatch(/^[0-9a-f]{64}$/)
    for (const field of ['x-signature', 'x-razorpay-signature'])
      expect(Razorpay.validateWebhookSignature(heard.body, heard.headers[field] ?? '', secret)).toBe(true)
    expect(
      Razorpay.validateWebhookSignature(`${heard.body} `, heard.headers['x-signature'] ?? '', secret),
    ).toBe(false)
    expectStandard(heard, secret)
    const fetched = await instance.run(fetchEvent, { id: heard.id })
    expect(JSON.stringify(fetched)).toBe(heard.body)
    expect((await instance.run(getDeliveryDetails, { id, event_id: heard.id })).body).toBe(heard.body)
    expect(await deliveries(id)).toMatchObject([
      {
        state: 'delivered',
        attempts: 1,
        due_at: null,
        last_status: 204,
        delivered_at: instance.now(),
        leased_by: null,
      },
    ])
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(1)
  })

  it('is signed with a secret of the caller, which is not shown', async () => {
    const receiver = await openReceiver()
    receivers.push(receiver)
    const webhook = await instance.run(createWebhook, { url: receiver.url, events: ['*'], secret: '12345' })
    expect(webhook.secret).toBeUndefined()
    await happens()
    await dispatcher.drain()
    const [heard] = receiver.heard as [Heard]
    expect(
      Razorpay.validateWebhookSignature(heard.body, heard.headers['x-razorpay-signature'] ?? '', '12345'),
    ).toBe(true)
    expect(heard.headers['webhook-signature']).toBe(
      new StandardWebhook('12345', { format: 'raw' }).sign(
        heard.id,
        new Date(instance.now() * 1000),
        heard.body,
      ),
    )
  })

  it('carries the headers of the endpoint beside its own', async () => {
    const { receiver, id } = await endpoint()
    await instance.run(setWebhookOptions, { id, headers: { 'X-Shop': 'one', Authorization: 'Bearer t' } })
    await happens()
    await dispatcher.drain()
    expect(receiver.heard[0]?.headers).toMatchObject({ 'x-shop': 'one', authorization: 'Bearer t' })
  })

  it('reaches a receiver by name', async () => {
    const receiver = await openReceiver()
    receivers.push(receiver)
    const url = receiver.url.replace('127.0.0.1', 'localhost')
    await instance.run(createWebhook, { url, events: ['customer.created'] })
    await happens()
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(1)
  })

  it('goes to those alone that subscribed to it, and not to a deleted one', async () => {
    const other = await endpoint(takes, { events: ['payment.captured'] })
    const all = await endpoint(takes, { events: ['*'] })
    const gone = await endpoint()
    await happens()
    await instance.run(deleteWebhook, { id: gone.id })
    await dispatcher.drain()
    expect([other.receiver.heard.length, all.receiver.heard.length, gone.receiver.heard.length]).toEqual([
      0, 1, 0,
    ])
    expect(await deliveries(gone.id)).toMatchObject([{ state: 'dropped', due_at: null }])
  })
})

describe('an attempt that fails says why', () => {
  const kinds: [string, Behaviour, string | null, number | null, RegExp][] = [
    ['500', respondsWith(500, 'down'), 'status', 500, /responded with 500/],
    ['404', respondsWith(404), 'status', 404, /responded with 404/],
    [
      'a redirect',
      respondsWith(302, '', { location: 'http://127.0.0.1:1/there' }),
      'redirect',
      302,
      /not followed/,
    ],
    [
      'a close before the answer',
      (response) => void response.destroy(),
      'closed',
      null,
      /connection was closed/,
    ],
    [
      'a close in the middle of the answer',
      (response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('half')
        setTimeout(() => response.destroy(), 30)
      },
      'closed',
      200,
      /connection was closed/,
    ],
    ['no answer', () => {}, 'timeout', null, /did not respond within 0.5 seconds/],
    [
      'an answer without end',
      (response) => {
        response.writeHead(200).write('a')
      },
      'timeout',
      200,
      /did not respond/,
    ],
    [
      'what is not HTTP',
      (_response, _heard, _nth, request) => void request.socket.end('nonsense\r\n\r\n'),
      'protocol',
      null,
      /not valid HTTP/,
    ],
  ]
  it.each(kinds)('%s', async (_, behaviour, kind, status, words) => {
    const { receiver, id } = await endpoint(behaviour)
    await instance.run(setWebhookOptions, { id, timeout_ms: 500 })
    await happens()
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(1)
    expect(await deliveries(id)).toMatchObject([
      {
        state: 'pending',
        attempts: 1,
        due_at: instance.now() + 5,
        last_status: status,
        last_error: expect.stringMatching(words),
      },
    ])
    expect(await attempts(id)).toMatchObject([{ number: 1, cause: 'schedule', error_kind: kind, status }])
  })

  it.each([
    ['a port that nothing listens on', 'http://127.0.0.1:1/', 'refused', /connection was refused/],
    ['a name that DNS does not know', 'http://nobody.invalid/', 'dns', /DNS/],
    ['HTTPS where plain HTTP is spoken', 'https', 'tls', /TLS/],
  ])('%s', async (_, url, kind, words) => {
    const { receiver, id } = await endpoint()
    const to = url === 'https' ? receiver.url.replace('http:', 'https:') : url
    await instance.runtime.query('UPDATE webhook_endpoints SET url = $1 WHERE id = $2', [to, id])
    await happens()
    await dispatcher.drain()
    expect(await attempts(id)).toMatchObject([
      { error_kind: kind, status: null, error: expect.stringMatching(words) },
    ])
  })

  it('a huge response counts by its status, and 4 KB of it are stored', async () => {
    let written = 0
    const { id } = await endpoint((response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) written += 65_536
      }
      response.on('drain', more)
      more()
    })
    await happens()
    await dispatcher.drain()
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered' }])
    const [attempt] = await attempts(id)
    expect(attempt).toMatchObject({
      status: 200,
      error_kind: null,
      response_headers: { 'content-type': 'text/plain' },
    })
    expect(attempt?.response_body).toBe('x'.repeat(4096))
    expect(written).toBeLessThan(50_000_000)
  })

  it('bytes that are no text are kept as far as a table can hold them', async () => {
    const { id } = await endpoint((response) => void response.writeHead(500).end(Buffer.from([0, 255, 65])))
    await happens()
    await dispatcher.drain()
    expect(await attempts(id)).toMatchObject([{ response_body: '\ufffd\ufffdA' }])
  })
})

describe('failures', () => {
  it('is tried again with growing pauses until it is taken: ten times 500, then 200', async () => {
    const { receiver, id } = await endpoint(
      (response, _heard, nth) => void response.writeHead(nth <= 10 ? 500 : 200).end(),
    )
    await happens()
    const pauses: number[] = []
    await dispatcher.drain()
    for (let nth = 2; nth <= 11; nth += 1) {
      const [before] = await deliveries(id)
      expect(receiver.heard).toHaveLength(nth - 1)
      const pause = Number(before?.due_at) - instance.now()
      pauses.push(pause)
      await instance.pass(pause - 1)
      await dispatcher.drain()
      expect(receiver.heard).toHaveLength(nth - 1)
      await instance.pass(1)
      await dispatcher.drain()
    }
    expect(pauses).toEqual([5, 15, 45, 135, 405, 1215, 3600, 3600, 3600, 3600])
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 11, last_status: 200 }])
    expect((await attempts(id)).map(({ number, status }) => [number, status])).toEqual([
      ...Array.from({ length: 10 }, (_, index) => [index + 1, 500]),
      [11, 200],
    ])
    // Every attempt sends the same id and the same bytes, with a new signature.
    expect(new Set(receiver.heard.map((heard) => heard.id + heard.body)).size).toBe(1)
    expect(new Set(receiver.heard.map((heard) => heard.headers['webhook-signature'])).size).toBe(11)
  })

  it('makes the endpoint failing, and one success makes it well', async () => {
    const { receiver, id } = await endpoint(respondsWith(500))
    const since = async () =>
      (await instance.runtime.query('SELECT failing_since FROM webhook_endpoints WHERE id = $1', [id]))
        .rows[0]?.failing_since
    await happens()
    await dispatcher.drain()
    const first = instance.now()
    expect(await since()).toBe(first)
    await instance.pass(10)
    await dispatcher.drain()
    expect(await since()).toBe(first)
    receiver.behave(takes)
    await instance.pass(60)
    await dispatcher.drain()
    expect(await since()).toBeNull()
  })
})

describe('a secret that was rolled', () => {
  it('signs together with the one before until the overlap is over', async () => {
    const { receiver, id, secret: old } = await endpoint()
    const rolled = await instance.run(rotateWebhookSecret, { id, overlap: '1h' })
    expect(rolled).toMatchObject({ previous_secret_until: instance.now() + 3600 })
    await happens()
    await dispatcher.drain()
    const [heard] = receiver.heard as [Heard]
    expectStandard(heard, old)
    expectStandard(heard, rolled.secret)
    expect(
      Razorpay.validateWebhookSignature(heard.body, heard.headers['x-signature'] ?? '', rolled.secret),
    ).toBe(true)
    await instance.pass(3600)
    await happens()
    await dispatcher.drain()
    const after = receiver.heard[1] as Heard
    expectStandard(after, rolled.secret)
    expect(() => expectStandard(after, old)).toThrow()
  })

  it('reaches a receiver that checks the hexadecimal field with the secret before, at once', async () => {
    const known: string[] = []
    const {
      receiver,
      id,
      secret: old,
    } = await endpoint((response, heard) => {
      const fits = known.some((secret) =>
        Razorpay.validateWebhookSignature(heard.body, heard.headers['x-razorpay-signature'] ?? '', secret),
      )
      response.writeHead(fits ? 200 : 401).end()
    })
    known.push(old)
    const rolled = await instance.run(rotateWebhookSecret, { id })
    await happens()
    await dispatcher.drain()
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
    known[0] = rolled.secret
    await happens()
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(3)
    known.length = 0
    await happens()
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(5)
    expect((await deliveries(id))[2]).toMatchObject({
      state: 'pending',
      attempts: 2,
      due_at: expect.any(Number),
    })
  })

  it('no longer signs when it was to end now', async () => {
    const { receiver, id, secret: old } = await endpoint()
    const { previous_secret_until } = await instance.run(rotateWebhookSecret, { id, overlap: 'now' })
    expect(previous_secret_until).toBeNull()
    await happens()
    await dispatcher.drain()
    expect(() => expectStandard(receiver.heard[0] as Heard, old)).toThrow()
  })
})

/** As the package verifies it, at the time of the server. */
function expectStandard(heard: Heard, secret: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: instance.now() * 1000 })
  try {
    expect(new StandardWebhook(secret).verify(heard.body, heard.headers)).toEqual(JSON.parse(heard.body))
  } finally {
    vi.useRealTimers()
  }
}
