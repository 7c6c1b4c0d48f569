import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { advanceClosures } from '#lib/jobs/closures.ts'
import { loadEnv } from '#lib/process/env.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { createRouter } from '#lib/testing/loaded-router.ts'
import { basic, openRest } from '#lib/testing/rest.ts'

const TOKEN = 'a'.repeat(40)
type Account = { id: string; merchant_id: string; key_id: string; key_secret: string }
// biome-ignore lint/suspicious/noExplicitAny: a body has any shape, and every test checks its own
type Reply = { status: number; headers: Headers; body: any }

let instance: Instance
let server: Server
beforeAll(async () => {
  instance = await openInstance()
  await openRest(instance)
  server = createServer(await createRouter((_, response) => response.writeHead(418).end('{}')))
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  server.close()
  setToken(undefined)
  await instance.close()
})
beforeEach(() => setToken(TOKEN))

function setToken(token: string | undefined): void {
  const globals = globalThis as { counterfoilEnv?: object }
  globals.counterfoilEnv = loadEnv(token === undefined ? {} : { SANDBOX_TOKEN: token })
}

async function ask(
  method: string,
  path: string,
  json?: object,
  authorization = `Bearer ${TOKEN}`,
): Promise<Reply> {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(json ? { body: JSON.stringify(json) } : {}),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

async function open(input: object = {}): Promise<Account> {
  const { status, body } = await ask('POST', '/_sandbox/accounts', input)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const as = ({ key_id: id, key_secret: secret }: Account) => basic({ id, secret })
const order = (account: Account, amount: number) =>
  ask('POST', '/v1/orders', { amount, currency: 'INR' }, as(account))
const found = (account: Account, what: 'requests' | 'events', query: Record<string, string>) =>
  ask('GET', `/_sandbox/accounts/${account.id}/${what}?${new URLSearchParams(query)}`)

it('is not there without a token of the server', async () => {
  setToken(undefined)
  expect((await ask('POST', '/_sandbox/accounts')).status).toBe(418)
})

it.each([
  ['', 'no token'],
  [`Bearer ${TOKEN}a`, 'a longer token'],
  [`Bearer ${'b'.repeat(40)}`, 'another token'],
  [`Basic ${btoa(`sandbox:${TOKEN}`)}`, 'the token as a password'],
])('rejects %s', async (authorization) => {
  const { status, headers, body } = await ask('POST', '/_sandbox/accounts', {}, authorization)
  expect([status, body.error.reason]).toEqual([401, 'authentication_required'])
  expect(headers.get('www-authenticate')).toContain('Bearer')
})

it('names what is wrong with a request, and changes nothing', async () => {
  const { id } = await open()
  const { live } = instance.merchant.accounts
  const wrong: [string, string, object | undefined, number, string][] = [
    ['GET', '/_sandbox/nothing', undefined, 404, 'route_not_found'],
    ['GET', '/_sandbox/accounts', undefined, 405, 'method_not_allowed'],
    ['POST', '/_sandbox/accounts', { country: 'XX' }, 400, 'input_validation_failed'],
    ['POST', '/_sandbox/accounts', { nmae: 'A' }, 400, 'input_validation_failed'],
    ['DELETE', '/_sandbox/accounts/acc_00000000000000', undefined, 404, 'record_not_found'],
    ['DELETE', `/_sandbox/accounts/${live}`, undefined, 400, 'test_mode_only'],
    ['GET', `/_sandbox/accounts/${live}/requests`, undefined, 400, 'test_mode_only'],
    ['GET', `/_sandbox/accounts/${live}/events`, undefined, 400, 'test_mode_only'],
    ['GET', `/_sandbox/accounts/${id}/requests?wait_ms=60000`, undefined, 400, 'input_validation_failed'],
    ['GET', `/_sandbox/accounts/${id}/requests?body=[]`, undefined, 400, 'input_validation_failed'],
    [
      'GET',
      `/_sandbox/accounts/${id}/requests?body={"a":"%5Cu0000"}`,
      undefined,
      400,
      'input_validation_failed',
    ],
    ['GET', `/_sandbox/accounts/${id}/events?name=x`, undefined, 400, 'input_validation_failed'],
  ]
  const count = async () => (await instance.runtime.query('SELECT id FROM accounts', [])).rows.length
  const before = await count()
  for (const [method, path, json, status, reason] of wrong) {
    const reply = await ask(method, path, json)
    expect([path, reply.status, reply.body.error.reason]).toEqual([path, status, reason])
  }
  expect(await count()).toBe(before)
})

it('opens 100 accounts at once, of which none sees another', async () => {
  const accounts = await Promise.all(Array.from({ length: 100 }, () => open()))
  expect(new Set(accounts.flatMap(({ id, key_id }) => [id, key_id])).size).toBe(200)
  await Promise.all(accounts.map((account, at) => order(account, 1000 + at)))
  const lists = await Promise.all(accounts.map((account) => ask('GET', '/v1/orders', undefined, as(account))))
  expect(lists.map(({ body }) => body.items.map(({ amount }: { amount: number }) => amount))).toEqual(
    accounts.map((_, at) => [1000 + at]),
  )
})

it('opens an account in the country, and with wallets, that the test asks for', async () => {
  const account = await open({ name: 'Kedai', country: 'MY', wallets: true })
  const { rows } = await instance.runtime.query(
    'SELECT account.mode, account.currency, account.capabilities, merchant.name FROM accounts account JOIN merchants merchant ON merchant.id = account.merchant_id WHERE account.id = $1',
    [account.id],
  )
  expect(rows).toEqual([{ mode: 'test', currency: 'MYR', capabilities: ['wallet'], name: 'Kedai' }])
})

it('counts requests by what they were, and tells one from two', async () => {
  const account = await open()
  await order(account, 700)
  await order(account, 800)
  const filter = { operation: 'create_order', path: '/v1/orders', method: 'post', status: '201' }
  const one = await found(account, 'requests', { ...filter, body: '{"amount":700}', wait_ms: '5000' })
  expect(one.body).toMatchObject({ count: 1, met: true, items: [{ operation: 'create_order', status: 201 }] })
  expect((await found(account, 'requests', { ...filter, count: '2', wait_ms: '5000' })).body.met).toBe(true)
  expect((await found(account, 'requests', filter)).body).toMatchObject({ count: 2, met: false })
  const others: Record<string, string>[] = [
    { path: '/v1/payments' },
    { method: 'GET' },
    { status: '400' },
    { body: '{"amount":701}' },
  ]
  for (const other of others)
    expect((await found(account, 'requests', { ...filter, ...other })).body).toMatchObject({ count: 0 })
  const stranger = await open()
  expect((await found(stranger, 'requests', { count: '0' })).body).toEqual({ count: 0, met: true, items: [] })
})

it('waits for events until they are there, or the time is over', async () => {
  const account = await open()
  const begun = performance.now()
  const query = { event: 'customer.created', wait_ms: '10000' }
  const waiting = found(account, 'events', {
    ...query,
    payload: '{"customer":{"entity":{"name":"Asha Rao"}}}',
  })
  await ask('POST', '/v1/customers', { name: 'Asha Rao', email: 'asha@example.com' }, as(account))
  expect((await waiting).body).toMatchObject({ count: 1, met: true, items: [{ event: 'customer.created' }] })
  expect(performance.now() - begun).toBeLessThan(10_000)
  const late = performance.now()
  expect((await found(account, 'events', { count: '2', wait_ms: '150' })).body.met).toBe(false)
  expect(performance.now() - late).toBeGreaterThanOrEqual(149)
})

it('deletes the records of an account, and no others', async () => {
  const [account, other] = [await open(), await open()]
  for (const each of [account, other]) await order(each, 900)
  expect((await ask('DELETE', `/_sandbox/accounts/${account.id}`)).status).toBe(202)
  await instance.pass(60)
  await advanceClosures(instance.runtime)
  const orders = async (each: Account) => (await ask('GET', '/v1/orders', undefined, as(each))).body.count
  expect([await orders(account), await orders(other)]).toEqual([0, 1])
  expect((await order(account, 900)).status).toBe(201)
})
