import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder } from '#lib/domain/orders/create.ts'
import { fetchOrderForPayer } from '#lib/domain/orders/fetch-for-payer.ts'
import { beginPayment } from '#lib/domain/payments/begin.ts'
import { confirmPayment } from '#lib/domain/payments/confirm.ts'
import { followPayment, returnPayer } from '#lib/domain/payments/fetch-for-payer.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { goodCard, type Instance, openInstance, payer } from '#lib/testing/instance.ts'
import { paymentSignature } from '#lib/values/signature.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(() => instance.close())

/** The actor of the checkout page: it can read its order and pay it, nothing else. */
const asPayer = (orderId: string): Actor => ({
  ...instance.actor,
  kind: 'payer',
  id: orderId,
  name: 'Payer',
  permissions: new Set(['orders:read', 'payments:create']),
})

const order = (more: object = {}) =>
  instance.run(createOrder, {
    amount: 125_000,
    currency: 'INR',
    payment_capture: true,
    notes: { cost: 'secret' },
    ...more,
  })

describe('an order for its payer', () => {
  it('shows no notes, and what may be paid', async () => {
    const made = await order({ partial_payment: true, first_payment_min_amount: 50_000 })
    const found = await instance.run(fetchOrderForPayer, { id: made.id }, undefined, asPayer(made.id))
    expect(found).toMatchObject({
      amount_due: 125_000,
      amount_least: 50_000,
      payable: true,
      settled_by: null,
      open: null,
      mode: 'test',
    })
    expect(JSON.stringify(found)).not.toContain('secret')
  })

  it('cannot be paid in live mode without an acquirer', async () => {
    const made = await order()
    const live = { ...asPayer(made.id), account: { ...instance.actor.account, mode: 'live' as const } }
    expect(await instance.run(fetchOrderForPayer, { id: made.id }, undefined, live)).toMatchObject({
      payable: false,
    })
  })
})

describe('a payment for its payer', () => {
  it('asks for a password, counts wrong ones, and ends with a signed return', async () => {
    const { id } = await order({ callback_url: 'https://shop.example/back' })
    const me = asPayer(id)
    const begun = await instance.run(
      beginPayment,
      { ...payer, order_id: id, amount: 125_000, method: 'card', card: goodCard },
      undefined,
      me,
    )
    const follow = () => instance.run(followPayment, { id: begun.id, order_id: id }, undefined, me)
    expect(await follow()).toMatchObject({
      status: 'created',
      waits_for: 'otp',
      tries_left: null,
      card: { last4: '1007' },
    })
    expect(await instance.run(fetchOrderForPayer, { id }, undefined, me)).toMatchObject({
      open: { id: begun.id, method: 'card' },
    })
    await expect(
      instance.run(confirmPayment, { id: begun.id, order_id: id, response: { otp: '12' } }, undefined, me),
    ).rejects.toThrow('2 attempts left')
    expect(await follow()).toMatchObject({ waits_for: 'otp', tries_left: 2 })
    await expect(
      instance.run(returnPayer, { id: begun.id, order_id: id }, undefined, me),
    ).rejects.toMatchObject({
      reason: 'payment_not_authorized',
    })
    await instance.run(
      confirmPayment,
      { id: begun.id, order_id: id, response: { otp: '123456' } },
      undefined,
      me,
    )
    expect(await follow()).toMatchObject({ status: 'captured', waits_for: null })
    expect(await instance.run(fetchOrderForPayer, { id }, undefined, me)).toMatchObject({
      settled_by: { id: begun.id },
      open: null,
    })
    expect(await instance.run(returnPayer, { id: begun.id, order_id: id }, undefined, me)).toEqual({
      callback_url: 'https://shop.example/back',
      service_payment_id: begun.id,
      service_order_id: id,
      service_signature: paymentSignature(id, begun.id, instance.key.secret),
    })
  })

  it('records what the bank decided without being told, and hides the UPI id', async () => {
    const { id } = await order()
    const me = asPayer(id)
    const begun = await instance.run(
      beginPayment,
      { ...payer, order_id: id, amount: 125_000, method: 'upi', vpa: 'pending@upi' },
      undefined,
      me,
    )
    const follow = () => instance.run(followPayment, { id: begun.id, order_id: id }, undefined, me)
    expect(await follow()).toMatchObject({ waits_for: 'bank', vpa: 'pe…@upi' })
    instance.jobs.length = 0
    await instance.pass(60)
    expect(await follow()).toMatchObject({ status: 'captured', waits_for: null })
  })

  it('is not found under another order', async () => {
    const [one, other] = [await order(), await order()]
    const begun = await instance.run(
      beginPayment,
      { ...payer, order_id: one.id, amount: 125_000, method: 'upi', vpa: 'asha@upi' },
      undefined,
      asPayer(one.id),
    )
    const stray = instance.run(
      followPayment,
      { id: begun.id, order_id: other.id },
      undefined,
      asPayer(other.id),
    )
    await expect(stray).rejects.toMatchObject({ reason: 'record_not_found' })
  })
})
