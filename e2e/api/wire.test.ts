import { type APIResponse, expect, test } from '@playwright/test'
import { demo } from '#e2e/fixtures.ts'

/** What only a real server shows: addresses, methods and headers, whoever answers them. */
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

test('unknown addresses and methods answer in JSON', async ({ request }) => {
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

test('every answer carries its request id and the state of the limit', async ({ request }) => {
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

test('the document of the interface is served', async ({ request }) => {
  const document = (await (await request.get('/openapi.json')).json()) as { openapi: string; paths: object }
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toContain('/v1/payments/{id}/capture')
})
