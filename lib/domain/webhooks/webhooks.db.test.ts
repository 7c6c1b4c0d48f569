import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { createTransfer } from '#lib/domain/transfers/create.ts'
import { createDescribedWebhook } from '#lib/domain/webhooks/create.ts'
import { deleteWebhookTyped } from '#lib/domain/webhooks/delete.ts'
import { updateDescribedWebhook } from '#lib/domain/webhooks/update.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openReceiver } from '#lib/testing/receiver.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { type Shop, shopOf } from '#lib/testing/shop.ts'
import { Dispatcher } from '#lib/webhooks/dispatcher.ts'

let instance: Instance
let rest: Rest
let shop: Shop
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  shop = shopOf(rest, instance)
})
afterAll(() => instance.close())

const url = 'http://localhost:9/hook'
const create = (body: object) => rest.post('/v1/webhooks', { url, events: ['*'], ...body })

describe('from the dashboard', () => {
  const staff = (): Actor => ({ ...instance.system, kind: 'user' })

  it('an endpoint and its description are one change with one audit line', async () => {
    const input = { url, events: ['*'], description: ' Ledger ' }
    const { id } = await instance.run(createDescribedWebhook, input, undefined, staff())
    const described = () => shop.rows('SELECT description, url FROM webhook_endpoints WHERE id = $1', id)
    expect(await described()).toEqual([{ description: 'Ledger', url }])
    expect(await actionsOf(id)).toEqual(['create_webhook'])
    const changed = { id, url: `${url}2`, description: '' }
    await instance.run(updateDescribedWebhook, changed, undefined, staff())
    expect(await described()).toEqual([{ description: null, url: `${url}2` }])
    expect(await actionsOf(id)).toEqual(['create_webhook', 'update_webhook'])
    // A rejected URL leaves the description unchanged: both are one change.
    const refused = { id, url: 'ftp://shop.example', description: 'Another' }
    await expect(instance.run(updateDescribedWebhook, refused, undefined, staff())).rejects.toThrow()
    expect(await described()).toEqual([{ description: null, url: `${url}2` }])
  })

  it('is deleted once its host has been typed, and by the API without', async () => {
    const { id } = (await create({})).body
    const remove = (typed_name: string) =>
      instance.run(deleteWebhookTyped, { id, typed_name }, undefined, staff())
    await expect(remove('localhost')).rejects.toMatchObject({ reason: 'name_not_typed', field: 'typed_name' })
    expect((await rest.get(`/v1/webhooks/${id}`)).status).toBe(200)
    await remove(' localhost:9 ')
    expect(await actionsOf(id)).toEqual(['create_webhook', 'delete_webhook'])
  })

  const actionsOf = async (id: string) => {
    const text = 'SELECT action FROM audit_lines WHERE object_id = $1 ORDER BY created_at, id'
    return (await shop.rows(text, id)).map(({ action }) => action)
  }
})

describe('POST /v1/webhooks', () => {
  it('responds with the entity, and with the secret that it made', async () => {
    const { status, body } = await create({ alert_email: 'ops@example.com' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^whk_\w{14}$/),
      entity: 'webhook',
      url,
      events: ['*'],
      active: true,
      secret_exists: true,
      alert_email: 'ops@example.com',
      disabled_at: null,
      disabled_reason: null,
      created_at: instance.now(),
      updated_at: instance.now(),
      owner_id: instance.actor.account.id,
      unavailable_events: [],
      owner_type: 'merchant',
      context: [],
      service: 'api',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    })
    const fetched = (await rest.get(`/v1/webhooks/${body.id}`)).body
    expect(fetched).toEqual({ ...body, secret: undefined })
    const [row] = await shop.rows('SELECT * FROM webhook_endpoints WHERE id = $1', body.id)
    expect(JSON.stringify(row)).not.toContain(body.secret)
    expect(JSON.stringify(await shop.lines(body.id))).not.toContain(body.secret)
  })

  it.each([
    [
      ['payment.captured', 'order.paid', 'order.paid'],
      ['payment.captured', 'order.paid'],
    ],
    [
      {
        'payment.captured': true,
        'order.paid': '1',
        'refund.created': 1,
        'refund.failed': false,
        'bill.created': '0',
      },
      ['payment.captured', 'order.paid', 'refund.created'],
    ],
    ['*', ['*']],
    [
      ['transfer.processed', 'transfer_failed'],
      ['transfer.processed', 'transfer_failed'],
    ],
  ])('reads events %j', async (events, read) => {
    expect((await create({ events })).body.events).toEqual(read)
  })

  it('reads a form as client libraries send it', async () => {
    const form = {
      url,
      'events[payment.captured]': '1',
      'events[order.paid]': '0',
      active: '0',
      secret: '12345',
    }
    const { status, body } = await rest.call('POST', '/v1/webhooks', { form })
    expect(status).toBe(201)
    expect(body).toMatchObject({ events: ['payment.captured'], active: false })
    expect(body.secret).toBeUndefined()
  })

  it.each([
    [{ url: 'ftp://shop.example' }, 'url'],
    [{ url: 'shop.example' }, 'url'],
    [{ url: 'http:localhost' }, 'url'],
    [{ url: 'http:/localhost/hook' }, 'url'],
    [{ url: 'http:///localhost/hook' }, 'url'],
    [{ url: 'http:\\\\localhost' }, 'url'],
    [{ url: 'http://localhost:0/hook' }, 'url'],
    [{ url: 'http://' }, 'url'],
    [{ url: null }, 'url'],
    [{ url: 7 }, 'url'],
    [{ url: ['http://localhost/hook'] }, 'url'],
    [{ secret: true }, 'secret'],
    [{ alert_email: 7 }, 'alert_email'],
    [{ events: null }, 'events'],
    [{ events: 7 }, 'events'],
    [{ events: [7] }, 'events.0'],
    [{ active: 2 }, 'active'],
    [{ active: {} }, 'active'],
    [{ url: `http://shop.example/${'x'.repeat(240)}` }, 'url'],
    [{ url: 'http://user:pass@shop.example/' }, 'url'],
    [{ events: [] }, 'events'],
    [{ events: { 'payment.captured': false } }, 'events'],
    [{ events: ['payment.capture'] }, 'events.0'],
    [{ secret: 'with space' }, 'secret'],
    [{ secret: 'whsec_?' }, 'secret'],
    [{ alert_email: 'x' }, 'alert_email'],
    [{ active: 'perhaps' }, 'active'],
    [{ event: 'x' }, 'event'],
  ])('rejects %j', async (body, field) => {
    const response = await create(body)
    expect(response.status, response.text).toBe(400)
    expect(response.error).toMatchObject({ reason: 'input_validation_failed', field })
    // In words of our own.
    expect(response.error.description).not.toMatch(/Invalid|expected|received|Too (small|big)|NaN/)
  })

  it('says what is missing', async () => {
    const { error } = await rest.post('/v1/webhooks', { events: ['*'] })
    expect(error).toMatchObject({ field: 'url', description: 'url is required.' })
    expect((await rest.post('/v1/webhooks', { url })).error.description).toBe('events is required.')
  })

  it('makes no more than fifty', async () => {
    const other = await openInstance()
    const its = await openRest(other)
    for (let count = 0; count < 50; count += 1)
      expect((await its.post('/v1/webhooks', { url, events: ['*'] })).status).toBe(201)
    expect((await its.post('/v1/webhooks', { url, events: ['*'] })).error.reason).toBe('too_many_webhooks')
    await other.close()
    rest = await openRest(instance)
    shop = shopOf(rest, instance)
  })
})

describe('PUT and DELETE /v1/webhooks/:id', () => {
  const put = (id: string, json: object) => rest.call('PUT', `/v1/webhooks/${id}`, { json })

  it('changes what is sent and leaves the rest', async () => {
    const { body } = await create({ alert_email: 'ops@example.com', events: ['order.paid'] })
    await instance.pass(5)
    expect((await put(body.id, { url: 'http://localhost:8/' })).body).toMatchObject({
      url: 'http://localhost:8/',
      events: ['order.paid'],
      alert_email: 'ops@example.com',
      updated_at: instance.now(),
      created_at: body.created_at,
    })
    expect((await put(body.id, { alert_email: null, events: { '*': true } })).body).toMatchObject({
      alert_email: null,
      events: ['*'],
    })
    expect((await put(body.id, { active: false })).body.active).toBe(false)
    expect((await put(body.id, { active: '1' })).body.active).toBe(true)
  })

  it('a deleted one is gone, and its row stays', async () => {
    const { body } = await create({})
    expect((await rest.call('DELETE', `/v1/webhooks/${body.id}`)).body).toEqual({
      id: body.id,
      entity: 'webhook',
      deleted: true,
    })
    expect((await rest.get(`/v1/webhooks/${body.id}`)).status).toBe(404)
    expect((await put(body.id, { active: true })).status).toBe(404)
    expect(
      (await rest.get('/v1/webhooks?count=100')).body.items.map((item: { id: string }) => item.id),
    ).not.toContain(body.id)
    expect(await shop.count('webhook_endpoints', 'id = $1 AND deleted_at IS NOT NULL', body.id)).toBe(1)
  })
})

describe('events', () => {
  it('are queued with the change, and not at all when it is undone', async () => {
    const hook = (await create({ events: ['payment.authorized'] })).body
    const queued = () => shop.count('webhook_deliveries', 'endpoint_id = $1', hook.id)
    await shop.authorized()
    expect(await queued()).toBe(1)
    const errorOf = await shop.attempt({ id: 'order_00000000000000', amount: 100, currency: 'INR' })
    expect(errorOf.status).toBe(400)
    expect(await queued()).toBe(1)
  })

  it('are listed by name, object and time, and fetched as they are sent', async () => {
    await instance.pass(100)
    const from = instance.now()
    const payment = await shop.captured()
    const list = async (query: string) =>
      (await rest.get(`/v1/events?${query}`)).body.items.map((item: { event: string }) => item.event)
    expect(await list(`from=${from}`)).toEqual(['order.paid', 'payment.captured', 'payment.authorized'])
    expect(await list(`object=${payment.id}&event=payment.captured`)).toEqual(['payment.captured'])
    expect(await list(`from=${from}&count=1&skip=1`)).toEqual(['payment.captured'])
    const [newest] = (await rest.get('/v1/events?count=1')).body.items
    const { id, ...body } = newest
    expect((await rest.get(`/v1/events/${id}`)).body).toEqual(body)
    expect(Object.keys(newest)).toEqual([
      'id',
      'entity',
      'account_id',
      'event',
      'contains',
      'payload',
      'created_at',
    ])
    expect((await rest.get('/v1/events?event=nothing')).status).toBe(400)
  })

  it('of transfers are sent under the spelling that was subscribed to', async () => {
    const receiver = await openReceiver()
    const dotted = (await create({ url: `${receiver.url}/dotted`, events: ['transfer.processed'] })).body.id
    const both = (
      await create({ url: `${receiver.url}/both`, events: ['transfer.processed', 'transfer_processed'] })
    ).body.id
    const all = (await create({ url: `${receiver.url}/all`, events: ['*'] })).body.id
    await shop.captured(100_000)
    const customer = await instance.run(createCustomer, { name: 'Asha Rao', contact: '+919876543210' })
    await instance.run(createTransfer, { customer: customer.id, amount: 100, currency: 'INR' })
    const dispatcher = new Dispatcher(instance.runtime)
    await dispatcher.drain()
    await dispatcher.stop()
    const sent = await shop.rows(
      "SELECT endpoint_id, event FROM webhook_deliveries WHERE event LIKE 'transfer%' AND state = 'delivered'",
    )
    expect(new Map(sent.map(({ endpoint_id, event }) => [endpoint_id, event]))).toEqual(
      new Map([
        [dotted, 'transfer.processed'],
        [both, 'transfer_processed'],
        [all, 'transfer_processed'],
      ]),
    )
    expect(
      receiver.heard
        .map(({ event }) => event)
        .filter((event) => event.startsWith('transfer'))
        .sort(),
    ).toEqual(['transfer.processed', 'transfer_processed', 'transfer_processed'])
    await receiver.close()
  })
})
