import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Instance, openInstance, payer } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { type Body, cardOf, type Shop, shopOf, upiOf } from '#lib/testing/shop.ts'

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

describe('lists of payments', () => {
  let listed: Body[]
  let start: number
  beforeAll(async () => {
    await instance.pass(5)
    start = instance.now()
    listed = []
    const ways = [cardOf('4100280000001007'), upiOf('success'), { method: 'netbanking', bank: 'HDFC' }]
    for (let index = 0; index < 12; index += 1) {
      const order = await shop.order(1000 + index * 100, { payment_capture: index % 2 === 0 })
      const more = {
        email: `payer${index % 4}@example.com`,
        contact: index % 3 === 0 ? '+919812345678' : payer.contact,
      }
      const {
        service_payment_id: _p,
        service_order_id: _o,
        service_signature: _s,
        ...payment
      } = await shop.pay(order, ways[index % 3], more)
      listed.unshift(payment)
      if (index % 3 === 2) await instance.pass(1)
    }
  })

  const list = async (query: string) =>
    (await rest.get(`/v1/payments?from=${start}&count=100&${query}`)).body.items
  const where = (test: (payment: Body) => boolean) => listed.filter(test)

  it('are collections, newest first, ten at a time, and can be skipped through', async () => {
    const { body } = await rest.get(`/v1/payments?from=${start}`)
    expect(body).toEqual({ entity: 'collection', count: 10, items: listed.slice(0, 10) })
    expect((await rest.get(`/v1/payments?from=${start}&skip=10&count=5`)).body).toEqual({
      entity: 'collection',
      count: 2,
      items: listed.slice(10),
    })
    expect(
      (await rest.get(`/v1/payments?from=${start}&count=5&starting_after=${listed[3].id}`)).body.items,
    ).toEqual(listed.slice(4, 9))
    expect(
      (await rest.get(`/v1/payments?from=${start}&count=2&ending_before=${listed[3].id}`)).body.items,
    ).toEqual(listed.slice(1, 3))
  })

  it('can be filtered by the parameters of the API', async () => {
    expect(await list('status=captured')).toEqual(where(({ status }) => status === 'captured'))
    expect(await list('method=upi')).toEqual(where(({ method }) => method === 'upi'))
    expect(await list('email=payer2@example.com')).toEqual(
      where(({ email }) => email === 'payer2@example.com'),
    )
    expect(await list('contact=9812345678')).toEqual(where(({ contact }) => contact === '+919812345678'))
    expect(await list(`contact=${encodeURIComponent('+91 98123 45678')}`)).toEqual(
      where(({ contact }) => contact === '+919812345678'),
    )
    expect(await list(`order_id=${listed[4].order_id}`)).toEqual([listed[4]])
    expect(await list('customer_id=cust_NfLw3gQ81xRt0a')).toEqual([])
    expect(await list('amount[gte]=1300&amount[lte]=1500')).toEqual(
      where(({ amount }) => amount >= 1300 && amount <= 1500),
    )
    expect(await list('amount[gte]=1900')).toEqual(where(({ amount }) => amount >= 1900))
    expect(await list('amount[lte]=1000')).toEqual(where(({ amount }) => amount <= 1000))
    expect(await list('status=captured&method=card&amount[gte]=1100')).toEqual(
      where(({ status, method, amount }) => status === 'captured' && method === 'card' && amount >= 1100),
    )
  })

  it.each([
    ['status=paid', 'status'],
    ['method=cash', 'method'],
    ['amount=100', 'amount'],
    ['amount[gt]=1', 'amount.gt'],
    ['amount[gte]=x', 'amount.gte'],
    ['amount[gte]=-1', 'amount.gte'],
    ['order_id=x', 'order_id'],
    ['customer_id=x', 'customer_id'],
    [`email=${'x'.repeat(65)}`, 'email'],
    [`contact=${'1'.repeat(21)}`, 'contact'],
    ['expand[]=invoice', 'expand.0'],
    ['count=1e2', 'count'],
  ])('reject ?%s', async (query, field) => {
    const { status, error } = await rest.get(`/v1/payments?${query}`)
    expect([status, error.field]).toEqual([400, field])
  })

  it('of transfers of a payment are empty where there is no wallet', async () => {
    expect((await rest.get(`/v1/payments/${listed[0].id}/transfers`)).body).toEqual({
      entity: 'collection',
      count: 0,
      items: [],
    })
  })
})
