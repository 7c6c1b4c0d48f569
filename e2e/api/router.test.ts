import { type IncomingHttpHeaders, request as send } from 'node:http'
import { expect } from '@playwright/test'
import { demo } from '#e2e/fixtures.ts'
import { type ServerBeside, startServerBeside } from '#e2e/server-beside.ts'
import { test } from '#e2e/test.ts'

/**
 * The router calls the handlers of the route files before Next sees a request (lib/server/router.ts). One corpus is
 * sent to a server with it and to one without, on the same database: the responses are identical. The one without uses
 * the build of the tests, and builds it if there is none.
 */

type Case = { method?: string; path: string; headers?: Record<string, string>; body?: string }
type Reply = { status: number; headers: IncomingHttpHeaders; body: string }

/** Raw, so that no client normalizes the path or headers. */
function ask(base: URL, { method = 'GET', path, headers = {}, body }: Case): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const options = { host: base.hostname, port: base.port, method, path, headers }
    const request = send(options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** Headers of the connection, and those that Next adds to every response. */
const CONNECTION = [
  'connection',
  'keep-alive',
  'date',
  'transfer-encoding',
  'content-length',
  'vary',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit',
  'ratelimit-remaining',
  'ratelimit-reset',
]

/** Removes the differences between two equal requests: IDs, timestamps, the request ID. */
function comparable({ status, headers, body }: Reply) {
  const rest = Object.entries(headers)
    .filter(([name]) => !CONNECTION.includes(name))
    .sort(([one], [other]) => one.localeCompare(other))
  const text = JSON.stringify({ headers: Object.fromEntries(rest), body })
  return {
    status,
    text: text
      .replaceAll(/\b(req|order|cust)_[0-9A-Za-z]{14}\b/g, '$1_')
      .replaceAll(/\b1[789]\d{8}\b/g, 'moment'),
  }
}

function corpus(): Case[] {
  const { key_id, key_secret } = demo().test
  const authorization = `Basic ${Buffer.from(`${key_id}:${key_secret}`).toString('base64')}`
  const signed = (path: string, more: Omit<Case, 'path'> = {}): Case => ({
    ...more,
    path,
    headers: { authorization, ...more.headers },
  })
  const json = { 'content-type': 'application/json' }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const order = JSON.stringify({ amount: 50_000, currency: 'INR', notes: { fragment: 'ü₹' } })
  return [
    signed('/v1/payments?count=5&skip=2'),
    signed('/v1/payments/?count=3'),
    signed('/v1/orders?count=2&expand[]=payments'),
    signed('/v1/orders?count=2&expand%5B%5D=payments'),
    signed('/v1/customers?count=1&count=2'),
    signed('/v1/orders/order_NfLw3gQ81xRt0a'),
    signed('/v1/orders/%6frder_NfLw3gQ81xRt0a'),
    signed('/v1/orders/a%2Fb'),
    signed('/v1/nothing/of/the/kind'),
    signed('/v1'),
    signed('/v1/'),
    signed('/v1/payments', { method: 'DELETE' }),
    signed('/v1/payments', { method: 'OPTIONS' }),
    signed('/v1/payments?count=1', { method: 'HEAD' }),
    signed('/v1/payments?count=one'),
    signed('/v1/payments?nonsense=1'),
    { path: '/v1/payments' },
    { path: '/v1/payments', headers: { authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' } },
    signed('/v1/orders', { method: 'POST', headers: json, body: order }),
    signed('/v1/orders', { method: 'POST', headers: form, body: 'amount=700&currency=INR&notes[a]=b' }),
    signed('/v1/orders', { method: 'POST', headers: json, body: '{"amount": 1' }),
    signed('/v1/orders', {
      method: 'POST',
      headers: json,
      body: '{"amount":100,"amount":200,"currency":"INR"}',
    }),
    signed('/v1/orders', {
      method: 'POST',
      headers: json,
      body: '{"__proto__":{"a":1},"amount":100,"currency":"INR"}',
    }),
    signed('/v1/orders', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: order }),
    signed('/v1/orders', { method: 'POST', headers: json, body: `{"receipt":"${'x'.repeat(2_000_000)}"}` }),
    { path: '/mcp', method: 'POST', headers: json, body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' },
    { path: '/mcp', method: 'OPTIONS', headers: { origin: 'https://inspector.example' } },
    { path: '/mcp', headers: { authorization: `Bearer ${'x'.repeat(43)}` } },
    { path: '/token', method: 'POST', headers: form, body: 'grant_type=authorization_code&client_id=nobody' },
    { path: '/token', method: 'OPTIONS', headers: { origin: 'https://inspector.example' } },
    { path: '/token' },
    { path: '/introspect', method: 'POST', headers: form, body: 'token=x' },
    { path: '/revoke', method: 'POST', headers: form, body: 'token=x&client_id=nobody' },
    { path: '/api/tool-endpoint' },
  ]
}

test.describe('a server with the front and one without', () => {
  let plain: ServerBeside
  test.beforeAll(async () => {
    test.setTimeout(900_000)
    plain = await startServerBeside({ options: ['--without-front'] })
  })
  test.afterAll(() => plain?.stop())

  test('respond alike', async () => {
    test.setTimeout(900_000)
    for (const request of corpus()) {
      const [front, next] = [await ask(new URL(demo().base_url), request), await ask(plain.url, request)]
      const what = `${request.method ?? 'GET'} ${request.path} ${request.body?.slice(0, 60) ?? ''}`
      expect.soft(comparable(front), what).toEqual(comparable(next))
      expect.soft(front.status, what).toBeLessThan(500)
    }
  })
})

test('the router itself handles what Next redirects or fails at', async () => {
  const { key_id, key_secret } = demo().test
  const headers = { authorization: `Basic ${Buffer.from(`${key_id}:${key_secret}`).toString('base64')}` }
  const statusOf = async (path: string) => (await ask(new URL(demo().base_url), { path, headers })).status
  expect(await statusOf('/v1/orders/%zz')).toBe(400)
  expect(await statusOf('/v1/orders/a//b')).toBe(404)
  expect(await statusOf('/v1//orders?count=1')).toBe(200)
  expect(await statusOf('/payments/%zz')).toBe(400)
})
