import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder } from '#lib/domain/orders/create.ts'
import { getOrderDetails } from '#lib/domain/orders/fetch.ts'
import { exportOrders, listOrdersForDashboard } from '#lib/domain/orders/list.ts'
import { createPayment } from '#lib/domain/payments/create.ts'
import { goodCard, type Instance, openInstance, payer } from '#lib/testing/instance.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(() => instance.close())

const create = (receipt: string, more: object = {}) =>
  instance.run(createOrder, { amount: 12_500, currency: 'INR', receipt, ...more })
const declined = { ...goodCard, number: '4100280000090000' }
const pay = (order_id: string, card = goodCard) =>
  instance
    .run(createPayment, { ...payer, order_id, amount: 12_500, method: 'card', card })
    .catch(() => undefined)

describe('the list of orders', () => {
  it('finds what is stuck: attempted, quiet for a while, and nothing held', async () => {
    const failed = await create('KS-1', { notes: { shop: 'one' } })
    await pay(failed.id, declined)
    const pending = await create('KS-2')
    await pay(pending.id)
    await create('KS-2')
    const list = async () =>
      (await instance.run(listOrdersForDashboard, { stuck: true })).items.map((order) => order.id)
    expect(await list()).toEqual([])
    await instance.pass(31 * 60)
    expect(await list()).toEqual([failed.id])
    const { tabs } = await instance.run(listOrdersForDashboard, { stuck: true })
    expect(tabs).toEqual({ all: 3, created: 1, attempted: 2, paid: 0, stuck: 1 })
    const { items } = await instance.run(listOrdersForDashboard, {
      failed: true,
      note_key: 'shop',
      note_value: 'one',
    })
    expect(items).toMatchObject([
      { id: failed.id, stuck: true, email: payer.email, same_receipt: 1, attempts: 1 },
    ])
  })

  it('tells which receipts are there more than once', async () => {
    const { items, total, totals } = await instance.run(listOrdersForDashboard, { receipt: 'KS-' })
    expect({ total, totals }).toEqual({
      total: 3,
      totals: [{ currency: 'INR', amounts: { ordered: 37_500n, paid: 0n } }],
    })
    expect(items.map((order) => [order.receipt, order.same_receipt])).toEqual([
      ['KS-2', 2],
      ['KS-2', 2],
      ['KS-1', 1],
    ])
  })

  it('walks through all of them without counting', async () => {
    const first = await instance.run(exportOrders, { count: 2 }, undefined, instance.system)
    const rest = await instance.run(
      exportOrders,
      { count: 2, after: first.items.at(-1)?.id },
      undefined,
      instance.system,
    )
    const all = await instance.run(listOrdersForDashboard, {})
    expect([...first.items, ...rest.items]).toEqual(all.items)
  })
})

it('shows an order with the settings it was created with', async () => {
  const settings = {
    payment_capture: true,
    partial_payment: true,
    first_payment_min_amount: 5_000,
    callback_url: 'https://shop.example/back',
  }
  const order = await create('KS-9', settings)
  expect(await instance.run(getOrderDetails, { id: order.id })).toMatchObject({
    ...settings,
    id: order.id,
    stuck: false,
    last_attempt_at: null,
    link_error: null,
  })
})
