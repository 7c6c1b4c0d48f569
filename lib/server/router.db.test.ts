import { once } from 'node:events'
import { createServer, type Server, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, createGunzip, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOrder } from '#lib/domain/orders/create.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { openRouter } from '#lib/server/router.ts'
import { handlerAt } from '#lib/surfaces/api-routes.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import { connected } from '#lib/testing/connection.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { createRouter } from '#lib/testing/loaded-router.ts'
import { basic } from '#lib/testing/rest.ts'
import { SINGLE_ROUTES } from '#scripts/single-routes.ts'

let instance: Instance
let server: Authorization
let listening: Server
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance)
  listening = createServer(await createRouter((_, response) => response.writeHead(404).end()))
  await once(listening.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  listening.close()
  await instance.close()
})

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** With its length a body goes to the engine unparsed, without it as a Request that the route handles. */
async function ask(path: string, body: string, headers: Record<string, string>, plain: boolean) {
  const { port } = listening.address() as AddressInfo
  const request = send({ port, host: '127.0.0.1', path, method: 'POST', agent: false, headers })
  if (plain) request.setHeader('content-length', Buffer.byteLength(body))
  else request.setHeader('transfer-encoding', 'chunked')
  request.end(body)
  const [response] = await once(request, 'response')
  let text = ''
  for await (const chunk of response) text += chunk
  const { date: _date, 'content-length': _length, ...rest } = response.headers as Record<string, string>
  delete rest['transfer-encoding']
  return { status: response.statusCode as number, headers: rest, text: text.replaceAll(/"[\w-]{43}"/g, '""') }
}

it('issuing and ending tokens has the same response to a raw body as to a Request', async () => {
  const form = (fields: object) => String(new URLSearchParams(fields as Record<string, string>))
  const grant_type = 'authorization_code'
  const { client_id, refresh, token, code } = await server.tokenOf('read_only')
  const redirect_uri = 'https://client.example/callback'
  const used = { grant_type, client_id, code, redirect_uri, code_verifier: 'x'.repeat(43) }
  const corpus: [string, string, Record<string, string>][] = [
    ['/token', form(used), FORM],
    ['/token', form({ ...used, code: 'nothing' }), FORM],
    ['/token', form({ ...used, client_id: 'nobody' }), FORM],
    ['/token', form({ ...used, client_id: 'nobody\0' }), FORM],
    ['/token', form({ ...used, grant_type: 'password' }), FORM],
    ['/token', `${form(used)}&grant_type=x`, FORM],
    ['/token', form({ ...used, resource: 'https://elsewhere.example/' }), FORM],
    ['/token', form(used), { ...FORM, origin: 'https://inspector.example' }],
    ['/token', form(used), { ...FORM, accept: 'text/html' }],
    ['/token', form(used), { ...FORM, authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' }],
    ['/token', form(used), { ...FORM, host: 'evil.example', 'x-forwarded-host': 'evil.example' }],
    ['/token', form(used), { ...FORM, cookie: 'counterfoil-oauth=x' }],
    ['/token?code=x', form(used), FORM],
    ['/token', JSON.stringify(used), { 'content-type': 'application/json' }],
    ['/token', form(used), {}],
    ['/token', '', FORM],
    ['/token', '', {}],
    ['/token', `code=${'x'.repeat(60_000)}`, FORM],
    ['/token', `code=${'x'.repeat(70_000)}`, FORM],
    ['/revoke', form({ client_id, token: 'x'.repeat(43) }), FORM],
    ['/revoke', form({ client_id }), FORM],
    ['/revoke', form({ token }), FORM],
    ['/introspect', form({ client_id, token }), FORM],
    ['/introspect', form({ client_id, token: refresh }), FORM],
    ['/introspect', form({ client_id: 'nobody', token }), FORM],
    ['/revoke', form({ client_id, token: refresh }), FORM],
  ]
  for (const [path, body, headers] of corpus) {
    const what = `${path} ${body.slice(0, 80)} ${JSON.stringify(headers)}`
    const [plain, longer] = [await ask(path, body, headers, true), await ask(path, body, headers, false)]
    expect(plain, what).toEqual(longer)
    expect(plain.status, what).toBeLessThan(500)
  }
})

it('a code is exchanged alike both ways', async () => {
  const exchange = async (plain: boolean) => {
    const { client_id, code, code_verifier } = await connected(server, 'read_only')
    const redirect_uri = 'https://client.example/callback'
    const fields = { grant_type: 'authorization_code', client_id, code, code_verifier, redirect_uri }
    return ask('/token', String(new URLSearchParams(fields)), FORM, plain)
  }
  const [plain, longer] = [await exchange(true), await exchange(false)]
  expect(plain).toEqual(longer)
  expect(plain.status).toBe(200)
})

it('an API request gets an error with Retry-After while the database is away', async () => {
  const { token } = await server.tokenOf('read_only')
  const globals = globalThis as { counterfoilRuntime?: Runtime }
  const working = globals.counterfoilRuntime as Runtime
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  globals.counterfoilRuntime = { ...working, query: () => Promise.reject(away) }
  const { port } = listening.address() as AddressInfo
  try {
    for (const path of ['/api/tool-endpoint', '/mcp']) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: path === '/mcp' ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(path === '/mcp' ? { body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' } : {}),
      })
      expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '1'])
      expect((await response.json()).error).toBe('temporarily_unavailable')
    }
  } finally {
    globals.counterfoilRuntime = working
  }
})

it('responds with a route that was not loaded yet, and leaves the pages to Next', async () => {
  const passed: string[] = []
  const router = openRouter((request, response) => {
    passed.push(`${request.method} ${request.url}`)
    response.writeHead(404).end()
  }, SINGLE_ROUTES)
  const unloaded = createServer(router.listener)
  await once(unloaded.listen(0, '127.0.0.1'), 'listening')
  try {
    const base = `http://127.0.0.1:${(unloaded.address() as AddressInfo).port}`
    const status = async (path: string, method = 'GET') => (await fetch(`${base}${path}`, { method })).status
    const requested = [
      status('/healthz'),
      status('/v1/orders'),
      status('/v1/nowhere'),
      status('/token', 'POST'),
    ]
    expect(await Promise.all(requested)).toEqual([200, 401, 401, 400])
    expect(passed).toEqual([])
    // Others are asked of the pages: /readyz means that these are up, too.
    for (const path of ['/readyz', '/login', '/token']) expect(await status(path), path).toBe(404)
    expect(passed).toEqual(['GET /readyz', 'GET /login', 'GET /token'])
    await router.load()
    expect(await status('/v1/orders')).toBe(401)
  } finally {
    unloaded.close()
  }
})

/** A response with its bytes as they were sent. */
async function sent(method: string, path: string, headers: Record<string, string>, body?: string) {
  const { port } = listening.address() as AddressInfo
  const request = send({ port, host: '127.0.0.1', path, method, agent: false, headers })
  request.end(body)
  const [response] = await once(request, 'response')
  return { headers: response.headers as Record<string, string>, bytes: await buffer(response) }
}

it('a long response is compressed, with the same text, length and headers for each coding and for HEAD', async () => {
  for (let made = 0; made < 10; made += 1)
    await instance.run(createOrder, { amount: 500 + made, currency: 'INR', notes: { name: 'आशा' } })
  const { token } = await server.tokenOf('read_only')
  const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const cases: [string, string, Record<string, string>, string?][] = [
    ['GET', '/v1/orders', { authorization: basic(instance.key) }],
    ['POST', '/mcp', { authorization: `Bearer ${token}`, ...json }, list],
  ]
  const streams = (packed: Awaited<ReturnType<typeof sent>>) =>
    packed.headers['content-type']?.startsWith('text/event-stream')
  for (const [method, path, headers, body] of cases) {
    const plain = await sent(method, path, headers, body)
    expect(plain.headers).toMatchObject({ vary: expect.stringMatching(/(^|, )Accept-Encoding$/) })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    for (const [coding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await sent(method, path, { ...headers, 'accept-encoding': coding }, body)
      if (streams(packed) && coding === 'br') continue
      expect(packed.headers).toMatchObject({ 'content-encoding': coding, vary: plain.headers.vary })
      if (!streams(packed)) expect(packed.headers['content-length']).toBe(String(packed.bytes.length))
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3)
      expect(String(decode(packed.bytes))).toBe(String(plain.bytes))
      if (method !== 'GET') continue
      const head = await sent('HEAD', path, { ...headers, 'accept-encoding': coding })
      expect(head.bytes.length).toBe(0)
      for (const name of ['content-encoding', 'content-length', 'vary'])
        expect(head.headers[name]).toBe(packed.headers[name])
    }
  }
})

it('a write is never compressed, so its idempotent response is the same to the byte', async () => {
  const headers = {
    authorization: basic(instance.key),
    'content-type': 'application/json',
    'idempotency-key': 'long-notes',
    'accept-encoding': 'gzip, br',
  }
  const notes = Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`n${at}`, 'x'.repeat(250)]))
  const body = JSON.stringify({ amount: 500, currency: 'INR', notes })
  const first = await sent('POST', '/v1/orders', headers, body)
  const again = await sent('POST', '/v1/orders', { ...headers, 'accept-encoding': 'identity' }, body)
  expect(first.bytes.length).toBeGreaterThan(2048)
  expect(first.headers).not.toHaveProperty('content-encoding')
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(again.bytes.equals(first.bytes)).toBe(true)
})

it('a stream is compressed event by event', async () => {
  const { port } = listening.address() as AddressInfo
  const headers = { authorization: basic(instance.key), 'accept-encoding': 'br, gzip' }
  const request = send({ port, host: '127.0.0.1', path: '/v1/webhooks/listen', agent: false, headers })
  request.end()
  const [response] = await once(request, 'response')
  expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
  // The first event is there although no other follows.
  const [text] = await once(response.pipe(createGunzip()), 'data')
  expect(String(text)).toMatch(/event: ready\ndata: .*\n\n$/)
  request.destroy()
})

/** Responses of /v1, by the router and by the handler with a Request, without what is different each time. */
async function bothWays(method: string, path: string, headers: Record<string, string>, body?: string) {
  const { port } = listening.address() as AddressInfo
  const init = {
    method,
    headers: { connection: 'close', 'accept-encoding': 'identity', ...headers },
    ...(body === undefined ? {} : { body }),
  }
  const { handler, params } = handlerAt(method, path.split('?', 1)[0] ?? '')
  const replies = [
    await fetch(`http://127.0.0.1:${port}${path}`, init),
    await handler(new Request(`http://localhost${path}`, init), { params: Promise.resolve(params) }),
  ]
  return Promise.all(
    replies.map(async (reply: Response) => {
      const { 'x-request-id': id, ratelimit: _, ...rest } = Object.fromEntries(reply.headers)
      for (const name of ['connection', 'content-length', 'date', 'transfer-encoding', 'vary'])
        delete rest[name]
      const sent = (await reply.text()).replaceAll(id ?? '-', 'req').replace(/order_[0-9A-Za-z]{14}/, 'order')
      // Two new orders can be of two seconds.
      const text = method === 'POST' ? sent.replace(/"created_at":\d+/, '"created_at":0') : sent
      return { status: reply.status, headers: rest, text }
    }),
  )
}

it('a request of /v1 has the same response as a plain request and as a Request', async () => {
  const { id } = await instance.run(createOrder, { amount: 500, currency: 'INR' })
  const key = { authorization: basic(instance.key) }
  const json = { ...key, 'content-type': 'application/json' }
  const order = JSON.stringify({ amount: 500, currency: 'INR', notes: { shelf: 'A' } })
  const corpus: [string, string, Record<string, string>, string?][] = [
    ['GET', '/v1/orders?count=2', key],
    ['GET', `/v1/orders/${id}?expand[]=payments`, key],
    ['GET', `/v1/orders/${id}?unknown=1`, key],
    ['GET', '/v1/orders/order_00000000000000', key],
    ['GET', '/v1/orders', {}],
    ['GET', '/v1/orders', { ...key, 'x-razorpay-account': 'acc_00000000000000' }],
    ['POST', '/v1/orders', json, order],
    ['POST', '/v1/orders', { ...json, 'idempotency-key': 'both ways' }, order],
    ['POST', '/v1/orders', { ...json, 'idempotency-key': 'both-ways' }, order],
    ['POST', '/v1/orders?amount=1', json, order],
    ['POST', '/v1/orders', { ...key, ...FORM }, 'amount=500&currency=INR'],
    ['POST', '/v1/orders', { ...key, 'content-type': 'text/plain' }, order],
    ['POST', '/v1/orders', json, '{'],
    ['DELETE', '/v1/orders', key],
  ]
  for (const [method, path, headers, body] of corpus) {
    const [plain, whole] = await bothWays(method, path, headers, body)
    // The second of two requests with one key is the repeat.
    if (headers['idempotency-key'] === 'both-ways') delete whole?.headers['idempotency-replayed']
    expect(plain, `${method} ${path}`).toEqual(whole)
  }
})

it('a request of /v1 makes neither a Request nor a Response, which cost more than what it does', async () => {
  const made: string[] = []
  const { Request, Response } = globalThis
  const counted = <T extends typeof Request | typeof Response>(original: T, name: string) =>
    new Proxy(original, {
      construct(target, given, as) {
        made.push(name)
        return Reflect.construct(target, given, as)
      },
    })
  Object.assign(globalThis, { Request: counted(Request, 'Request'), Response: counted(Response, 'Response') })
  try {
    const headers = { 'content-type': 'application/json', authorization: basic(instance.key) }
    const body = JSON.stringify({ amount: 500, currency: 'INR' })
    expect((await ask('/v1/orders', body, headers, true)).status).toBe(201)
    expect(made).toEqual([])
  } finally {
    Object.assign(globalThis, { Request, Response })
  }
})
