import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fetchOrderForPayer } from '#lib/domain/orders/fetch-for-payer.ts'
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
afterEach(async () => expect(await instance.violations()).toEqual([]))
afterAll(() => instance.close())

const FOREIGN_CARD = '4012888888881881'
const refundOf = async (payment: { id: string }) =>
  (await rest.get(`/v1/payments/${payment.id}/refunds`)).body.items[0]

describe('an order with payment settings', () => {
  it.each([
    ['automatic', 'captured'],
    ['manual', 'authorized'],
  ])('of %s capture has its payment %s', async (capture, status) => {
    const order = await shop.order(5000, { payment: { capture } })
    expect(await shop.pay(order)).toMatchObject({ status })
  })

  it('has its payments captured until its own deadline, and then refunded at its speed', async () => {
    const options = { automatic_expiry_period: '12', manual_expiry_period: 15, refund_speed: 'optimum' }
    const order = await shop.order(5000, { payment: { capture: 'manual', capture_options: options } })
    const payment = await shop.pay(order)
    await instance.pass(15 * 60 - 1)
    expect(await shop.fetch(payment.id)).toMatchObject({ status: 'authorized' })
    await instance.pass(5)
    expect(await shop.fetch(payment.id)).toMatchObject({ status: 'refunded', captured: false })
    expect(await refundOf(payment)).toMatchObject({ amount: 5000, speed_requested: 'optimum' })
    expect(await shop.pay(order)).toMatchObject({ status: 'authorized' })
  })

  it('has a refund of normal speed where an instant one is not possible', async () => {
    const capture_options = { manual_expiry_period: 12, refund_speed: 'optimum' }
    const order = await shop.order(5000, { payment: { capture: 'manual', capture_options } })
    const payment = await shop.pay(order, cardOf(FOREIGN_CARD))
    await instance.pass(12 * 60 + 5)
    expect(await refundOf(payment)).toMatchObject({ speed_requested: 'normal' })
  })

  it.each([
    [{ payment: {} }, 'payment.capture'],
    [{ payment: { capture: 'later' } }, 'payment.capture'],
    [{ payment: { capture: 'manual' }, payment_capture: true }, 'payment.capture'],
    [{ payment: { capture: 'automatic' }, payment_capture: 0 }, 'payment.capture'],
    [
      { payment: { capture: 'manual', capture_options: { manual_expiry_period: 11 } } },
      'payment.capture_options.manual_expiry_period',
    ],
    [
      { payment: { capture: 'manual', capture_options: { manual_expiry_period: 7201 } } },
      'payment.capture_options.manual_expiry_period',
    ],
    [
      {
        payment: {
          capture: 'automatic',
          capture_options: { automatic_expiry_period: 20, manual_expiry_period: 19 },
        },
      },
      'payment.capture_options.manual_expiry_period',
    ],
    [{ payment: { capture: 'manual', speed: 'normal' } }, 'payment.speed'],
    [{ method: 'cash' }, 'method'],
  ])('is rejected for %j', async (more, field) => {
    const { status, error } = await rest.post('/v1/orders', { amount: 100, currency: 'INR', ...more })
    expect([status, error]).toMatchObject([400, { reason: 'input_validation_failed', field }])
  })
})

describe('an order with a method', () => {
  it('is paid by no other, and offered to the payer so', async () => {
    const order = await shop.order(5000, { method: 'upi', app_offer: true })
    expect(order).toMatchObject({ method: 'upi' })
    const refused = await shop.attempt(order)
    expect([refused.status, refused.error.field]).toEqual([400, 'method'])
    expect(await shop.fetch(order.id)).toMatchObject({ status: 'created', attempts: 0 })
    expect(await instance.run(fetchOrderForPayer, { id: order.id })).toMatchObject({
      method: 'upi',
      own_wallet: false,
    })
    expect(await shop.pay(order, upiOf('success'))).toMatchObject({ status: 'authorized' })
  })
})

describe('features that do not exist here', () => {
  const ID = 'NfLw3gQ81xRt0a'
  it.each([
    ['/v1/orders', { amount: 100, currency: 'INR', offer_id: 'offer_1' }, 'offer_id'],
    ['/v1/orders', { amount: 100, currency: 'INR', token: { max_amount: 1 } }, 'token'],
    ['/v1/orders', { amount: 100, currency: 'INR', transfers: [{ account: 'acc_1' }] }, 'transfers'],
    ['/v1/orders', { amount: 100, currency: 'INR', line_items: [{ sku: 'a' }] }, 'line_items'],
    ['/v1/orders', { amount: 100, currency: 'INR', method: 'emandate' }, 'method'],
    ['/v1/payments/create/json', { method: 'paylater' }, 'method'],
    ['/v1/payments/create/json', { save: 1 }, 'save'],
    ['/v1/payments/create/upi', { token: 'token_1' }, 'token'],
    [`/v1/payments/pay_${ID}/transfers`, { transfers: [{ account: 'acc_1' }] }, 'transfers.0.account'],
    ['/v1/transfers', { account: 'acc_1', amount: 100, currency: 'INR' }, 'account'],
    [`/v1/payments/pay_${ID}/refund`, { reverse_all: 1 }, 'reverse_all'],
    ['/v1/fund_accounts', { contact_id: 'cont_1', account_type: 'vpa' }, 'contact_id'],
  ])('%s rejects %j by name, and leaves nothing behind', async (path, body, field) => {
    const before = await shop.count('orders')
    const { status, error } = await rest.post(path, body)
    expect([status, error]).toMatchObject([400, { reason: 'feature_not_supported', field }])
    expect(await shop.count('orders')).toBe(before)
  })

  it('are not asked for by a payment that is not to be saved', async () => {
    expect(await shop.pay(await shop.order(), undefined, { save: 0 })).toMatchObject({ status: 'authorized' })
  })

  it('are ignored where a client says that it wants none of them', async () => {
    const none = { offer_id: null, transfers: [], rto_review: false, line_items_total: 0 }
    const { status, body } = await rest.post('/v1/orders', { amount: 100, currency: 'INR', ...none })
    expect([status, body]).toMatchObject([201, { offer_id: null }])
  })
})
