import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '#lib/auth/system-actor.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { fetchOrderForPayer } from '#lib/domain/orders/fetch-for-payer.ts'
import { fetchAvailability } from '#lib/domain/payments/availability.ts'
import { beginPayment } from '#lib/domain/payments/begin.ts'
import { getPaymentDetails } from '#lib/domain/payments/fetch.ts'
import { BANKS, WALLETS } from '#lib/domain/payments/instrument.ts'
import { goodCard, type Instance, openInstance, payer } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { type Shop, shopOf, upiOf } from '#lib/testing/shop.ts'

// The helper that merchants call, from the public client library.
const { validatePaymentVerification } = createRequire(import.meta.url)('razorpay/dist/utils/razorpay-utils')

let instance: Instance
let rest: Rest
let shop: Shop
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  shop = shopOf(rest, instance)
})
afterAll(async () => {
  expect(await instance.violations()).toEqual([])
  await instance.close()
})

const SIGNED = ['service_payment_id', 'service_order_id', 'service_signature']

describe('a payment without a browser', () => {
  it('responds with every field of the specification, and the three that prove it', async () => {
    const order = await shop.order(20_035)
    const response = await shop.attempt(order, undefined, { description: 'Two lamps', notes: { table: '7' } })
    expect(response.status).toBe(201)
    const [card] = await shop.rows('SELECT id FROM cards WHERE payment_id = $1', response.body.id)
    expect(response.body).toEqual({
      id: expect.stringMatching(/^pay_[0-9A-Za-z]{14}$/),
      entity: 'payment',
      amount: 20_035,
      currency: 'INR',
      status: 'authorized',
      order_id: order.id,
      invoice_id: null,
      international: false,
      method: 'card',
      amount_refunded: 0,
      refund_status: null,
      captured: false,
      description: 'Two lamps',
      card_id: card.id,
      bank: null,
      wallet: null,
      vpa: null,
      upi: null,
      email: 'payer@example.com',
      contact: '+919876543210',
      customer_id: null,
      token_id: null,
      notes: { table: '7' },
      fee: null,
      tax: null,
      error_code: null,
      error_description: null,
      error_source: null,
      error_step: null,
      error_reason: null,
      acquirer_data: { auth_code: expect.stringMatching(/^\d{6}$/), rrn: expect.stringMatching(/^\d{12}$/) },
      authorized_until: instance.now() + 259_200,
      captured_at: null,
      created_at: instance.now(),
      service_payment_id: response.body.id,
      service_order_id: order.id,
      service_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const { service_payment_id: _p, service_order_id: _o, service_signature: _s, ...payment } = response.body
    expect(await shop.fetch(payment.id)).toEqual(payment)
  })

  it('is signed with the secret of the key that asks, as the public client verifies it', async () => {
    const key = await instance.run(createKey, { name: 'second' }, undefined, instance.system)
    for (const as of [instance.key, key]) {
      const { body } = await shop.attempt(await shop.order(), undefined, {}, { as })
      const ids = { order_id: body.service_order_id, payment_id: body.service_payment_id }
      expect(validatePaymentVerification(ids, body.service_signature, as.secret)).toBe(true)
      expect(
        validatePaymentVerification(
          ids,
          body.service_signature,
          as === key ? instance.key.secret : key.secret,
        ),
      ).toBe(false)
    }
  })

  it('is captured at once when the order says so', async () => {
    const payment = await shop.captured(10_000)
    expect(payment).toMatchObject({ status: 'captured', captured: true, fee: 236, tax: 36 })
    expect(await shop.fetch(payment.order_id)).toMatchObject({ status: 'paid' })
    expect(await shop.postings(payment.id)).toEqual([
      ['authorize', 'bank', 'authorized_payments', 10_000],
      ['capture', 'authorized_payments', 'merchant_balance', 10_000],
      ['capture', 'merchant_balance', 'fees', 200],
      ['capture', 'merchant_balance', 'tax', 36],
    ])
  })

  it('is not made in live mode', async () => {
    const system = await systemActor(instance.runtime.query, instance.merchant.accounts.live, 'test')
    const as = await instance.run(createKey, { name: 'live' }, undefined, system)
    const { body: order } = await rest.post('/v1/orders', { amount: 10_000, currency: 'INR' }, { as })
    const response = await shop.attempt(order, undefined, {}, { as })
    expect([response.status, response.error.reason]).toEqual([400, 'acquirer_not_configured'])
    // Nor on the checkout page, while no acquirer is configured.
    const live = { ...system, kind: 'payer' as const }
    const begun = instance.run(
      beginPayment,
      { ...payer, amount: 10_000, order_id: order.id, method: 'card', card: goodCard },
      undefined,
      live,
    )
    await expect(begun).rejects.toMatchObject({ reason: 'acquirer_not_configured' })
    // The pages and the checkout check this before they offer a link.
    expect(await instance.run(fetchAvailability, {}, undefined, system)).toEqual({
      bank: false,
      upi_link: false,
      wallet: false,
    })
    expect(await instance.run(fetchOrderForPayer, { id: order.id }, undefined, live)).toMatchObject({
      payable: false,
      own_wallet: false,
    })
    expect(await instance.run(fetchAvailability, {})).toEqual({
      bank: true,
      upi_link: true,
      wallet: true,
    })
    expect(await shop.count('payments', 'account_id = $1', instance.merchant.accounts.live)).toBe(0)
    expect((await rest.get(`/v1/orders/${order.id}`, { as })).body).toMatchObject({
      status: 'created',
      attempts: 0,
    })
  })

  it('names an unknown order by the field of the body', async () => {
    const response = await shop.attempt({ id: 'order_NfLw3gQ81xRt0a', amount: 100, currency: 'INR' })
    expect([response.status, response.error.reason, response.error.field]).toEqual([
      400,
      'record_not_found',
      'order_id',
    ])
  })

  it('rejects an unknown customer', async () => {
    const { status, error } = await shop.attempt(await shop.order(), undefined, {
      customer_id: 'cust_NfLw3gQ81xRt0a',
    })
    expect([status, error.field]).toEqual([400, 'customer_id'])
  })

  it('is read from a form', async () => {
    const order = await shop.order()
    const form = {
      amount: '10000',
      currency: 'INR',
      order_id: order.id,
      email: payer.email,
      contact: '9876543210',
      method: 'card',
      'card[number]': '4100 2800 0000 1007',
      'card[expiry_month]': '01',
      'card[expiry_year]': '30',
      'card[cvv]': '012',
      'card[name]': 'Asha',
      otp: '0123',
      'notes[a]': 'b',
    }
    const { status, body } = await rest.call('POST', '/v1/payments/create/json', { form })
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'authorized', contact: '+919876543210', notes: { a: 'b' } })
  })
})

describe('other ways to pay', () => {
  it.each([['success@upi'], ['SUCCESS@okbank'], ['success@ybl']])('UPI %s is authorized', async (vpa) => {
    const payment = await shop.authorized(10_000, { method: 'upi', vpa })
    expect(payment).toMatchObject({
      method: 'upi',
      status: 'authorized',
      vpa,
      card_id: null,
      bank: null,
      wallet: null,
      acquirer_data: { rrn: expect.stringMatching(/^\d{12}$/) },
    })
  })

  it('UPI failure@ is declined', async () => {
    expect((await shop.attempt(await shop.order(), upiOf('failure'))).error).toMatchObject({
      reason: 'payment_declined',
      source: 'customer',
    })
  })

  it('keeps the browser and the app of the payer with the payment, for staff alone', async () => {
    const device = {
      authentication: { authentication_channel: 'browser' },
      browser: { java_enabled: false, screen_width: 1280, screen_height: 720, timezone_offset: 330 },
      ip: '203.0.113.7',
      referer: 'https://shop.example/cart',
      user_agent: 'Mozilla/5.0',
    }
    const made = await shop.attempt(await shop.order(), undefined, device)
    expect(made.status).toBe(201)
    expect(Object.keys(made.body)).not.toContain('payer_device')
    const details = await instance.run(getPaymentDetails, { id: made.body.id })
    expect(details.payer_device).toEqual(device)
    const plain = await shop.authorized()
    expect((await instance.run(getPaymentDetails, { id: plain.id })).payer_device).toBeNull()
    for (const [wrong, field] of [
      [{ ip: 'here' }, 'ip'],
      [{ browser: { screen: 1 } }, 'browser.screen'],
      [{ user_agent: 'x'.repeat(1025) }, 'user_agent'],
      [{ authentication: { authentication_channel: 'post' } }, 'authentication.authentication_channel'],
    ] as const) {
      const { status, error } = await shop.attempt(await shop.order(), undefined, wrong)
      expect([status, error.field]).toEqual([400, field])
    }
  })

  it('UPI at its own address takes vpa or upi.vpa, and nothing else', async () => {
    for (const way of [{ vpa: 'success@upi' }, { upi: { vpa: 'success@upi' } }]) {
      const order = await shop.order()
      const { status, body } = await rest.post('/v1/payments/create/upi', {
        ...payer,
        amount: 10_000,
        order_id: order.id,
        ...way,
      })
      expect(status).toBe(201)
      expect(body).toMatchObject({ method: 'upi', status: 'authorized', vpa: 'success@upi' })
      for (const name of SIGNED) expect(body[name]).toBeTypeOf('string')
    }
    const order = await shop.order()
    for (const [way, field] of [
      [{}, 'vpa'],
      [{ vpa: 'nonsense' }, 'vpa'],
      [{ vpa: 'a1@upi', method: 'card' }, 'method'],
      [{ vpa: 'a1@upi', card: goodCard }, 'card'],
    ] as const) {
      const { status, error } = await rest.post('/v1/payments/create/upi', {
        ...payer,
        amount: 10_000,
        order_id: order.id,
        ...way,
      })
      expect([status, error.field]).toEqual([400, field])
    }
    const declined = await rest.post('/v1/payments/create/upi', {
      ...payer,
      amount: 10_000,
      order_id: order.id,
      vpa: 'failure@upi',
    })
    expect(declined.error).toMatchObject({
      reason: 'payment_declined',
      metadata: { order_id: order.id, payment_id: expect.stringMatching(/^pay_/) },
    })
  })

  it.each(Object.keys(BANKS))('netbanking with %s is authorized', async (bank) => {
    expect(await shop.authorized(10_000, { method: 'netbanking', bank })).toMatchObject({
      method: 'netbanking',
      bank,
      wallet: null,
      vpa: null,
      card_id: null,
      status: 'authorized',
    })
  })

  it.each(Object.keys(WALLETS))('the wallet %s is authorized', async (wallet) => {
    expect(await shop.authorized(10_000, { method: 'wallet', wallet })).toMatchObject({
      method: 'wallet',
      wallet,
      bank: null,
      card_id: null,
      status: 'authorized',
    })
  })

  it.each([
    [{ method: 'cash' }, 'method'],
    [{ method: 'upi' }, 'vpa'],
    [{ method: 'card' }, 'card'],
    [{ method: 'netbanking', bank: 'NOPE' }, 'bank'],
    [{ method: 'wallet', wallet: 'openwallet' }, 'wallet'],
    [{ method: 'upi', vpa: 'a1@upi', bank: 'HDFC' }, 'bank'],
    [{ method: 'card', card: { ...goodCard, cvv: '1' } }, 'card.cvv'],
    [{ method: 'card', card: { ...goodCard, pin: '1' } }, 'card.pin'],
  ])('%j is rejected, and nothing is recorded', async (way, field) => {
    const order = await shop.order()
    const { status, error } = await shop.attempt(order, way)
    expect([status, error.reason, error.field]).toEqual([400, 'input_validation_failed', field])
    expect(await shop.fetch(order.id)).toMatchObject({ attempts: 0, status: 'created' })
  })
})

describe('events and audit lines', () => {
  it('tell of an authorization and its capture, with a snapshot at that time', async () => {
    const order = await shop.order(10_000, { payment_capture: true })
    const response = await shop.attempt(order)
    const events = await shop.events(response.body.id)
    expect(events.map(({ event, contains }) => [event, contains])).toEqual([
      ['payment.authorized', ['payment']],
      ['payment.captured', ['payment']],
      ['order.paid', ['payment', 'order']],
    ])
    const [authorized, captured, paid] = events
    for (const event of events) {
      expect(event).toMatchObject({
        id: expect.stringMatching(/^evt_[0-9A-Za-z]{14}$/),
        account_id: instance.merchant.accounts.test,
        payment_id: response.body.id,
        order_id: order.id,
        actor_kind: 'key',
        actor_id: instance.key.id,
        actor_name: 'test',
        request_id: response.headers.get('x-request-id'),
        created_at: instance.now(),
      })
    }
    expect(authorized.payload.payment.entity).toMatchObject({
      entity: 'payment',
      id: response.body.id,
      status: 'authorized',
      captured: false,
      fee: null,
    })
    expect(captured.payload.payment.entity).toMatchObject({
      status: 'captured',
      captured: true,
      fee: 236,
      tax: 36,
    })
    expect(paid.payload.payment.entity).toEqual(captured.payload.payment.entity)
    expect(paid.payload.order.entity).toEqual(await shop.fetch(order.id))
    expect(captured.payload.payment.entity).toEqual(await shop.fetch(response.body.id))
    // A snapshot does not change.
    await shop.refund(response.body, { amount: 100 })
    expect((await shop.events(response.body.id))[1].payload).toEqual(captured.payload)
  })

  it('every change of a payment has a line with its request', async () => {
    const response = await shop.attempt(await shop.order())
    const lines = await shop.lines(response.body.id)
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) {
      expect(line).toMatchObject({
        action: 'create_payment',
        actor_kind: 'key',
        actor_id: instance.key.id,
        request_id: response.headers.get('x-request-id'),
      })
    }
  })
})

describe('changing a payment', () => {
  it('replaces its notes as a whole', async () => {
    const {
      service_payment_id: _p,
      service_order_id: _o,
      service_signature: _s,
      ...payment
    } = await shop.authorized()
    const { status, body } = await rest.patch(`/v1/payments/${payment.id}`, { notes: { a: '1', b: '2' } })
    expect([status, body]).toEqual([200, { ...payment, notes: { a: '1', b: '2' } }])
    expect((await rest.patch(`/v1/payments/${payment.id}`, { notes: { c: '3' } })).body.notes).toEqual({
      c: '3',
    })
    expect((await rest.patch(`/v1/payments/${payment.id}`, { notes: [] })).body.notes).toEqual([])
    expect((await shop.lines(payment.id)).filter(({ action }) => action === 'update_payment')).toHaveLength(3)
  })

  it.each([
    [{}, 'notes'],
    [{ notes: {}, amount: 1 }, 'amount'],
    [{ status: 'captured' }, 'notes'],
    [{ notes: { a: 1, b: {} } }, 'notes.b'],
  ])('rejects %j', async (json, field) => {
    const payment = await shop.authorized()
    const response = await rest.patch(`/v1/payments/${payment.id}`, json)
    expect([response.status, response.error.field]).toEqual([400, field])
  })
})
