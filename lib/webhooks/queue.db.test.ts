import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { createPayment } from '#lib/domain/payments/create.ts'
import { createWebhook } from '#lib/domain/webhooks/create.ts'
import { getDeliveryDetails } from '#lib/domain/webhooks/deliveries.ts'
import { resendDelivery } from '#lib/domain/webhooks/resend.ts'
import { setWebhookChaos, setWebhookOptions } from '#lib/domain/webhooks/update.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { goodCard, type Instance, openInstance, payer } from '#lib/testing/instance.ts'
import { type Behaviour, openReceiver, type Receiver, respondsWith, takes } from '#lib/testing/receiver.ts'
import { Dispatcher } from '#lib/webhooks/dispatcher.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(() => instance.close())

const receivers: Receiver[] = []
const dispatchers: Dispatcher[] = []
afterEach(async () => {
  for (const dispatcher of dispatchers.splice(0)) await dispatcher.stop()
  for (const receiver of receivers.splice(0)) await receiver.close()
  await instance.runtime.query('UPDATE webhook_endpoints SET deleted_at = 1', [])
})

function dispatch(chance = 0.5, runtime: Runtime = instance.runtime): Dispatcher {
  const dispatcher = new Dispatcher(runtime, { chance: () => chance, pollMs: 20 })
  dispatchers.push(dispatcher)
  return dispatcher
}

async function endpoint(behaviour: Behaviour = takes, events = ['*']) {
  const receiver = await openReceiver(behaviour)
  receivers.push(receiver)
  const { id } = await instance.run(createWebhook, { url: receiver.url, events })
  return { id, receiver }
}

let customers = 0
async function happens(times = 1): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    customers += 1
    await instance.run(createCustomer, { name: 'Asha Rao', email: `asha${customers}@example.com` })
  }
}

const stateOf = async (id: string) =>
  (
    await instance.runtime.query(
      'SELECT state, count(*) FROM webhook_deliveries WHERE endpoint_id = $1 GROUP BY 1 ORDER BY 1',
      [id],
    )
  ).rows
const attempts = async (id: string) =>
  (
    await instance.runtime.query(
      'SELECT event_id, number, cause, error_kind FROM webhook_attempts WHERE endpoint_id = $1 ORDER BY created_at, number',
      [id],
    )
  ).rows
const until = async (holds: () => boolean | Promise<boolean>) => {
  const end = performance.now() + 20_000
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('It did not come to hold.')
    await sleep(10)
  }
}

describe('several dispatchers on one queue', () => {
  it('send nothing twice', async () => {
    const { id, receiver } = await endpoint((response) => void setTimeout(() => response.end(), 5))
    await happens(300)
    await Promise.all([dispatch().drain(), dispatch().drain(), dispatch().drain()])
    await dispatch().drain()
    expect(receiver.heard).toHaveLength(300)
    expect(new Set(receiver.heard.map((heard) => heard.id)).size).toBe(300)
    expect(await stateOf(id)).toEqual([{ state: 'delivered', count: 300 }])
    expect(await attempts(id)).toHaveLength(300)
  })

  it('take over what one has left, and what that one finds out too late changes nothing', async () => {
    let release: () => void = () => {}
    const { id, receiver } = await endpoint((response, _heard, nth) => {
      if (nth > 1) return void response.writeHead(200).end()
      release = () => void response.writeHead(500).end()
    })
    // The first is stopped in the middle, like a suspended process; its clock stands still meanwhile.
    let now = instance.runtime.clock()
    const slow = dispatch(0.5, { ...instance.runtime, clock: () => now })
    await instance.run(setWebhookOptions, { id, timeout_ms: 30_000 })
    await happens()
    const pending = slow.drain()
    await until(() => receiver.heard.length === 1)
    await dispatch().drain()
    expect(receiver.heard).toHaveLength(1)
    // The lease ends, and another sends it.
    await instance.pass(60)
    await dispatch().drain()
    expect(await stateOf(id)).toEqual([{ state: 'delivered', count: 1 }])
    release()
    await pending
    now = instance.runtime.clock()
    expect(receiver.heard).toHaveLength(2)
    expect(await stateOf(id)).toEqual([{ state: 'delivered', count: 1 }])
    const [delivery] = (
      await instance.runtime.query('SELECT * FROM webhook_deliveries WHERE endpoint_id = $1', [id])
    ).rows
    expect(delivery).toMatchObject({ attempts: 1, last_status: 200, last_error: null })
    // That a second request was made is on record, though.
    expect(await attempts(id)).toHaveLength(2)
  })
})

describe('a dispatcher whose outcomes are not recorded', () => {
  it('sends each endpoint as many as may arrive twice after a kill, and goes on when they are', async () => {
    const slow: Behaviour = (response) => void setTimeout(() => response.writeHead(204).end(), 5)
    const [first, second] = await Promise.all([endpoint(slow), endpoint(slow)])
    await happens(300)
    let release: () => void = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const query: Runtime['query'] = async (text, values) => {
      if (text.includes('INSERT INTO webhook_attempts')) await released
      return await instance.runtime.query(text, values)
    }
    dispatch(0.5, { ...instance.runtime, query }).start()
    const heard = () => [first.receiver.heard.length, second.receiver.heard.length]
    try {
      await until(() => heard().every((count) => count === 128))
      await sleep(200)
      expect(heard()).toEqual([128, 128])
    } finally {
      release()
    }
    await until(() => heard().every((count) => count === 300))
    for (const { id } of [first, second]) {
      await until(async () => (await attempts(id)).length === 300)
      expect(await stateOf(id)).toEqual([{ state: 'delivered', count: 300 }])
    }
  })
})

describe('endpoints that do not respond', () => {
  it('hold up no other', async () => {
    const dead = await Promise.all([endpoint(() => {}), endpoint(() => {}), endpoint(() => {})])
    for (const { id } of dead) await instance.run(setWebhookOptions, { id, timeout_ms: 2000 })
    const well = await endpoint()
    await happens(100)
    const dispatcher = dispatch().start()
    await until(() => well.receiver.heard.length === 100)
    // None of the dead has even run into its first limit.
    expect(await attempts(dead[0]?.id ?? '')).toEqual([])
    for (const { receiver } of dead) expect(receiver.connections()).toBeLessThanOrEqual(8)
    await dispatcher.stop()
    dispatchers.length = 0
  })
})

describe('events of one object', () => {
  it('arrive in their order, while those of others overtake them', async () => {
    const { receiver } = await endpoint(
      (response) => void setTimeout(() => response.end(), 20),
      ['payment.authorized', 'payment.captured', 'customer.created'],
    )
    for (let turn = 0; turn < 3; turn += 1) {
      const order = await instance.run(createOrder, {
        amount: 10_000,
        currency: 'INR',
        payment_capture: true,
      })
      await instance.run(createPayment, {
        ...payer,
        amount: 10_000,
        order_id: order.id,
        method: 'card',
        card: goodCard,
      })
    }
    await happens(5)
    await dispatch().drain()
    expect(receiver.heard).toHaveLength(11)
    const ofPayment = new Map<string, string[]>()
    for (const { body, event } of receiver.heard.filter((heard) => heard.event.startsWith('payment'))) {
      const id = JSON.parse(body).payload.payment.entity.id
      ofPayment.set(id, [...(ofPayment.get(id) ?? []), event])
    }
    expect([...ofPayment.values()]).toEqual(Array(3).fill(['payment.authorized', 'payment.captured']))
    const lastOther = receiver.heard.findLastIndex((heard) => heard.event === 'customer.created')
    const firstSecond = receiver.heard.findIndex((heard) => heard.event === 'payment.captured')
    expect(lastOther).toBeLessThan(firstSecond)
  })

  it('wait for a short pause of an earlier one, not for a long one', async () => {
    const { id, receiver } = await endpoint(
      (response, heard) => void response.writeHead(heard.event === 'payment.authorized' ? 500 : 200).end(),
      ['payment.authorized', 'payment.captured'],
    )
    const order = await instance.run(createOrder, { amount: 10_000, currency: 'INR', payment_capture: true })
    await instance.run(createPayment, {
      ...payer,
      amount: 10_000,
      order_id: order.id,
      method: 'card',
      card: goodCard,
    })
    const dispatcher = dispatch()
    const names = () => receiver.heard.map(({ event }) => event.split('.')[1])
    await dispatcher.drain()
    expect(names()).toEqual(['authorized'])
    const { rows: queued } = await instance.runtime.query<{ event_id: string; event: string }>(
      'SELECT event_id, event FROM webhook_deliveries WHERE endpoint_id = $1',
      [id],
    )
    const waitsFor = async (event: string) => {
      const event_id = queued.find((one) => one.event === event)?.event_id ?? ''
      return (await instance.run(getDeliveryDetails, { id, event_id })).waits_for?.event ?? null
    }
    expect(await waitsFor('payment.captured')).toBe('payment.authorized')
    expect(await waitsFor('payment.authorized')).toBeNull()
    await instance.pass(5)
    await dispatcher.drain()
    expect(names()).toEqual(['authorized', 'authorized'])
    // The third failure is followed by 45 seconds.
    await instance.pass(15)
    await dispatcher.drain()
    expect(names()).toEqual(['authorized', 'authorized', 'authorized', 'captured'])
    expect(await waitsFor('payment.captured')).toBeNull()
  })
})

describe('chaos', () => {
  async function chaotic(chaos: object) {
    const made = await endpoint()
    await instance.run(setWebhookChaos, { id: made.id, ...chaos })
    return made
  }

  it('delays', async () => {
    const { receiver } = await chaotic({ delay: 60 })
    await happens(2)
    const dispatcher = dispatch()
    await dispatcher.drain()
    await instance.pass(59)
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(0)
    await instance.pass(1)
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(2)
  })

  it('delays and sends twice, when it is to do both', async () => {
    const { id, receiver } = await chaotic({ delay: 60, duplicate: 100 })
    await happens()
    const dispatcher = dispatch()
    await dispatcher.drain()
    await instance.pass(60)
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(2)
    expect(await stateOf(id)).toEqual([{ state: 'delivered', count: 1 }])
    // A requested repeat is sent unchanged.
    await instance.run(resendDelivery, { id, event_id: receiver.heard[0]?.id ?? '' })
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(3)
  })

  it('holds back once, and leaves nothing out that it has held back', async () => {
    const { receiver } = await chaotic({ reorder: 100, drop: 50 })
    await happens()
    // Held back, not left out; and whatever is drawn afterwards, it is sent.
    const draws = [0, 0.9, 0.9]
    const dispatcher = new Dispatcher(instance.runtime, { chance: () => draws.shift() ?? 0 })
    dispatchers.push(dispatcher)
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(0)
    await instance.pass(11)
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(1)
  })

  it('sends twice, and says that it was on purpose', async () => {
    const { id, receiver } = await chaotic({ duplicate: 100 })
    await happens()
    await dispatch().drain()
    expect(receiver.heard).toHaveLength(2)
    expect(receiver.heard[0]?.id).toBe(receiver.heard[1]?.id)
    expect((await attempts(id)).map(({ number, cause }) => [number, cause])).toEqual([
      [1, 'schedule'],
      [2, 'chaos'],
    ])
    expect(await stateOf(id)).toEqual([{ state: 'delivered', count: 1 }])
  })

  it('leaves out', async () => {
    const { id, receiver } = await chaotic({ drop: 100 })
    await happens()
    await dispatch().drain()
    expect(receiver.heard).toHaveLength(0)
    expect(await stateOf(id)).toEqual([{ state: 'dropped', count: 1 }])
    expect(await attempts(id)).toMatchObject([{ cause: 'chaos', error_kind: 'dropped' }])
  })

  it('sends an earlier event of an object after a later one', async () => {
    const { receiver } = await chaotic({ reorder: 50 })
    const order = await instance.run(createOrder, { amount: 10_000, currency: 'INR', payment_capture: true })
    await instance.run(createPayment, {
      ...payer,
      amount: 10_000,
      order_id: order.id,
      method: 'card',
      card: goodCard,
    })
    // The first is held back, the others are not.
    let draws = 0
    const dispatcher = new Dispatcher(instance.runtime, { chance: () => (draws++ === 0 ? 0.1 : 0.9) })
    dispatchers.push(dispatcher)
    await dispatcher.drain()
    await instance.pass(20)
    await dispatcher.drain()
    expect(receiver.heard.map(({ event }) => event)).toEqual([
      'payment.captured',
      'order.paid',
      'payment.authorized',
    ])
  })

  it('happens with the share that was asked for, and to first attempts alone', async () => {
    const { id } = await chaotic({ drop: 30 })
    await happens(3)
    await dispatch(0.29).drain()
    expect(await stateOf(id)).toEqual([{ state: 'dropped', count: 3 }])
    await happens(3)
    await dispatch(0.3).drain()
    expect(await stateOf(id)).toEqual([
      { state: 'delivered', count: 3 },
      { state: 'dropped', count: 3 },
    ])
  })
})

describe('local failures, before anything is sent', () => {
  it('is an attempt on record, in words, and is tried again like any other; the endpoint is not to blame', async () => {
    const { id, receiver } = await endpoint()
    const { rows } = await instance.runtime.query(
      'SELECT secret_encrypted FROM webhook_endpoints WHERE id = $1',
      [id],
    )
    // Sealed with the key of another database, say.
    const seal = (bytes: unknown) =>
      instance.runtime.query('UPDATE webhook_endpoints SET secret_encrypted = $1 WHERE id = $2', [bytes, id])
    await seal(Buffer.alloc(40))
    await happens()
    const dispatcher = dispatch()
    await dispatcher.drain()
    const delivery = async () =>
      (await instance.runtime.query('SELECT * FROM webhook_deliveries WHERE endpoint_id = $1', [id])).rows[0]
    expect(await delivery()).toMatchObject({
      state: 'pending',
      attempts: 1,
      due_at: instance.now() + 5,
      last_status: null,
      last_error: expect.stringContaining('The delivery failed on our side, not at the endpoint'),
    })
    expect(await attempts(id)).toMatchObject([{ number: 1, cause: 'schedule', error_kind: 'internal' }])
    const standing = await instance.runtime.query(
      'SELECT failing_since FROM webhook_endpoints WHERE id = $1',
      [id],
    )
    expect(standing.rows).toEqual([{ failing_since: null }])
    await seal(rows[0]?.secret_encrypted)
    await instance.pass(5)
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(1)
    expect(await delivery()).toMatchObject({ state: 'delivered', attempts: 2 })
  })
})

describe('a dispatcher that works by itself', () => {
  it('sends on a nudge, long before the next poll', async () => {
    const { receiver } = await endpoint()
    const dispatcher = new Dispatcher({ ...instance.runtime }, { pollMs: 60_000 }).start()
    dispatchers.push(dispatcher)
    const globals = globalThis as { counterfoilDispatcher?: { wake(): void } | undefined }
    globals.counterfoilDispatcher = dispatcher
    try {
      await sleep(100)
      await happens()
      await until(() => receiver.heard.length === 1)
      const order = await instance.run(createOrder, {
        amount: 10_000,
        currency: 'INR',
        payment_capture: true,
      })
      await instance.run(createPayment, {
        ...payer,
        amount: 10_000,
        order_id: order.id,
        method: 'card',
        card: goodCard,
      })
      await until(() => receiver.heard.length === 4)
    } finally {
      globals.counterfoilDispatcher = undefined
    }
  })

  it('releases unsent deliveries when it is stopped', async () => {
    const { id, receiver } = await endpoint((response) => void setTimeout(() => response.end(), 100))
    await happens(30)
    const first = new Dispatcher(instance.runtime, { pollMs: 10 }).start()
    await until(() => receiver.heard.length > 0)
    await first.stop()
    const rows = (
      await instance.runtime.query(
        "SELECT leased_by FROM webhook_deliveries WHERE endpoint_id = $1 AND state = 'pending'",
        [id],
      )
    ).rows
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ leased_by }) => leased_by === null)).toBe(true)
    await dispatch().drain()
    expect(new Set(receiver.heard.map((heard) => heard.id)).size).toBe(30)
    expect(receiver.heard).toHaveLength(30)
  })

  it('goes on after the database was away', async () => {
    const { receiver } = await endpoint(respondsWith(204))
    let away = true
    const query: Runtime['query'] = (text, values) =>
      away ? Promise.reject(new Error('away')) : instance.runtime.query(text, values)
    dispatch(0.5, { ...instance.runtime, query }).start()
    await happens()
    await sleep(100)
    away = false
    await until(() => receiver.heard.length === 1)
  })
})
