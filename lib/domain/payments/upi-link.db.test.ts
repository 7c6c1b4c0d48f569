import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder } from '#lib/domain/orders/create.ts'
import { fetchOrderForPayer } from '#lib/domain/orders/fetch-for-payer.ts'
import { beginPayment } from '#lib/domain/payments/begin.ts'
import { confirmPayment } from '#lib/domain/payments/confirm.ts'
import { followPayment } from '#lib/domain/payments/fetch-for-payer.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type Instance, openInstance, payer } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { type Shop, shopOf } from '#lib/testing/shop.ts'
import { MINUTE } from '#lib/values/time.ts'

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

const LINK = /^upi:\/\/pay\?pa=counterfoil%40testbank&pn=.+&tr=bop\w+&am=1250\.00&cu=INR$/

/** A payment by a UPI link on the checkout page, and what its payer can do. */
async function begun(more: object = { payment_capture: true }) {
  const { id: order_id } = await instance.run(createOrder, { amount: 125_000, currency: 'INR', ...more })
  const me: Actor = {
    ...instance.actor,
    kind: 'payer',
    id: order_id,
    name: 'Payer',
    permissions: new Set(['orders:read', 'payments:create']),
  }
  const input = { ...payer, order_id, amount: 125_000, method: 'upi', upi: { flow: 'intent' } } as const
  const { id, next } = await instance.run(beginPayment, input, undefined, me)
  const reply = (approved: boolean) =>
    instance.run(confirmPayment, { id, order_id, response: { approved } }, undefined, me)
  return {
    id,
    order_id,
    next,
    me,
    reply,
    follow: () => instance.run(followPayment, { id, order_id }, undefined, me),
  }
}

describe('a payment by a UPI link on the checkout page', () => {
  it('is offered where the acquirer has links, in rupees', async () => {
    const { order_id, me } = await begun()
    const offered = (actor: Actor) => instance.run(fetchOrderForPayer, { id: order_id }, undefined, actor)
    expect(await offered(me)).toMatchObject({ payable: true, upi_link: true })
    const live = { ...me, account: { ...me.account, mode: 'live' as const } }
    expect(await offered(live)).toMatchObject({ payable: false, upi_link: false })
  })

  it('waits with its link and without a UPI ID, and gets both ID and reference with the payment', async () => {
    const { id, next, follow, reply } = await begun()
    expect(next).toBe('intent')
    expect(await follow()).toMatchObject({
      status: 'created',
      waits_for: 'intent',
      vpa: null,
      upi_link: expect.stringMatching(LINK),
    })
    expect(await shop.fetch(id)).toMatchObject({ status: 'created', method: 'upi', vpa: null, upi: null })
    await reply(true)
    expect(await follow()).toMatchObject({
      status: 'captured',
      waits_for: null,
      upi_link: null,
      vpa: 'as…@testbank',
    })
    expect(await shop.fetch(id)).toMatchObject({
      status: 'captured',
      vpa: 'asha@testbank',
      upi: { vpa: 'asha@testbank' },
      acquirer_data: { rrn: expect.stringMatching(/^\d{12}$/) },
    })
  })

  it('is declined in the app, and paid only once however often the app says so', async () => {
    const declined = await begun()
    await declined.reply(false)
    expect(await declined.follow()).toMatchObject({ status: 'failed', error_reason: 'payment_cancelled' })
    const paid = await begun()
    await Promise.allSettled(Array.from({ length: 4 }, () => paid.reply(true)))
    expect(await paid.follow()).toMatchObject({ status: 'captured' })
    expect((await shop.events(paid.id)).map(({ event }) => event)).toEqual([
      'payment.authorized',
      'payment.captured',
      'order.paid',
    ])
  })

  it('times out when no one pays, and not before the bank says so', async () => {
    const { id, follow } = await begun()
    await instance.pass(5 * MINUTE)
    expect(await shop.fetch(id)).toMatchObject({ status: 'created' })
    expect(await follow()).toMatchObject({ waits_for: 'intent' })
    await instance.pass(30 * MINUTE)
    expect(await shop.fetch(id)).toMatchObject({ status: 'failed', error_reason: 'payment_timed_out' })
  })
})

describe.each(['upi', 'json'])('POST /v1/payments/create/%s with the flow intent', (path) => {
  const create = (order: { id: string }, upi: object, more: object = {}) =>
    rest.post(`/v1/payments/create/${path}`, {
      amount: 125_000,
      currency: 'INR',
      order_id: order.id,
      method: 'upi',
      upi,
      email: payer.email,
      contact: payer.contact,
      ...more,
    })

  it('returns the link and no signature, since nothing is paid yet; then the test app pays', async () => {
    const order = await shop.order(125_000)
    const { status, body } = await create(order, { flow: 'intent' })
    expect([status, body]).toMatchObject([
      201,
      { status: 'created', vpa: null, link: expect.stringMatching(LINK), service_payment_id: body.id },
    ])
    expect(body).not.toHaveProperty('service_signature')
    await instance.pass(40)
    expect(await shop.fetch(body.id)).toMatchObject({ status: 'authorized', vpa: 'asha@testbank' })
  })

  it('takes a UPI ID as tool servers send it', async () => {
    const { status, body } = await create(await shop.order(125_000), {
      flow: 'collect',
      expiry_time: '6',
      vpa: 'success@upi',
    })
    expect([status, body]).toMatchObject([201, { status: 'authorized', upi: { vpa: 'success@upi' } }])
    expect(body.service_signature).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each([
    [{ flow: 'intent', vpa: 'asha@upi' }, 'vpa'],
    [{ flow: 'collect' }, 'vpa'],
    [{}, 'vpa'],
  ])('does not take %j', async (upi, field) => {
    const { status, body } = await create(await shop.order(125_000), upi)
    expect([status, body.error.field]).toEqual([400, field])
  })
})
