import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ADDRESS_HEADER } from '#lib/auth/address.ts'
import { forgetKey } from '#lib/auth/api-key.ts'
import { RATE_LIMITS, resetLimits } from '#lib/auth/limits.ts'
import { forgetRight } from '#lib/auth/wrong-credentials.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { randomText } from '#lib/values/random-text.ts'

let instance: Instance
let rest: Rest
let server: Authorization
let token: string
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  server = await openAuthorization(instance, { NETWORK_LIMIT_FACTOR: '1' })
  token = (await server.tokenOf('read_only')).token
})
afterAll(() => instance.close())
beforeEach(() => {
  resetLimits()
  forgetRight()
  forgetKey(instance.key.id)
})

const STRANGER = '198.51.100.66'
const { max: OF_ONE } = RATE_LIMITS.wrong_credential_and_network
const { max: OF_NETWORK } = RATE_LIMITS.wrong_credentials_network
const request = (as: { id: string; secret: string }, ip: string) =>
  rest.get('/v1/orders', { as, headers: { [ADDRESS_HEADER]: ip } })
const withToken = (value: string, ip: string) =>
  rest.get('/v1/orders', {
    as: null,
    headers: { authorization: `Bearer ${value}`, [ADDRESS_HEADER]: ip },
  })
const wrong = () => ({ id: instance.key.id, secret: 'wrong' })
const right = () => ({ id: instance.key.id, secret: instance.key.secret })

/** The status of each of many requests, one after the other. */
async function statuses(count: number, ask: (index: number) => Promise<{ status: number }>) {
  const all: number[] = []
  for (let index = 0; index < count; index += 1) all.push((await ask(index)).status)
  return all
}

/** How many queries the work sends to the database. */
async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  const system = (globalThis as unknown as { counterfoilRuntime: Runtime }).counterfoilRuntime
  const spy = vi.spyOn(system, 'query')
  await work()
  const { length } = spy.mock.calls
  spy.mockRestore()
  return length
}

it('rejects wrong secrets for a key after twenty from one network, and says when to try again', async () => {
  const all = await statuses(200, () => request(wrong(), STRANGER))
  expect(all.slice(0, OF_ONE).every((status) => status === 401)).toBe(true)
  expect(all.slice(OF_ONE).every((status) => status === 429)).toBe(true)
  const pending = await request(wrong(), STRANGER)
  expect(Number(pending.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(pending.error.reason).toBe('too_many_requests')
})

it('counts the addresses of an IPv6 /64 together', async () => {
  const all = await statuses(OF_ONE + 10, (index) => request(wrong(), `2001:db8::${index + 1}`))
  expect(all.filter((status) => status === 429)).toHaveLength(10)
})

it('lets the right secret pass, from another network and from beside the stranger', async () => {
  expect((await request(right(), STRANGER)).status).toBe(200)
  await statuses(60, () => request(wrong(), STRANGER))
  forgetKey(instance.key.id)
  expect((await request(right(), '203.0.113.1')).status).toBe(200)
  forgetKey(instance.key.id)
  // It was right from there before, so it is looked up all the same.
  expect((await request(right(), STRANGER)).status).toBe(200)
  expect((await request(wrong(), STRANGER)).status).toBe(429)
})

it('asks the database nothing for key ids that are tried out, once there were too many', async () => {
  const made = () => ({ id: `key_test_${randomText(14)}`, secret: 'x' })
  const all = await statuses(OF_NETWORK + 50, () => request(made(), STRANGER))
  expect(all.filter((status) => status === 401)).toHaveLength(OF_NETWORK)
  expect(await queriesOf(() => statuses(50, () => request(made(), STRANGER)))).toBe(0)
})

it('rejects guessed bearer tokens, at /v1 and /mcp, and lets the right one pass', async () => {
  expect((await withToken(token, STRANGER)).status).toBe(200)
  const guess = (index: number) => `${index}`.padStart(43, 'x')
  const all = await statuses(OF_NETWORK + 50, (index) => withToken(guess(index), STRANGER))
  expect(all.filter((status) => status === 401)).toHaveLength(OF_NETWORK)
  expect(all.filter((status) => status === 429)).toHaveLength(50)
  expect(await queriesOf(() => statuses(20, (index) => withToken(guess(index), STRANGER)))).toBe(0)
  const { POST } = (await import('#app/mcp/route.ts')) as {
    POST: (request: Request) => Promise<Response>
  }
  const call = (value: string, ip: string) =>
    POST(
      new Request('http://desk.test/mcp', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${value}`,
          [ADDRESS_HEADER]: ip,
          'content-type': 'application/json',
        },
        body: '{}',
      }),
    )
  const pending = await call(guess(1), STRANGER)
  expect([pending.status, (await pending.json()).error]).toEqual([429, 'too_many_requests'])
  expect(Number(pending.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await call(token, STRANGER)).status).not.toBe(429)
  expect((await withToken(token, STRANGER)).status).toBe(200)
  expect((await withToken(token, '203.0.113.1')).status).toBe(200)
})

it('lets others of a network call while one app goes on with a wrong secret', async () => {
  await statuses(OF_NETWORK + 50, () => request(wrong(), STRANGER))
  expect((await withToken(token, STRANGER)).status).toBe(200)
})

it('costs a right key no query beyond its own', async () => {
  await request(right(), STRANGER)
  const once = await queriesOf(() => request(right(), STRANGER))
  await statuses(30, () => request(wrong(), STRANGER))
  expect(await queriesOf(() => request(right(), STRANGER))).toBe(once)
})
