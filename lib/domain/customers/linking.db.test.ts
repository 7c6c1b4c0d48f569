import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchOrderForPayer } from '#lib/domain/orders/fetch-for-payer.ts'
import { beginPayment } from '#lib/domain/payments/begin.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { goodCard, type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { type Body, type Shop, shopOf } from '#lib/testing/shop.ts'

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

let serial = 0
const pair = () => {
  serial += 1
  return { email: `link.${serial}@example.com`, contact: `+9198766${String(serial).padStart(5, '0')}` }
}
const customer = async (json: object): Promise<Body> => (await rest.post('/v1/customers', json)).body

describe('a payment', () => {
  it('is linked to the customer with its e-mail and contact, in any spelling', async () => {
    const of = pair()
    const { id } = await customer({ name: 'Matched', ...of })
    const payment = await shop.pay(await shop.order(), undefined, {
      email: of.email.toUpperCase(),
      contact: of.contact.slice(3),
    })
    expect(payment.customer_id).toBe(id)
    expect(payment.email).toBe(of.email.toUpperCase())
    expect((await rest.get(`/v1/payments?customer_id=${id}`)).body.items).toMatchObject([{ id: payment.id }])
    const events = await shop.rows(
      'SELECT event FROM events WHERE customer_id = $1 AND payment_id = $2',
      id,
      payment.id,
    )
    expect(events).toEqual([{ event: 'payment.authorized' }])
  })

  it('is not linked to a customer with only one of the two', async () => {
    const of = pair()
    await customer({ email: of.email })
    await customer({ contact: of.contact })
    expect((await shop.pay(await shop.order(), undefined, of)).customer_id).toBeNull()
  })

  it('is linked to whom it names, whatever e-mail and contact it has', async () => {
    const { id } = await customer({ name: 'Named one' })
    const payment = await shop.pay(await shop.order(), undefined, { ...pair(), customer_id: id })
    expect(payment.customer_id).toBe(id)
  })

  it("is linked to its order's customer, though its e-mail and contact are another's", async () => {
    const { id } = await customer({ name: 'Of the order' })
    const other = pair()
    await customer(other)
    const order = await shop.order(10_000, { customer_id: id })
    expect((await shop.pay(order, undefined, other)).customer_id).toBe(id)
    expect(
      (
        await shop.pay(await shop.order(10_000, { customer_id: id }), undefined, {
          ...other,
          customer_id: id,
        })
      ).customer_id,
    ).toBe(id)
  })

  it("is rejected for another customer than its order's, and leaves no attempt", async () => {
    const [one, another] = [await customer({ name: 'The one' }), await customer({ name: 'Another' })]
    const order = await shop.order(10_000, { customer_id: one.id })
    const { status, error } = await shop.attempt(order, undefined, { customer_id: another.id })
    expect([status, error.reason, error.field]).toEqual([400, 'input_validation_failed', 'customer_id'])
    expect(await shop.fetch(order.id)).toMatchObject({ attempts: 0, status: 'created' })
  })

  it.each([
    ['unknown', 'cust_00000000000000', 'record_not_found'],
    ['malformed', 'cust_1', 'input_validation_failed'],
  ])('is rejected for an %s customer, as is an order', async (_, customer_id, reason) => {
    const order = await shop.order()
    const payment = await shop.attempt(order, undefined, { customer_id })
    const another = await rest.post('/v1/orders', { amount: 100, currency: 'INR', customer_id })
    for (const { status, error } of [payment, another])
      expect([status, error.reason, error.field]).toEqual([400, reason, 'customer_id'])
    expect(await shop.fetch(order.id)).toMatchObject({ attempts: 0 })
  })

  it('and its customer may be made at once: both succeed, and the next one is linked', async () => {
    for (let round = 0; round < 6; round += 1) {
      const of = pair()
      const order = await shop.order()
      const [made, paid] = await Promise.all([
        rest.post('/v1/customers', of),
        shop.attempt(order, undefined, of),
      ])
      expect([made.status, paid.status]).toEqual([201, 201])
      expect([null, made.body.id]).toContain(paid.body.customer_id)
      expect((await shop.pay(await shop.order(), undefined, of)).customer_id).toBe(made.body.id)
    }
  })

  it('stays linked when the customer gives the pair up', async () => {
    const of = pair()
    const { id } = await customer(of)
    const payment = await shop.pay(await shop.order(), undefined, of)
    await rest.call('PUT', `/v1/customers/${id}`, { json: { name: 'Somebody else now' } })
    expect((await shop.fetch(payment.id)).customer_id).toBe(id)
    expect((await shop.pay(await shop.order(), undefined, of)).customer_id).toBeNull()
  })
})

describe('the checkout of an order of a customer', () => {
  const asPayer = (id: string): Actor => ({
    ...instance.actor,
    kind: 'payer',
    id,
    name: 'Payer',
    permissions: new Set(['orders:read', 'payments:create']),
  })
  const begin = (order_id: string, said: object = {}) =>
    instance.run(
      beginPayment,
      { order_id, amount: 10_000, currency: 'INR', method: 'card', card: goodCard, ...said },
      undefined,
      asPayer(order_id),
    )
  const shownTo = (id: string) => instance.run(fetchOrderForPayer, { id }, undefined, asPayer(id))

  it('shows what is known masked, and uses it for what the payer leaves out', async () => {
    const known = { email: 'asha.rao@example.com', contact: '+919876512210' }
    const { id } = await customer({ name: 'Asha Rao', ...known })
    const order = await shop.order(10_000, { customer_id: id })
    const expected = await shownTo(order.id)
    expect(expected.customer).toEqual({ email: 'a•••@example.com', contact: '+91 ••••• ••210' })
    expect(JSON.stringify(expected)).not.toMatch(/asha\.rao|98765|Asha Rao|cust_/)
    expect(await begin(order.id)).toMatchObject({ ...known, customer_id: id })
  })

  it('takes what the payer says instead, each by itself', async () => {
    const known = { email: 'known@example.com', contact: '+919876512211' }
    const { id } = await customer(known)
    const first = await shop.order(10_000, { customer_id: id })
    expect(await begin(first.id, { email: 'other@example.com' })).toMatchObject({
      email: 'other@example.com',
      contact: known.contact,
      customer_id: id,
    })
    const second = await shop.order(10_000, { customer_id: id })
    expect(await begin(second.id, { contact: '9876512299' })).toMatchObject({
      email: known.email,
      contact: '+919876512299',
      customer_id: id,
    })
  })

  it('asks for what is not known, and begins nothing without it', async () => {
    const { id } = await customer({ email: 'without@example.com' })
    const order = await shop.order(10_000, { customer_id: id })
    expect((await shownTo(order.id)).customer).toEqual({ email: 'w•••@example.com', contact: null })
    await expect(begin(order.id)).rejects.toMatchObject({
      reason: 'input_validation_failed',
      field: 'contact',
    })
    expect(await shop.fetch(order.id)).toMatchObject({ attempts: 0 })
    expect(await begin(order.id, { contact: '9876512212' })).toMatchObject({ email: 'without@example.com' })
  })

  it('without a customer shows none, and needs both', async () => {
    const order = await shop.order()
    expect((await shownTo(order.id)).customer).toBeNull()
    await expect(begin(order.id, { contact: '9876512212' })).rejects.toMatchObject({ field: 'email' })
  })

  it('is of the page alone: the API requires both', async () => {
    const { id } = await customer({ ...pair() })
    const order = await shop.order(10_000, { customer_id: id })
    const { error } = await shop.attempt(order, undefined, { email: undefined })
    expect([error.reason, error.field]).toEqual(['input_validation_failed', 'email'])
  })
})
