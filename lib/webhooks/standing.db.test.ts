import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { createUser } from '#lib/domain/users/create.ts'
import { createWebhook } from '#lib/domain/webhooks/create.ts'
import { fetchWebhook } from '#lib/domain/webhooks/fetch.ts'
import { queueMissedEvents } from '#lib/domain/webhooks/missed-events.ts'
import { enableWebhook, pauseWebhook, resumeWebhook } from '#lib/domain/webhooks/pause.ts'
import { replayWebhook, resendDelivery } from '#lib/domain/webhooks/resend.ts'
import { sendEvent } from '#lib/domain/webhooks/send-event.ts'
import { updateWebhook } from '#lib/domain/webhooks/update.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { type Behaviour, openReceiver, type Receiver, respondsWith, takes } from '#lib/testing/receiver.ts'
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

async function endpoint(
  behaviour: Behaviour = takes,
  more: { events?: string[]; alert_email?: string } = {},
) {
  // So that nothing of another test falls into its first second.
  await instance.pass(1)
  const receiver = await openReceiver(behaviour)
  receivers.push(receiver)
  const { id } = await instance.run(createWebhook, {
    url: receiver.url,
    events: ['customer.created'],
    ...more,
  })
  return { id, receiver }
}

let customers = 0
async function happens() {
  customers += 1
  return await instance.run(createCustomer, { name: 'Asha Rao', email: `asha${customers}@example.com` })
}
const rows = async (sql: string, ...values: unknown[]) => (await instance.runtime.query(sql, values)).rows
const states = async (id: string) =>
  (
    await rows(
      'SELECT state FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY created_at, event_id',
      id,
    )
  ).map(({ state }) => state)
/** Sends whatever falls due within a time, as it falls due. */
async function passWithDispatcher(seconds: number) {
  const end = instance.now() + seconds
  for (;;) {
    const [next] = await rows(
      "SELECT min(due_at) AS due FROM webhook_deliveries WHERE state = 'pending' AND due_at > $1",
      instance.now(),
    )
    const due = Number(next?.due ?? 0)
    if (due === 0 || due > end) break
    await instance.pass(due - instance.now())
    await dispatcher.drain()
  }
  await instance.pass(end - instance.now())
}

/** A person who looks after webhooks joins, and leaves. */
async function join(email: string) {
  await instance.database.prisma.$transaction((tables) =>
    createUser(
      tables,
      { email, name: 'Dev', password: '-', merchant_id: instance.merchant.id, role: 'developer' },
      '-',
      instance.now() * 1000,
    ),
  )
}
async function leave(email: string) {
  await rows('DELETE FROM memberships WHERE user_id = (SELECT id FROM users WHERE email = $1)', email)
}

describe('an endpoint that takes nothing for 24 hours', () => {
  it('is disabled with a reason, a mail and a line; enabled again it is sent all that it has missed', async () => {
    const { id, receiver } = await endpoint(respondsWith(503), { alert_email: 'ops@example.com' })
    const begun = instance.now()
    await happens()
    await dispatcher.drain()
    await passWithDispatcher(3600)
    await happens()
    await dispatcher.drain()
    await passWithDispatcher(86_400 - 3600 - 60)
    expect(await instance.run(fetchWebhook, { id })).toMatchObject({ disabled_at: null, active: true })
    await passWithDispatcher(180)
    const disabled = await instance.run(fetchWebhook, { id })
    expect(disabled.disabled_at).toBeGreaterThanOrEqual(begun + 86_400)
    expect(disabled.disabled_at).toBeLessThanOrEqual(begun + 86_400 + 120)
    expect(disabled.disabled_reason).toMatch(/All deliveries failed for 24 hours\. .*503/)
    expect(await states(id)).toEqual(['failed', 'pending'])
    const alerts = async () =>
      (await rows('SELECT recipient, subject, text FROM mails WHERE object_id = $1 ORDER BY id', id)).map(
        ({ recipient, subject, text }) => {
          expect(recipient).toBe('ops@example.com')
          expect(text).toContain(`/webhooks/${id}`)
          return subject
        },
      )
    const host = `127.0.0.1:${receiver.port}`
    expect(await alerts()).toEqual([`Webhook failing: ${host}`, `Webhook disabled: ${host}`])
    expect(instance.jobs.some(({ name }) => name === 'send-mail')).toBe(false)
    expect(
      await rows(
        "SELECT actor_kind, actor_name, details FROM audit_lines WHERE object_id = $1 AND action = 'disable_webhook'",
        id,
      ),
    ).toMatchObject([
      { actor_kind: 'system', actor_name: 'webhooks', details: { reason: disabled.disabled_reason } },
    ])

    const requested = receiver.heard.length
    await happens()
    await happens()
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(requested)
    expect(await states(id)).toHaveLength(2)

    receiver.behave(takes)
    const enabled = await instance.run(enableWebhook, { id })
    expect(enabled).toMatchObject({ active: true, disabled_at: null, disabled_reason: null })
    await dispatcher.drain()
    expect(await states(id)).toEqual(Array(4).fill('delivered'))
    expect(new Set(receiver.heard.slice(requested).map((heard) => heard.id)).size).toBe(4)
    expect(receiver.heard).toHaveLength(requested + 4)
    expect((await alerts()).slice(2)).toEqual([`Webhook recovered: ${host}`])
    await happens()
    await dispatcher.drain()
    expect(await alerts()).toHaveLength(3)
    // Events of the second search, shortly after, already exist.
    await instance.pass(60)
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(requested + 5)
  })

  it('is told to staff after an hour, once a day, and not after a success in between', async () => {
    const email = `dev${Date.now()}@example.com`
    await join(email)
    const notified = async (id: string) =>
      (
        await rows(
          "SELECT recipient, subject, text FROM mails WHERE kind = 'webhook_failing' AND object_id = $1",
          id,
        )
      ).map(({ recipient, subject, text }) => ({ recipient, subject, text: String(text) }))
    const { id, receiver } = await endpoint(respondsWith(503))
    const other = await endpoint(respondsWith(500))
    await happens()
    await dispatcher.drain()
    await passWithDispatcher(3000)
    expect(await notified(id)).toEqual([])
    await passWithDispatcher(4500)
    expect(await notified(id)).toEqual([
      {
        recipient: email,
        subject: `Webhook failing: 127.0.0.1:${receiver.port} (test mode) · Test Stores`,
        text: expect.stringMatching(
          /All deliveries have failed for an hour\. .*503[\s\S]*one email a day about this webhook/,
        ),
      },
    ])
    // One email an hour of a kind is the limit of other faults.
    expect(await notified(other.id)).toHaveLength(1)
    expect(
      await rows(
        "SELECT actor_kind, details->>'reason' AS reason FROM audit_lines WHERE object_id = $1 AND action = 'warn_of_failing_webhook'",
        id,
      ),
    ).toEqual([{ actor_kind: 'system', reason: expect.stringContaining('503') }])
    const recovered = () =>
      rows(
        "SELECT recipient, subject FROM mails WHERE kind = 'webhook_recovered' AND object_id = $1 ORDER BY id",
        id,
      )
    expect(await recovered()).toEqual([])
    // A person who joins meanwhile was not told that it fails, and is not told that it recovered.
    const late = `late${email}`
    await join(late)
    receiver.behave(takes)
    await passWithDispatcher(4000)
    expect(await recovered()).toEqual([
      {
        recipient: email,
        subject: `Webhook recovered: 127.0.0.1:${receiver.port} (test mode) · Test Stores`,
      },
    ])
    await leave(late)
    receiver.behave(respondsWith(503))
    await happens()
    await dispatcher.drain()
    await passWithDispatcher(10 * 3600)
    expect(await notified(id)).toHaveLength(1)
    await passWithDispatcher(13 * 3600)
    expect(await notified(id)).toHaveLength(2)
    expect(await recovered()).toHaveLength(1)
    await leave(email)
  })

  it('that fails for less than an hour, or recovers and fails all day, makes no flood', async () => {
    const { id, receiver } = await endpoint(respondsWith(503), { alert_email: 'pager@example.com' })
    const kinds = async () =>
      (
        await rows(
          "SELECT kind FROM mails WHERE recipient = 'pager@example.com' AND object_id = $1 ORDER BY id",
          id,
        )
      ).map(({ kind }) => kind)
    const failsFor = async (seconds: number) => {
      receiver.behave(respondsWith(503))
      await happens()
      await dispatcher.drain()
      await passWithDispatcher(seconds)
      receiver.behave(takes)
      await passWithDispatcher(4500)
    }
    await failsFor(600)
    expect(await kinds()).toEqual([])
    for (let count = 0; count < 5; count += 1) await failsFor(7200)
    expect(await kinds()).toEqual(['webhook_failing', 'webhook_recovered'])
  })

  it('is not disabled for one event that it never takes, while it takes others', async () => {
    const poison = await happens()
    const { id } = await endpoint(
      (response, heard) => void response.writeHead(heard.body.includes('poison') ? 500 : 200).end(),
    )
    await instance.run(createCustomer, { name: 'The poison', email: `poison${poison.id}@example.com` })
    await dispatcher.drain()
    for (let hour = 0; hour < 26; hour += 1) {
      await happens()
      await dispatcher.drain()
      await passWithDispatcher(3600)
    }
    expect(await states(id)).toEqual(['failed', ...Array(26).fill('delivered')])
    expect(await instance.run(fetchWebhook, { id })).toMatchObject({ disabled_at: null })
    const [last] = await rows(
      'SELECT last_attempt_at - round_at AS lasted FROM webhook_deliveries WHERE state = $1 AND endpoint_id = $2',
      'failed',
      id,
    )
    expect(Number(last?.lasted)).toBe(86_460)
  })

  it('can be enabled again without missed events, and by PUT with them', async () => {
    const { id, receiver } = await endpoint(respondsWith(500))
    const disable = () =>
      instance.runtime.query('UPDATE webhook_endpoints SET disabled_at = $1 WHERE id = $2', [
        instance.now(),
        id,
      ])
    await disable()
    await happens()
    await instance.run(enableWebhook, { id, replay: false })
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(0)
    await instance.pass(100)
    await disable()
    await happens()
    await instance.run(updateWebhook, { id, active: true })
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(1)
  })
})

describe('the gap of an endpoint that was away', () => {
  it('gets the events of a transaction that started before it was enabled', async () => {
    const { id, receiver } = await endpoint()
    await instance.runtime.query('UPDATE webhook_endpoints SET disabled_at = $1 WHERE id = $2', [
      instance.now(),
      id,
    ])
    await instance.pass(10)
    // Such a transaction looks for endpoints before this one is back, and commits after.
    const late = await instance.database.pool.connect()
    await late.query('BEGIN')
    await late.query(
      `INSERT INTO events (account_id, id, event, contains, payload, actor_kind, actor_id, actor_name, request_id, created_at)
       VALUES ($1, 'evt_0000000000late', 'customer.created', '{customer}', '{"customer":{"entity":{"id":"cust_1"}}}', 'system', 'x', 'x', 'x', $2)`,
      [instance.merchant.accounts.test, instance.now()],
    )
    await instance.run(enableWebhook, { id })
    await late.query('COMMIT')
    late.release()
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(0)
    await instance.pass(30)
    await dispatcher.drain()
    expect(receiver.heard.map((heard) => heard.id)).toEqual(['evt_0000000000late'])
    expect(
      await rows(
        "SELECT details FROM audit_lines WHERE object_id = $1 AND action = 'queue_missed_events'",
        id,
      ),
    ).toEqual([{ details: { count: 1 } }])
  })

  it('finds nothing where there is none, and leaves no line', async () => {
    const { id } = await endpoint()
    expect(
      await instance.run(
        queueMissedEvents,
        { id, from: instance.now() - 5, to: instance.now() },
        undefined,
        instance.system,
      ),
    ).toMatchObject({ count: 0 })
    expect(
      await rows("SELECT 1 FROM audit_lines WHERE object_id = $1 AND action = 'queue_missed_events'", id),
    ).toEqual([])
  })
})

describe('pausing', () => {
  it('keeps queued deliveries and queues no new events; resuming with replay sends both', async () => {
    const { id, receiver } = await endpoint(respondsWith(500))
    await happens()
    await dispatcher.drain()
    await instance.pass(1)
    expect(await instance.run(pauseWebhook, { id })).toMatchObject({ active: false, disabled_at: null })
    receiver.behave(takes)
    await happens()
    await instance.pass(3600)
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(1)
    await instance.run(resumeWebhook, { id, replay: true })
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(3)
    expect(await states(id)).toEqual(['delivered', 'delivered'])

    await instance.run(pauseWebhook, { id })
    await instance.pass(1)
    await happens()
    await instance.pass(1)
    await instance.run(resumeWebhook, { id, replay: false })
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(3)
  })

  it('for longer than a day gives queued deliveries a whole new round, and sends them at once', async () => {
    const { id, receiver } = await endpoint(respondsWith(500))
    await happens()
    await dispatcher.drain()
    await instance.run(pauseWebhook, { id })
    await instance.pass(3 * 86_400)
    await instance.run(resumeWebhook, { id, replay: false })
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(2)
    expect(await states(id)).toEqual(['pending'])
    // The same by PUT, and in the middle of a round.
    await passWithDispatcher(3600)
    await instance.run(updateWebhook, { id, active: false })
    await instance.pass(2 * 86_400)
    await instance.run(updateWebhook, { id, active: true })
    const requested = receiver.heard.length
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(requested + 1)
    expect(await states(id)).toEqual(['pending'])
    expect(
      await rows('SELECT round_at, round_attempts FROM webhook_deliveries WHERE endpoint_id = $1', id),
    ).toEqual([{ round_at: instance.now(), round_attempts: 1 }])
  })

  it('by PUT gets missed events only by a replay', async () => {
    const { id, receiver } = await endpoint()
    await instance.run(updateWebhook, { id, active: false })
    await instance.pass(5)
    const from = instance.now()
    await happens()
    await instance.run(updateWebhook, { id, active: true })
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(0)
    expect(await instance.run(replayWebhook, { id, from, what: 'missed' })).toEqual({ id, count: 1 })
    await dispatcher.drain()
    expect(receiver.heard).toHaveLength(1)
  })
})

describe('sending again', () => {
  it('one delivery, though it had arrived', async () => {
    const { id, receiver } = await endpoint()
    await happens()
    await dispatcher.drain()
    const event_id = receiver.heard[0]?.id ?? ''
    expect(await instance.run(resendDelivery, { id, event_id })).toMatchObject({
      state: 'pending',
      attempts: 1,
    })
    await dispatcher.drain()
    expect(receiver.heard.map((heard) => heard.body)).toEqual([
      receiver.heard[0]?.body,
      receiver.heard[0]?.body,
    ])
    expect(
      await rows('SELECT number, cause FROM webhook_attempts WHERE endpoint_id = $1 ORDER BY number', id),
    ).toEqual([
      { number: 1, cause: 'schedule' },
      { number: 2, cause: 'resend' },
    ])
    await instance.run(pauseWebhook, { id })
    await expect(instance.run(resendDelivery, { id, event_id })).rejects.toMatchObject({
      reason: 'webhook_not_active',
    })
    await expect(instance.run(replayWebhook, { id, from: 0 })).rejects.toMatchObject({
      reason: 'webhook_not_active',
    })
    await expect(instance.run(resendDelivery, { id, event_id: 'evt_00000000000000' })).rejects.toMatchObject({
      reason: 'webhook_not_active',
    })
  })

  it('one that fails again is retried on schedule, and its attempts say which is which', async () => {
    const { id, receiver } = await endpoint((response) => void response.writeHead(500).end())
    await happens()
    await dispatcher.drain()
    await instance.run(resendDelivery, { id, event_id: receiver.heard[0]?.id ?? '' })
    await dispatcher.drain()
    await instance.pass(10)
    await dispatcher.drain()
    expect(
      await rows('SELECT number, cause FROM webhook_attempts WHERE endpoint_id = $1 ORDER BY number', id),
    ).toEqual([
      { number: 1, cause: 'schedule' },
      { number: 2, cause: 'resend' },
      { number: 3, cause: 'schedule' },
    ])
  })

  it('all that was given up since a time', async () => {
    const { id, receiver } = await endpoint()
    for (const given of [1, 2, 3]) {
      await happens()
      await instance.pass(given)
    }
    await instance.runtime.query(
      "UPDATE webhook_deliveries SET state = 'failed', due_at = NULL WHERE endpoint_id = $1",
      [id],
    )
    expect(await instance.run(replayWebhook, { id, from: instance.now() - 5 })).toEqual({ id, count: 2 })
    await dispatcher.drain()
    expect(await states(id)).toEqual(['failed', 'delivered', 'delivered'])
    expect(receiver.heard).toHaveLength(2)
    expect(await rows('SELECT DISTINCT cause FROM webhook_attempts WHERE endpoint_id = $1', id)).toEqual([
      { cause: 'replay' },
    ])
  })

  it('an event of an object as it is now, to one endpoint alone', async () => {
    const { id, receiver } = await endpoint(takes, { events: ['payment.captured'] })
    const other = await endpoint(takes, { events: ['*'] })
    const customer = await happens()
    await dispatcher.drain()
    const sent = await instance.run(sendEvent, { id, event: 'customer.created', object_id: customer.id })
    await dispatcher.drain()
    expect(receiver.heard.map((heard) => heard.id)).toEqual([sent.event_id])
    expect(JSON.parse(receiver.heard[0]?.body ?? '')).toMatchObject({
      event: 'customer.created',
      payload: { customer: { entity: customer } },
    })
    expect(other.receiver.heard).toHaveLength(1)
    // It is not news: neither readers of events nor receivers of a replay see it.
    expect(await instance.run(replayWebhook, { id: other.id, from: 0, what: 'all' })).toMatchObject({
      count: await missedBefore(other.id, sent.event_id),
    })
    await expect(
      instance.run(sendEvent, { id, event: 'payment.captured', object_id: customer.id }),
    ).rejects.toMatchObject({ reason: 'input_validation_failed', field: 'object_id' })
  })
})

/** The number of events before an endpoint existed, without test events. */
async function missedBefore(endpointId: string, eventId: string): Promise<number> {
  const [row] = await rows(
    `SELECT count(*) FROM webhook_deliveries WHERE endpoint_id = $1 AND cause = 'replay' AND event_id <> $2`,
    endpointId,
    eventId,
  )
  return Number(row?.count)
}
