import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '#lib/auth/system-actor.ts'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { createWebhook } from '#lib/domain/webhooks/create.ts'
import { setWebhookChaos } from '#lib/domain/webhooks/update.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openReceiver, type Receiver } from '#lib/testing/receiver.ts'
import type { DnsLookup } from '#lib/webhooks/connect.ts'
import { publicAgent } from '#lib/webhooks/connect.ts'
import { Dispatcher } from '#lib/webhooks/dispatcher.ts'
import { sendDelivery } from '#lib/webhooks/send.ts'

let instance: Instance
let live: Actor
let receiver: Receiver
beforeAll(async () => {
  instance = await openInstance()
  live = {
    ...(await systemActor(instance.runtime.query, instance.merchant.accounts.live, 'test')),
    kind: 'user',
  }
  receiver = await openReceiver()
})
afterAll(async () => {
  await receiver.close()
  await instance.close()
})

const create = (url: string) => instance.run(createWebhook, { url, events: ['*'] }, undefined, live)
const notAllowed = { reason: 'webhook_address_not_allowed', field: 'url' }

describe('an endpoint of live mode', () => {
  it.each([
    'http://shop.example/hook',
    'https://127.0.0.1/hook',
    'https://localhost/hook',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00::1]/',
    'https://[::127.0.0.1]/',
    'https://168.63.129.16/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://printer.local/',
  ])('is not created for %s', async (url) => {
    await expect(create(url)).rejects.toMatchObject(notAllowed)
  })

  it('is created for a public name over https, and knows no chaos', async () => {
    const { id } = await create('https://shop.example/hook')
    await expect(instance.run(setWebhookChaos, { id, drop: 1 }, undefined, live)).rejects.toMatchObject({
      reason: 'test_mode_only',
    })
  })

  it('in test mode may be anywhere', async () => {
    await expect(
      instance.run(createWebhook, { url: 'http://127.0.0.1/x', events: ['*'] }),
    ).resolves.toMatchObject({ active: true })
  })
})

describe('an endpoint of test mode, on a server that sends to public addresses only', () => {
  const closed = () => ({ ...instance.runtime, testTargets: 'public' as const })
  const createHere = (url: string) =>
    execute(closed(), createWebhook, instance.actor, { url, events: ['*'] }, { requestId: 'req_test' })

  it.each([
    'http://127.0.0.1/hook',
    'http://localhost:3000/hook',
    'http://[::127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data',
    'https://10.1.2.3/',
  ])('is not created for %s', async (url) => {
    await expect(createHere(url)).rejects.toMatchObject({
      ...notAllowed,
      message: expect.stringContaining('counterfoil listen'),
    })
  })

  it('is created for a public name, over http as well', async () => {
    expect((await createHere('http://shop.example/hook')).value).toMatchObject({ active: true })
  })

  it('reads no response of this machine, though the endpoint was created before', async () => {
    const { id } = await instance.run(createWebhook, {
      url: `http://127.0.0.1:${receiver.port}/`,
      events: ['*'],
    })
    await instance.run(createCustomer, { name: 'Ravi Menon', email: 'ravi@example.com' })
    const attempts = async () => {
      const { rows } = await instance.runtime.query(
        'SELECT error_kind, status, response_body FROM webhook_attempts WHERE endpoint_id = $1',
        [id],
      )
      return rows
    }
    const heard = receiver.heard.length
    const dispatcher = new Dispatcher(closed())
    await dispatcher.drain()
    await dispatcher.stop()
    expect(await attempts()).toEqual([{ error_kind: 'not_public', status: null, response_body: null }])
    expect(receiver.heard).toHaveLength(heard)
  })

  it('is sent into a network that the operator allows', async () => {
    const allowed = { ...closed(), allowedNetworks: ['127.0.0.0/8'] }
    const url = `http://127.0.0.1:${receiver.port}/allowed`
    const input = { url, events: ['*'] }
    await expect(
      execute(allowed, createWebhook, instance.actor, input, { requestId: 'req_test' }),
    ).resolves.toMatchObject({ status: 201 })
  })
})

/** A resolver with the names of a test; each look-up may differ. */
const stands = (...addresses: string[]) =>
  ((_name: string, _options: object, done: (error: null, found: object[]) => void) => {
    const address = addresses.length > 1 ? addresses.shift() : addresses[0]
    done(null, [{ address, family: address?.includes(':') ? 6 : 4 }])
  }) as unknown as DnsLookup

async function post(url: string, agent = publicAgent([])) {
  const response = await sendDelivery(agent, {
    url: new URL(url),
    headers: {},
    body: '{"event":"x"}',
    timeoutMs: 3000,
  })
  await agent.destroy()
  return response
}

describe('a connection of live mode', () => {
  const refused = { status: null, failure: { kind: 'not_public' } }

  it.each([
    '127.0.0.1',
    '10.0.0.8',
    '169.254.169.254',
    '100.64.1.1',
    '::1',
    '::ffff:127.0.0.1',
    'fe80::1',
    '64:ff9b::7f00:1',
    '::7f00:1',
    '168.63.129.16',
    'fd00:ec2::254',
  ])('is not made to a name that resolves to %s', async (address) => {
    const heard = receiver.heard.length
    expect(
      await post(`http://shop.example:${receiver.port}/`, publicAgent([], stands(address))),
    ).toMatchObject(refused)
    expect(receiver.heard).toHaveLength(heard)
  })

  it.each([`http://127.0.0.1`, `http://[::ffff:7f00:1]`, 'http://localhost'])(
    'is not made to %s',
    async (origin) => {
      expect(await post(`${origin}:${receiver.port}/`)).toMatchObject(refused)
    },
  )

  it('is not made to a name that resolves differently on connection', async () => {
    // The first look-up is the one that the connection is made with; there is none before it to be deceived by.
    const agent = publicAgent([], stands('127.0.0.1', '93.184.216.34'))
    expect(await post(`http://shop.example:${receiver.port}/`, agent)).toMatchObject(refused)
  })

  it('is made into a network that the operator allows, and into no other', async () => {
    const url = `http://shop.example:${receiver.port}/`
    expect(await post(url, publicAgent(['127.0.0.0/8'], stands('127.0.0.1')))).toMatchObject({
      status: 204,
      failure: null,
    })
    expect(await post(url, publicAgent(['10.0.0.0/8', '::1/128'], stands('127.0.0.1')))).toMatchObject(
      refused,
    )
    expect(await post(`http://127.0.0.1:${receiver.port}/`, publicAgent(['127.0.0.0/8']))).toMatchObject({
      status: 204,
    })
  })
})

describe('the dispatcher', () => {
  it('sends for a live account through such connections alone, and says what stood in the way', async () => {
    const heard = receiver.heard.length
    const { id } = await create('https://shop.example/hook')
    await instance.runtime.query('UPDATE webhook_endpoints SET url = $1 WHERE id = $2', [
      `https://shop.example:${receiver.port}/`,
      id,
    ])
    await instance.run(createCustomer, { name: 'Asha Rao', email: 'asha@example.com' }, undefined, live)
    const dispatcher = new Dispatcher(instance.runtime, { guarded: publicAgent([], stands('127.0.0.1')) })
    await dispatcher.drain()
    await dispatcher.stop()
    const { rows } = await instance.runtime.query(
      'SELECT error_kind, error FROM webhook_attempts WHERE endpoint_id = $1',
      [id],
    )
    expect(rows).toEqual([{ error_kind: 'not_public', error: expect.stringContaining('public') }])
    expect(receiver.heard).toHaveLength(heard)
  })
})
