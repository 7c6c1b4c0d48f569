import { request } from 'node:http'
import { connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { type APIResponse, expect } from '@playwright/test'
import { demo } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'

/** Routes, methods and headers as a real server sends them, whichever layer handles them. */
const credentials = () => {
  const { key_id, key_secret } = demo().test
  return { authorization: `Basic ${Buffer.from(`${key_id}:${key_secret}`).toString('base64')}` }
}
const reasonOf = async (response: APIResponse) =>
  ((await response.json()) as { error: { reason: string } }).error.reason

test('a trailing slash is the same resource, without a redirect', async ({ request }) => {
  const made = await request.post('/v1/orders/', {
    headers: credentials(),
    data: { amount: 5000, currency: 'INR' },
    maxRedirects: 0,
  })
  expect(made.status()).toBe(201)
  const { id } = (await made.json()) as { id: string }
  const [plain, slashed] = await Promise.all(
    [`/v1/orders/${id}`, `/v1/orders/${id}/?expand[]=payments`].map((path) =>
      request.get(path, { headers: credentials(), maxRedirects: 0 }),
    ),
  )
  expect(plain?.status()).toBe(200)
  expect(await slashed?.json()).toMatchObject({ id, payments: { entity: 'collection', count: 0 } })
})

test('a form with brackets is read as the PHP client sends it', async ({ request }) => {
  const response = await request.post('/v1/orders', {
    headers: credentials(),
    form: { amount: '5000', currency: 'INR', payment_capture: '1', 'notes[shop]': 'one' },
  })
  expect(response.status()).toBe(201)
  expect(await response.json()).toMatchObject({ amount: 5000, notes: { shop: 'one' } })
})

test('unknown routes and methods respond with JSON', async ({ request }) => {
  const unknown = await request.get('/v1/nothing/here', { headers: credentials() })
  expect([unknown.status(), await reasonOf(unknown)]).toEqual([404, 'route_not_found'])
  const wrong = await request.delete('/v1/orders', { headers: credentials() })
  expect([wrong.status(), await reasonOf(wrong), wrong.headers().allow]).toEqual([
    405,
    'method_not_allowed',
    'GET, POST',
  ])
  const stranger = await request.get('/v1/orders')
  expect([stranger.status(), stranger.headers()['www-authenticate']]).toEqual([
    401,
    expect.stringMatching(/^Basic realm=/),
  ])
  const strange = await request.post('/v1/orders', {
    headers: { ...credentials(), 'content-type': 'text/xml' },
    data: '<order/>',
  })
  expect(strange.status()).toBe(415)
})

test('every method and every route under /v1 responds with JSON to callers with a key', async ({
  request,
}) => {
  for (const [line, status, reason] of [
    ['OPTIONS /v1/orders', 405, 'method_not_allowed'],
    ['TRACE /v1/orders', 405, 'method_not_allowed'],
    ['PROPFIND /v1/orders', 405, 'method_not_allowed'],
    ['OPTIONS /v1/nothing', 404, 'route_not_found'],
    ['GET /v1', 404, 'route_not_found'],
    ['GET /v1/', 404, 'route_not_found'],
    ['GET /v1//orders/%ff', 400, 'input_validation_failed'],
  ] as const) {
    const response = await exchange(line, '')
    expect(response, line).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(response, line).toContain(`"reason":"${reason}"`)
    if (status === 405) expect(response, line).toMatch(/\r\nallow: GET, POST\r\n/i)
  }
  for (const method of ['OPTIONS', 'DELETE'])
    expect((await request.fetch('/v1/orders', { method })).status(), method).toBe(401)
})

test('every response carries its request id and the state of the limit', async ({ request }) => {
  const response = await request.get('/v1/payments?count=1', { headers: credentials() })
  expect(response.headers()).toMatchObject({
    'x-request-id': expect.stringMatching(/^req_[0-9A-Za-z]{14}$/),
    'ratelimit-policy': expect.stringContaining('q='),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  })
})

test('a repeat with the same key gets the same bytes', async ({ request }) => {
  const headers = { ...credentials(), 'idempotency-key': `wire-${Date.now()}` }
  const first = await request.post('/v1/orders', { headers, data: { amount: 5000, currency: 'INR' } })
  const second = await request.post('/v1/orders', { headers, data: { currency: 'INR', amount: 5000 } })
  expect(await second.text()).toBe(await first.text())
  expect([second.status(), second.headers()['idempotency-replayed']]).toEqual([201, 'true'])
  const other = await request.post('/v1/orders', { headers, data: { amount: 5001, currency: 'INR' } })
  expect([other.status(), await reasonOf(other)]).toEqual([409, 'idempotency_key_reused'])
})

test('the OpenAPI document is served', async ({ request }) => {
  const document = (await (await request.get('/openapi.json')).json()) as { openapi: string; paths: object }
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toContain('/v1/payments/{id}/capture')
})

test('the addresses of the specification that end in a slash are read and written', async ({ request }) => {
  const order = await request.post('/v1/orders', {
    headers: credentials(),
    data: { amount: 5000, currency: 'INR' },
  })
  const { id: order_id } = (await order.json()) as { id: string }
  const payment = await request.post('/v1/payments/create/json/', {
    headers: credentials(),
    data: { ...payer, amount: 5000, order_id },
    maxRedirects: 0,
  })
  const { id } = (await payment.json()) as { id: string }
  const expanded = await request.get(`/v1/payments/${id}/?expand[]=card`, {
    headers: credentials(),
    maxRedirects: 0,
  })
  expect(await expanded.json()).toMatchObject({ id, card: { last4: '1007' } })
  const patched = await request.patch(`/v1/payments/${id}/`, {
    headers: credentials(),
    data: { notes: { packed: 'yes' } },
    maxRedirects: 0,
  })
  expect([patched.status(), await patched.json()]).toEqual([
    200,
    expect.objectContaining({ notes: { packed: 'yes' } }),
  ])
  const captured = await request.post(`/v1/payments/${id}/capture/`, {
    headers: credentials(),
    data: { amount: 5000 },
    maxRedirects: 0,
  })
  expect([captured.status(), await captured.json()]).toEqual([
    200,
    expect.objectContaining({ status: 'captured' }),
  ])
})

test('HEAD is GET without a body', async ({ request }) => {
  const [head, get] = await Promise.all([
    request.head('/v1/orders?count=1', { headers: credentials() }),
    request.get('/v1/orders?count=1', { headers: credentials() }),
  ])
  expect([head.status(), await head.text()]).toEqual([200, ''])
  expect(head.headers()['content-type']).toBe(get.headers()['content-type'])
  const stranger = await request.head('/v1/orders')
  expect([stranger.status(), stranger.headers()['www-authenticate']]).toEqual([
    401,
    expect.stringMatching(/^Basic /),
  ])
})

const JSON_TYPE = 'Content-Type: application/json\r\n'

test('an invalid body has a definite response, and the connection stays usable', async () => {
  const bodies: [string, Buffer, number][] = [
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400],
    ['a number beyond all numbers', Buffer.from('{"amount":1e400,"currency":"INR"}'), 400],
    ['a member twice', Buffer.from('{"amount":100,"amount":5000,"currency":"INR"}'), 400],
    ['__proto__', Buffer.from('{"__proto__":{"amount":100},"currency":"INR"}'), 400],
    ['a NUL', Buffer.from('{"amount":5000,"currency":"INR","receipt":"a\\u0000b"}'), 400],
    ['a deep one', Buffer.from(`{"notes":${'['.repeat(100_000)}${']'.repeat(100_000)}}`), 400],
    ['one of two megabytes', Buffer.alloc(2_000_000, 0x20), 413],
  ]
  for (const [name, body, status] of bodies) {
    const response = await exchange('POST /v1/orders', `${JSON_TYPE}Content-Length: ${body.length}\r\n`, body)
    expect(response, name).toMatch(
      new RegExp(`^HTTP/1.1 ${status} [\\s\\S]*x-request-id: req_[\\s\\S]*"code":"BAD_REQUEST_ERROR"`),
    )
  }
})

test('a body without an announced length is cut off at the limit', async () => {
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 0x20), Buffer.from('\r\n')])
  const endless = Buffer.concat([...Array.from({ length: 40 }, () => chunk), Buffer.from('0\r\n\r\n')])
  expect(await exchange('POST /v1/orders', `${JSON_TYPE}Transfer-Encoding: chunked\r\n`, endless)).toMatch(
    /^HTTP\/1.1 413 /,
  )
})

test('endless headers and endless URLs are rejected in JSON', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `x-${index}: 1\r\n`).join('')
  expect(await exchange('GET /v1/orders', many)).toMatch(/^HTTP\/1.1 431 [\s\S]*"reason":"headers_too_large"/)
  expect(await exchange('GET /v1/orders', `x-long: ${'x'.repeat(100_000)}\r\n`)).toMatch(
    /^HTTP\/1.1 431 [\s\S]*"reason":"headers_too_large"/,
  )
  expect(await exchange(`GET /v1/orders?receipt=${'x'.repeat(20_000)}`, '')).toMatch(
    /^HTTP\/1.1 414 [\s\S]*"reason":"uri_too_long"/,
  )
})

test('an upgrade to another protocol has a response, also after a page was opened', async ({ request }) => {
  expect((await request.get('/login')).status()).toBe(200)
  const h2c = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n'
  for (const offer of [
    h2c,
    'Connection: Upgrade\r\nUpgrade: websocket\r\n',
    'Connection: Upgrade\r\nUpgrade: x\r\n',
  ]) {
    expect(await exchange('GET /v1/orders?count=1', offer), offer).toMatch(/^HTTP\/1.1 200 /)
    expect(await exchange('GET /login', `${offer}Connection: close\r\n`), offer).toMatch(/^HTTP\/1.1 200 /)
    const body = Buffer.from('{"amount":5000,"currency":"INR"}')
    const head = `${offer}${JSON_TYPE}Content-Length: ${body.length}\r\n`
    expect(await exchange('POST /v1/orders', head, body), offer).toMatch(/^HTTP\/1.1 201 /)
  }
})

test('the absolute form of a target is the path, on every surface', async () => {
  for (const [path, status] of [
    ['/v1/orders?count=1', 200],
    ['/v1/orders/?count=1', 200],
    ['/login', 200],
    ['/docs', 200],
    ['/healthz', 200],
    ['/openapi.json', 200],
    ['/.well-known/oauth-authorization-server', 200],
    ['/nothing', 404],
    ['/api/tool-endpoint', 401],
  ] as const) {
    const response = await exchange(`GET http://pay.example${path}`, 'Connection: close\r\n')
    expect(response, path).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(response, path).not.toMatch(/\r\nlocation:/i)
  }
})

test('a malformed target is rejected, and redirects nowhere', async () => {
  for (const target of ['//\\evil.example/v1/orders', '/\\evil.example', 'http://a@b/v1', 'ftp://b/']) {
    const response = await exchange(`GET ${target}`, 'Connection: close\r\n')
    expect(response, target).toMatch(/^HTTP\/1.1 400 [\s\S]*"reason":"malformed_request"/)
    expect(response, target).not.toMatch(/\r\nlocation:/i)
  }
})

const ORDER = '{"amount":5000,"currency":"INR"}'
const inEncoding = (encoding: string) => ({
  ...credentials(),
  'content-type': 'application/json',
  'content-encoding': encoding,
})

for (const [encoding, compress] of [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)
  test(`a body compressed with ${encoding} is decoded, within the limit of its size`, async ({ request }) => {
    const send = (text: string) =>
      request.post('/v1/orders', { headers: inEncoding(encoding), data: compress(text) })
    const made = await send(ORDER)
    expect([made.status(), await made.json()]).toEqual([201, expect.objectContaining({ amount: 5000 })])
    // A few kilobytes that become 8 megabytes.
    const large = await send(`${ORDER}${' '.repeat(8_000_000)}`)
    expect([large.status(), await reasonOf(large)]).toEqual([413, 'body_too_large'])
    const broken = await request.post('/v1/orders', {
      headers: inEncoding(encoding),
      data: Buffer.from(ORDER),
    })
    expect([broken.status(), await reasonOf(broken)]).toEqual([400, 'malformed_body'])
  })

test('a body in an unknown encoding is rejected', async ({ request }) => {
  const response = await request.post('/v1/orders', { headers: inEncoding('compress'), data: ORDER })
  expect([response.status(), await reasonOf(response)]).toEqual([415, 'unsupported_media_type'])
})

test('every response has a policy and the security headers, whatever serves it', async ({ request }) => {
  const endings = ['png', 'json', 'txt', 'xml', 'svg', 'ico', 'webmanifest', 'js', 'css', 'html', 'php']
  const addresses = [
    ...endings.flatMap((end) => [`/nothing.${end}`, `/a/b/nothing.${end}`, `/v1/nothing.${end}`]),
    '/',
    '/login',
    '/docs',
    '/favicon.ico',
    '/openapi.json',
    '/icon.svg',
    '/nothing',
    '/checkout/order_x',
    '/bill/nothing',
    '/statement/nothing',
    '/healthz',
    '/readyz',
    '/metrics',
    '/mcp',
    '/mcpx',
    '/registered',
    '/api/nothing',
    '/api/nothing.json',
    '/api/tool-endpoint',
    '/api/auth/session',
    '/authorize',
    '/authorize/x',
    '/.well-known/nothing',
    '/.well-known/oauth-authorization-server',
    '/jwks',
    '/token',
    '/consent/x',
    '/_next/static/nothing.js',
    '/_next/nothing',
    '/v1/orders',
    '/v1',
    '/%zz',
    '/nothing/',
  ]
  for (const address of addresses) {
    const headers = (await request.get(address, { maxRedirects: 0 })).headers()
    expect.soft(headers['content-security-policy'], address).toMatch(/default-src '(self|none)'/)
    expect.soft(headers['content-security-policy'], address).toContain("frame-ancestors 'none'")
    expect.soft(headers, address).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer|same-origin)$/),
      'cross-origin-opener-policy': 'same-origin',
    })
  }
})

test('a request that names another account is rejected', async ({ request }) => {
  const headers = { ...credentials(), 'x-razorpay-account': 'acc_NfLw3gQ81xRt0a' }
  const response = await request.post('/v1/orders', { headers, data: { amount: 5000, currency: 'INR' } })
  expect([response.status(), await reasonOf(response)]).toEqual([400, 'account_mismatch'])
})

test('a sender who is slow, or goes away, delays no other', async ({ request }) => {
  const begin = `POST /v1/orders HTTP/1.1\r\nHost: desk\r\nAuthorization: ${credentials().authorization}\r\n${JSON_TYPE}Content-Length: 50\r\n\r\n{"amo`
  const senders = Array.from({ length: 50 }, () => socketTo().on('error', () => {}))
  for (const sender of senders) sender.write(begin)
  expect((await request.get('/v1/orders?count=1', { headers: credentials(), timeout: 5000 })).status()).toBe(
    200,
  )
  for (const sender of senders) sender.destroy()
  expect((await request.get('/v1/orders?count=1', { headers: credentials(), timeout: 5000 })).status()).toBe(
    200,
  )
})

/**
 * Sends one request as bytes on its own connection.
 * @returns the response as text, once it is complete or the connection ends
 */
function exchange(line: string, headers: string, body?: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let response = ''
    const socket = socketTo()
    const end = () => {
      socket.destroy()
      resolve(response)
    }
    socket.on('data', (bytes: Buffer) => {
      response += bytes.toString('latin1')
      const [head = '', rest = ''] = response.split('\r\n\r\n')
      if (rest.length >= Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.POSITIVE_INFINITY)) end()
    })
    socket.on('error', end)
    socket.on('close', end)
    socket.write(
      `${line} HTTP/1.1\r\nHost: desk\r\nAuthorization: ${credentials().authorization}\r\n${headers}\r\n`,
    )
    if (body) socket.write(body)
  })
}

function socketTo() {
  const { hostname, port } = new URL(process.env.BASE_URL ?? demo().base_url)
  return connect(Number(port), hostname)
}

const payer = {
  currency: 'INR',
  email: 'payer@example.com',
  contact: '+919876543210',
  method: 'card',
  card: { number: '4100280000001007', expiry_month: '12', expiry_year: '2032', cvv: '123' },
}

test('slashes at the beginning of a path are one slash, without a redirect', async () => {
  const { hostname, port } = new URL(demo().base_url)
  const ask = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status?: number; location?: string }>((resolve, reject) => {
      request({ hostname, port, path, headers }, (response) => {
        response
          .resume()
          .on('end', () => resolve({ status: response.statusCode, location: response.headers.location }))
      })
        .on('error', reject)
        .end()
    })
  expect(await ask('//v1/orders?count=1', credentials())).toEqual({ status: 200, location: undefined })
  expect(await ask('///v1/orders?count=1', credentials())).toEqual({ status: 200, location: undefined })
  expect(await ask('//mcp')).toMatchObject({ status: (await ask('/mcp')).status, location: undefined })
  expect(await ask('//login')).toEqual({ status: 200, location: undefined })
  for (const path of [
    '//evil.example',
    '///evil.example/..//x',
    '//evil.example/?lang=hi',
    '//login?lang=hi',
  ])
    expect((await ask(path)).location ?? '/', path).not.toMatch(/^(\w+:)?\/\/(?!localhost)/)
})
