import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder } from '#lib/domain/orders/create.ts'
import { beginPayment } from '#lib/domain/payments/begin.ts'
import { returnPayer } from '#lib/domain/payments/fetch-for-payer.ts'
import { goodCard, type Instance, openInstance, payer } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { newId } from '#lib/values/id.ts'

let instance: Instance
let rest: Rest
let order: { id: string }
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  order = await instance.run(createOrder, { amount: 125_000, currency: 'INR', payment_capture: true })
})
afterAll(() => instance.close())

const CALLBACK = 'https://shop.example/back?cart=7'

/** Sends the form as a browser does that comes from a merchant's site. */
function send(form: Record<string, string> | string, headers: Record<string, string> = {}) {
  return rest.call('POST', '/v1/checkout/embedded', {
    body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
    as: null,
    headers: {
      origin: 'https://shop.example',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
  })
}
const fields = (more: Record<string, string> = {}) => ({
  key_id: instance.key.id,
  order_id: order.id,
  callback_url: CALLBACK,
  cancel_url: 'https://shop.example/cart',
  ...more,
})

describe('a right form', () => {
  it('leads to the page of the order, and is kept in that browser for that order alone', async () => {
    const reply = await send(
      fields({
        amount: '125000',
        currency: 'INR',
        name: 'Another shop',
        image: 'https://evil.example/logo.png',
        description: 'Two kurtas',
        'prefill[name]': 'Asha',
        'prefill[email]': 'asha@example.com',
        'prefill[contact]': '+919876543210',
        'prefill[method]': 'upi',
        'notes[cart]': '7',
        'theme[color]': '#fff',
        _token: 'x',
      }),
    )
    expect(reply.status).toBe(303)
    const to = new URL(reply.headers.get('location') ?? '', 'https://desk.test')
    expect(to.pathname).toBe(`/checkout/${order.id}`)
    expect(Object.fromEntries(to.searchParams)).toEqual({
      method: 'upi',
      'prefill[name]': 'Asha',
      'prefill[email]': 'asha@example.com',
      'prefill[contact]': '+919876543210',
      'notes[cart]': '7',
    })
    const cookie = reply.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(
      new RegExp(
        `^counterfoil-return=[^;]+; Path=/checkout/${order.id}; Max-Age=21600; HttpOnly; SameSite=Lax`,
      ),
    )
    expect(JSON.parse(decodeURIComponent(/=([^;]+)/.exec(cookie)?.[1] ?? ''))).toEqual({
      callback_url: CALLBACK,
      cancel_url: 'https://shop.example/cart',
      description: 'Two kurtas',
    })
  })

  it('may leave everything out but key and order', async () => {
    const reply = await send({ key_id: instance.key.id, order_id: order.id })
    expect(reply.status).toBe(303)
    expect(reply.headers.get('location')).toBe(`/checkout/${order.id}`)
    expect(reply.headers.get('set-cookie')).toContain('counterfoil-return=%7B%7D;')
  })
})

describe('a wrong form is a page that says what to correct', () => {
  const unknown = () => newId('order', instance.runtime.clock())
  it.each<[string, () => Record<string, string> | string, number, string]>([
    [
      'no order',
      () => ({ key_id: instance.key.id, amount: '100', currency: 'INR' }),
      400,
      'order_id is required',
    ],
    ['an unknown order', () => fields({ order_id: unknown() }), 404, 'order_id: No order'],
    ['no key', () => ({ order_id: order.id }), 400, 'key_id'],
    ['an unknown key', () => fields({ key_id: 'key_test_00000000000000' }), 404, 'No active API key'],
    ['another amount', () => fields({ amount: '100' }), 400, 'amount of the order is 125000'],
    ['an amount with a point', () => fields({ amount: '1250.00' }), 400, 'amount must be a whole number'],
    ['another currency', () => fields({ currency: 'USD' }), 400, 'The currency of the order is INR'],
    ['a script for a callback', () => fields({ callback_url: 'javascript:alert(1)' }), 400, 'callback_url'],
    ['a callback of data', () => fields({ callback_url: 'data:text/html,x' }), 400, 'callback_url'],
    ['a callback without a host', () => fields({ callback_url: '/back' }), 400, 'callback_url'],
    [
      'a callback with a password',
      () => fields({ callback_url: 'https://a:b@shop.example/' }),
      400,
      'password',
    ],
    [
      'a callback with a backslash',
      () => fields({ callback_url: 'https://shop.example\\@evil.example' }),
      400,
      'backslash',
    ],
    ['a script for a cancel URL', () => fields({ cancel_url: 'javascript:alert(1)' }), 400, 'cancel_url'],
    [
      'a long callback',
      () => fields({ callback_url: `https://shop.example/${'x'.repeat(2048)}` }),
      400,
      '2048',
    ],
    [
      'a long description',
      () => fields({ description: 'x'.repeat(256) }),
      400,
      'description can be up to 255',
    ],
    [
      '16 notes',
      () => fields(Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`notes[n${at}]`, 'x']))),
      400,
      'up to 15 pairs',
    ],
    [
      'long notes',
      () =>
        fields(Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`notes[n${at}]`, 'x'.repeat(256)]))),
      400,
      'notes are too long',
    ],
    ['a subscription', () => fields({ subscription_id: 'sub_1' }), 400, 'subscription_id is not supported'],
    [
      'a field twice',
      () => `${new URLSearchParams(fields())}&order_id=order_1`,
      400,
      'order_id is sent twice',
    ],
    ['a field with fields', () => `${new URLSearchParams(fields())}&order_id[x]=1`, 400, 'conflicts'],
    ['bytes that are no UTF-8', () => `${new URLSearchParams(fields())}&name=%ff`, 400, 'UTF-8'],
    ['a large form', () => `name=${'x'.repeat(70_000)}`, 413, 'up to 65536 bytes'],
  ])('%s', async (_, form, status, words) => {
    const reply = await send(form())
    expect(reply.status).toBe(status)
    expect(reply.headers.get('content-type')).toContain('text/html')
    expect(reply.headers.get('content-security-policy')).toContain("form-action 'none'")
    expect(reply.headers.get('set-cookie')).toBeNull()
    expect(reply.text).toContain('Nothing was charged')
    expect(reply.text.replaceAll('&#39;', "'")).toContain(words)
    expect(reply.text).not.toContain('<script')
  })

  it('a text of the form is escaped, and the page is in the language of the payer', async () => {
    const reply = await send(`${new URLSearchParams(fields())}&<b>=1&<b>=2`, { 'accept-language': 'hi' })
    expect(reply.text).not.toContain('<b>')
    expect(reply.text).toContain('lang="hi"')
  })

  it('JSON is no form', async () => {
    const reply = await rest.post('/v1/checkout/embedded', fields(), { as: null })
    expect(reply.status).toBe(415)
  })

  it('the key of another account is as unknown', async () => {
    const other = await openInstance()
    const reply = await send(fields({ key_id: other.key.id }))
    expect(reply.status).toBe(404)
    await other.close()
  })
})

it('other methods are an error of the API', async () => {
  const reply = await rest.get('/v1/checkout/embedded')
  expect(reply.status).toBe(405)
  expect(reply.headers.get('allow')).toBe('POST')
})

it('a payment that failed returns with its error', async () => {
  const me = { ...instance.actor, kind: 'payer', id: order.id, name: 'Payer' } as const
  const failed = await instance.run(
    beginPayment,
    {
      ...payer,
      order_id: order.id,
      amount: 125_000,
      method: 'card',
      card: { ...goodCard, number: '4100280000010008' },
    },
    undefined,
    me,
  )
  expect(await instance.run(returnPayer, { id: failed.id, order_id: order.id }, undefined, me)).toEqual({
    callback_url: null,
    error: {
      code: 'BAD_REQUEST_ERROR',
      description: expect.any(String),
      source: expect.any(String),
      step: expect.any(String),
      reason: 'card_number_invalid',
      metadata: { payment_id: failed.id, order_id: order.id },
    },
  })
})
