import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { cardOf, type Shop, shopOf, upiOf } from '#lib/testing/shop.ts'

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

describe('creating an order', () => {
  it('responds with every field of the specification and nothing else', async () => {
    const response = await rest.post('/v1/orders', {
      amount: 20_035,
      currency: 'INR',
      receipt: 'r-1',
      payment_capture: true,
      notes: { table: '7' },
    })
    expect(response.status).toBe(201)
    expect(response.body).toEqual({
      id: expect.stringMatching(/^order_[0-9A-Za-z]{14}$/),
      entity: 'order',
      amount: 20_035,
      amount_paid: 0,
      amount_due: 20_035,
      currency: 'INR',
      receipt: 'r-1',
      offer_id: null,
      status: 'created',
      attempts: 0,
      method: null,
      partial_payment: false,
      first_payment_min_amount: null,
      notes: { table: '7' },
      created_at: instance.now(),
    })
    expect(await shop.fetch(response.body.id)).toEqual(response.body)
  })

  it('writes one audit line with who did it, and no event', async () => {
    const response = await rest.post('/v1/orders', { amount: 100, currency: 'INR' })
    expect(await shop.lines(response.body.id)).toEqual([
      {
        action: 'create_order',
        actor_kind: 'key',
        actor_id: instance.key.id,
        actor_name: 'test',
        request_id: response.headers.get('x-request-id'),
        details: {},
      },
    ])
    expect(await shop.events(response.body.id)).toEqual([])
  })

  it.each([
    [{ amount: 100 }, 'amount', 100],
    [{ amount: 50_000_000_000 }, 'amount', 50_000_000_000],
    [{ receipt: 'x'.repeat(40) }, 'receipt', 'x'.repeat(40)],
    [{ receipt: null }, 'receipt', null],
    [{ notes: {} }, 'notes', []],
    [{ notes: [] }, 'notes', []],
    [{ notes: { 'ключ 🔑': 'ü'.repeat(256) } }, 'notes', { 'ключ 🔑': 'ü'.repeat(256) }],
    [
      {
        notes: Object.fromEntries(
          Array.from({ length: 15 }, (_, n) => [`k${n}`.padEnd(256, 'x'), String(n)]),
        ),
      },
      'notes',
      expect.objectContaining({ ['k14'.padEnd(256, 'x')]: '14' }),
    ],
  ])('takes %j', async (more, name, value) => {
    const order = await shop.order(10_000, more)
    expect((await shop.fetch(order.id))[name]).toEqual(value)
  })

  it.each([
    [{ amount: 99 }, 'amount'],
    [{ amount: 50_000_000_001 }, 'amount'],
    [{ amount: undefined }, 'amount'],
    [{ currency: undefined }, 'currency'],
    [{ currency: 'USD' }, 'currency'],
    [{ currency: 'MYR' }, 'currency'],
    [{ receipt: 'x'.repeat(41) }, 'receipt'],
    [{ notes: Object.fromEntries(Array.from({ length: 16 }, (_, n) => [`k${n}`, 'v'])) }, 'notes'],
    [{ notes: { k: 'x'.repeat(257) } }, 'notes.k'],
    [{ notes: 'text' }, 'notes'],
    [{ payment_capture: 'maybe' }, 'payment_capture'],
    [{ partial_payment: 2 }, 'partial_payment'],
    [{ first_payment_min_amount: 100 }, 'first_payment_min_amount'],
    [{ callback_url: 'javascript:alert(1)' }, 'callback_url'],
    [{ amount_paid: 100 }, 'amount_paid'],
    [{ status: 'paid' }, 'status'],
    [{ id: 'order_NfLw3gQ81xRt0a' }, 'id'],
  ])('rejects %j and names it', async (more, field) => {
    const before = await shop.count('orders')
    const response = await rest.post('/v1/orders', { amount: 10_000, currency: 'INR', ...more })
    expect(response.status).toBe(400)
    expect(response.error).toMatchObject({ reason: 'input_validation_failed', field })
    expect(await shop.count('orders')).toBe(before)
  })

  it.each([
    [true, 'captured'],
    [1, 'captured'],
    ['1', 'captured'],
    ['true', 'captured'],
    [false, 'authorized'],
    [0, 'authorized'],
    ['0', 'authorized'],
    ['false', 'authorized'],
    [undefined, 'authorized'],
  ])('payment_capture %j leaves a payment %s', async (payment_capture, status) => {
    const payment = await shop.pay(await shop.order(10_000, { payment_capture }))
    expect(payment).toMatchObject({ status, captured: status === 'captured' })
  })

  it('is read from a form as the PHP client sends it', async () => {
    const form = {
      amount: '50000',
      currency: 'INR',
      receipt: '42',
      payment_capture: '1',
      'notes[table]': '7',
      'notes[0]': 'x',
    }
    const { status, body } = await rest.call('POST', '/v1/orders', { form })
    expect(status).toBe(201)
    expect(body).toMatchObject({ amount: 50_000, receipt: '42', notes: { table: '7', 0: 'x' } })
    expect(await shop.pay(body)).toMatchObject({ status: 'captured' })
    const empty = await rest.call('POST', '/v1/orders', { form: { amount: '1e3', currency: 'INR' } })
    expect(empty.error).toMatchObject({ field: 'amount' })
  })

  it('takes the currency of the account’s region and no other', async () => {
    const abroad = await openInstance({ country: 'MY' })
    try {
      const there = await openRest(abroad)
      const { status, body } = await there.post('/v1/orders', {
        amount: 10_000,
        currency: 'MYR',
        payment_capture: true,
      })
      expect({ status, currency: body.currency }).toEqual({ status: 201, currency: 'MYR' })
      expect((await there.post('/v1/orders', { amount: 10_000, currency: 'INR' })).error).toMatchObject({
        field: 'currency',
      })
      const payment = await shopOf(there, abroad).pay(body)
      expect(payment).toMatchObject({ currency: 'MYR', status: 'captured' })
      expect((await there.post(`/v1/payments/${payment.id}/refund`, { amount: 9000 })).body).toMatchObject({
        currency: 'MYR',
        amount: 9000,
      })
      expect(await abroad.violations()).toEqual([])
    } finally {
      await openRest(instance)
      await abroad.close()
    }
  })
})

describe('states of an order', () => {
  it('stays created until a payment is tried, is attempted then, and paid once one is captured', async () => {
    const order = await shop.order()
    expect(order).toMatchObject({ status: 'created', attempts: 0 })
    await shop.attempt(order, cardOf('4100280000060003'))
    expect(await shop.fetch(order.id)).toMatchObject({
      status: 'attempted',
      attempts: 1,
      amount_paid: 0,
      amount_due: 10_000,
    })
    const payment = await shop.pay(order)
    expect(await shop.fetch(order.id)).toMatchObject({
      status: 'attempted',
      attempts: 2,
      amount_paid: 0,
      amount_due: 10_000,
    })
    await shop.capture(payment)
    expect(await shop.fetch(order.id)).toMatchObject({
      status: 'paid',
      attempts: 2,
      amount_paid: 10_000,
      amount_due: 0,
    })
    await shop.refund(payment)
    await instance.pass(60)
    expect(await shop.fetch(payment.id)).toMatchObject({ status: 'refunded' })
    expect(await shop.fetch(order.id)).toMatchObject({
      status: 'paid',
      attempts: 2,
      amount_paid: 10_000,
      amount_due: 0,
    })
  })

  it('takes no attempt while a payment is authorized, and none after it is paid', async () => {
    const order = await shop.order()
    const payment = await shop.pay(order)
    const during = await shop.attempt(order)
    expect([during.status, during.error.reason, during.error.metadata]).toEqual([
      400,
      'order_has_authorized_payment',
      { order_id: order.id },
    ])
    await shop.capture(payment)
    const after = await shop.attempt(order)
    expect([after.status, after.error.reason, after.error.metadata]).toEqual([
      400,
      'order_already_paid',
      { order_id: order.id },
    ])
    expect(await shop.fetch(order.id)).toMatchObject({ attempts: 1 })
    expect(await shop.count('payments', 'order_id = $1', order.id)).toBe(1)
  })

  it('opens again when the authorized payment expires', async () => {
    const order = await shop.order()
    const first = await shop.pay(order)
    await instance.pass(259_300)
    expect(await shop.fetch(first.id)).toMatchObject({ status: 'refunded', captured: false })
    const second = await shop.pay(order)
    await shop.capture(second)
    expect(await shop.fetch(order.id)).toMatchObject({ status: 'paid', attempts: 2 })
  })

  it.each([
    [9999, 'amount'],
    [10_001, 'amount'],
  ])('takes no attempt of %d', async (amount, field) => {
    const order = await shop.order()
    const { error } = await shop.attempt(order, undefined, { amount })
    expect(error).toMatchObject({ reason: 'order_amount_mismatch', field, step: 'payment_initiation' })
    expect(await shop.fetch(order.id)).toMatchObject({ status: 'created', attempts: 0 })
  })

  it('takes no attempt in another currency', async () => {
    const { error } = await shop.attempt(await shop.order(), undefined, { currency: 'USD' })
    expect(error).toMatchObject({ reason: 'order_currency_mismatch', field: 'currency' })
  })

  it('is paid in parts when it allows them', async () => {
    const order = await shop.order(10_000, {
      partial_payment: true,
      first_payment_min_amount: 2500,
      payment_capture: true,
    })
    expect((await shop.attempt(order, undefined, { amount: 2499 })).error).toMatchObject({
      reason: 'order_amount_mismatch',
      field: 'amount',
    })
    const first = await shop.pay(order, undefined, { amount: 2500 })
    expect(await shop.fetch(order.id)).toMatchObject({
      status: 'attempted',
      amount_paid: 2500,
      amount_due: 7500,
    })
    expect((await shop.attempt(order, undefined, { amount: 7501 })).error).toMatchObject({
      reason: 'order_amount_mismatch',
    })
    await shop.pay(order, upiOf('success'), { amount: 7450 })
    const last = await shop.pay(order, undefined, { amount: 50 })
    expect(await shop.fetch(order.id)).toMatchObject({
      status: 'paid',
      amount_paid: 10_000,
      amount_due: 0,
      attempts: 3,
    })
    expect((await shop.events(order.id)).map(({ event }) => event)).toEqual([
      'payment.authorized',
      'payment.captured',
      'payment.authorized',
      'payment.captured',
      'payment.authorized',
      'payment.captured',
      'order.paid',
    ])
    expect((await shop.refund(first)).status).toBe(201)
    expect((await shop.refund(last)).error).toMatchObject({ reason: 'refund_amount_too_small' })
    expect(await shop.fetch(order.id)).toMatchObject({ status: 'paid', amount_paid: 10_000 })
  })

  it('holds one part at a time when parts are captured manually', async () => {
    const order = await shop.order(10_000, { partial_payment: true })
    const first = await shop.pay(order, undefined, { amount: 4000 })
    expect((await shop.attempt(order, undefined, { amount: 6000 })).error).toMatchObject({
      reason: 'order_has_authorized_payment',
    })
    await shop.capture(first)
    const second = await shop.pay(order, undefined, { amount: 6000 })
    await shop.capture(second)
    expect(await shop.fetch(order.id)).toMatchObject({ status: 'paid', amount_paid: 10_000 })
  })
})

describe('changing an order', () => {
  it('replaces its notes as a whole, and nothing else', async () => {
    const order = await shop.order(10_000, { notes: { a: '1', b: '2' } })
    const response = await rest.patch(`/v1/orders/${order.id}`, { notes: { c: '3' } })
    expect([response.status, response.body]).toEqual([200, { ...order, notes: { c: '3' } }])
    expect((await rest.patch(`/v1/orders/${order.id}`, { notes: {} })).body.notes).toEqual([])
    const lines = await shop.lines(order.id)
    expect(lines.map(({ action, details }) => [action, details])).toEqual([
      ['create_order', {}],
      ['update_order', { before: { notes: { a: '1', b: '2' } }, after: { notes: { c: '3' } } }],
      ['update_order', { before: { notes: { c: '3' } }, after: { notes: {} } }],
    ])
  })

  it.each([
    [{}, 'notes'],
    [{ notes: { a: 'b' }, receipt: 'x' }, 'receipt'],
    [{ notes: { a: 'b' }, amount: 1 }, 'amount'],
    [{ notes: null }, 'notes'],
  ])('rejects %j', async (body, field) => {
    const order = await shop.order(10_000, { notes: { a: '1' } })
    expect((await rest.patch(`/v1/orders/${order.id}`, body)).error).toMatchObject({
      reason: 'input_validation_failed',
      field,
    })
    expect(await shop.fetch(order.id)).toEqual(order)
  })
})
