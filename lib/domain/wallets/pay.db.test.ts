import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Body } from '#lib/testing/shop.ts'
import { errorOf, ok, openWalletInstance, type WalletInstance } from '#lib/testing/wallet-instance.ts'
import { paymentSignature } from '#lib/values/signature.ts'

let instance: WalletInstance['instance']
let rest: WalletInstance['rest']
let shop: WalletInstance['shop']
let customer: WalletInstance['customer']
let give: WalletInstance['give']
let balanceOf: WalletInstance['balanceOf']
let statementOf: WalletInstance['statementOf']
let holder: WalletInstance['holder']
let payFrom: WalletInstance['payFrom']
beforeAll(async () => {
  ;({ instance, rest, shop, customer, give, balanceOf, statementOf, holder, payFrom } =
    await openWalletInstance())
})
afterAll(() => instance.close())
afterEach(async () => expect(await instance.violations()).toEqual([]))

describe('a payment from a wallet', () => {
  it('is signed, held until the capture, and refunded to the wallet at once', async () => {
    const who = await holder(50_000)
    const order = await shop.order(30_000)
    const response = ok(await payFrom(who, order))
    expect(response).toEqual({
      service_payment_id: expect.stringMatching(/^pay_/),
      service_order_id: order.id,
      service_signature: paymentSignature(order.id, response.service_payment_id, instance.key.secret),
    })
    const id = response.service_payment_id
    expect(await shop.fetch(id)).toMatchObject({
      status: 'authorized',
      method: 'wallet',
      wallet: 'openwallet',
      customer_id: who.id,
      captured: false,
    })
    expect((await balanceOf(who.id)).balance).toBe(20_000)
    const before = await instance.balance()
    const captured = ok(await rest.post(`/v1/payments/${id}/capture`, { amount: 30_000 }), 200)
    expect(captured).toMatchObject({ status: 'captured', fee: 708, tax: 108 })
    expect(await instance.balance()).toBe(before + 30_000 - 708)
    expect((await shop.fetch(order.id)).status).toBe('paid')

    const refund = ok(
      await rest.post(`/v1/payments/${id}/refund`, { amount: 10_000, notes: { description: 'Back' } }),
    )
    expect(refund).toMatchObject({ status: 'processed', speed_processed: 'instant', acquirer_data: [] })
    expect((await balanceOf(who.id)).balance).toBe(30_000)
    const [newest] = (await statementOf(who.id, '?count=1')).items
    expect(newest).toMatchObject({
      type: 'refund',
      source: refund.id,
      credit: 10_000,
      balance: 30_000,
      description: 'Back',
    })
    ok(await rest.post(`/v1/payments/${id}/refund`, { speed: 'optimum' }))
    expect((await balanceOf(who.id)).balance).toBe(50_000)
    expect(await shop.fetch(id)).toMatchObject({ status: 'refunded', refund_status: 'full' })
  })

  it('is captured at once when the order says so, and is refunded when it is not captured in time', async () => {
    const who = await holder(50_000)
    const at_once = await shop.order(10_000, { payment_capture: true })
    const { service_payment_id } = ok(await payFrom(who, at_once))
    expect((await shop.fetch(service_payment_id)).status).toBe('captured')
    const left = await shop.order(10_000)
    const other = ok(await payFrom(who, left)).service_payment_id
    expect((await balanceOf(who.id)).balance).toBe(30_000)
    await instance.pass(259_300)
    expect(await shop.fetch(other)).toMatchObject({ status: 'refunded', captured: false })
    expect((await balanceOf(who.id)).balance).toBe(40_000)
  })

  it('that the wallet cannot bear is on record, counts as an attempt, and leaves the order to be paid', async () => {
    const who = await holder(5000)
    const order = await shop.order(6000)
    const response = await payFrom(who, order)
    expect(errorOf(response)).toEqual([400, 'insufficient_funds', undefined])
    expect(response.error).toMatchObject({ source: 'customer', step: 'payment_authorization' })
    expect(await shop.fetch(response.error.metadata.payment_id ?? '')).toMatchObject({
      status: 'failed',
      error_reason: 'insufficient_funds',
      order_id: order.id,
    })
    expect(await shop.fetch(order.id)).toMatchObject({ status: 'attempted', attempts: 1 })
    ok(await give(who.id, 1000))
    ok(await payFrom(who, order))
    expect(await shop.fetch(order.id)).toMatchObject({ attempts: 2 })
    expect(errorOf(await payFrom(who, order)).slice(0, 2)).toEqual([400, 'order_has_authorized_payment'])
    const none = await customer()
    expect(errorOf(await payFrom(none, await shop.order(100)))).toEqual([
      400,
      'insufficient_funds',
      undefined,
    ])
  })

  it('needs its order, its customer, its method and INR', async () => {
    const who = await holder(5000)
    const order = await shop.order(1000)
    for (const [more, field] of [
      [{ method: 'card' }, 'method'],
      [{ wallet: 'paytm' }, 'wallet'],
      [{ currency: 'USD' }, 'currency'],
      [{ order_id: 'order_NfLw3gQ81xRt0a' }, 'order_id'],
      [{ customer_id: 'cust_NfLw3gQ81xRt0a' }, 'customer_id'],
      [{ contact: undefined }, 'contact'],
      [{ email: undefined }, 'email'],
    ] as const) {
      const response = await payFrom(who, order, more)
      expect([response.status, response.error.field], JSON.stringify(more)).toEqual([400, field])
    }
    expect(errorOf(await payFrom(who, order, { amount: 999 })).slice(0, 2)).toEqual([
      400,
      'order_amount_mismatch',
    ])
    const theirs = await shop.order(1000, { customer_id: (await customer()).id })
    expect(errorOf(await payFrom(who, theirs))).toEqual([400, 'order_customer_mismatch', 'customer_id'])
    expect(await shop.fetch(order.id)).toMatchObject({ attempts: 0 })
  })

  it('is made once for one idempotency key, and one of many at once', async () => {
    const who = await holder(50_000)
    const order = await shop.order(1000)
    const same = await Promise.all(
      Array.from({ length: 10 }, () => payFrom(who, order, {}, { idempotencyKey: `wallet-${order.id}` })),
    )
    const texts = new Set(same.filter(({ status }) => status === 201).map(({ text }) => text))
    expect(texts.size).toBe(1)
    const contested = await shop.order(1000)
    const many = await Promise.all(Array.from({ length: 10 }, () => payFrom(who, contested)))
    expect(many.filter(({ status }) => status === 201)).toHaveLength(1)
    expect((await balanceOf(who.id)).balance).toBe(48_000)
  })

  it('a hundred at once spend what there is and no more, each with the true balance after it', async () => {
    const who = await holder(20_000)
    const orders = await Promise.all(Array.from({ length: 100 }, () => shop.order(1000)))
    const responses = await Promise.all(orders.map((order) => payFrom(who, order)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(responses.filter(({ status }) => status >= 500)).toEqual([])
    const { items } = await statementOf(who.id, '?count=100')
    expect(items.map(({ balance }: Body) => balance)).toEqual(
      Array.from({ length: 21 }, (_, index) => index * 1000),
    )
  })
})
