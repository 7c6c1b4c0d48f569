import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  countCustomers,
  fetchCustomerBills,
  fetchCustomerTimeline,
  fetchSimilarCustomers,
  getCustomerDetails,
} from '#lib/domain/customers/fetch.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { listOrdersForDashboard } from '#lib/domain/orders/list.ts'
import { createPayment } from '#lib/domain/payments/create.ts'
import { listPaymentsForDashboard } from '#lib/domain/payments/list.ts'
import { createRefund } from '#lib/domain/refunds/create.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { goodCard, type Instance, openInstance } from '#lib/testing/instance.ts'
import { ROLE_PERMISSIONS } from '#lib/values/permissions.ts'
import { createCustomer } from './create.ts'
import { exportCustomers, listCustomersForDashboard } from './list.ts'
import { previewCustomerUpdate, updateCustomer, updateCustomerIfUnchanged } from './update.ts'

let instance: Instance
const ids: Record<string, string> = {}
const PEOPLE = [
  { name: 'Asha Rao', email: 'Asha@Example.com', contact: '+919876543210' },
  { name: 'asha_rani', email: 'rani@example.com', contact: '+919876543211' },
  { name: 'Ashok', email: null, contact: '+60123456789' },
  { name: null, email: 'lakshmi@example.org', contact: '+6591234567' },
  { name: 'Meera %', email: null, contact: '12345678' },
  { name: 'Walk-in', email: null, contact: null },
] as const

beforeAll(async () => {
  instance = await openInstance()
  for (const person of PEOPLE) {
    const { id } = await instance.run(createCustomer, { ...person })
    ids[person.name ?? person.email ?? ''] = id
    await instance.pass(60)
  }
})
afterAll(() => instance.close())

const idOf = (called: string) => ids[called] ?? ''
const asha = () => idOf('Asha Rao')
const found = async (filters: object) =>
  (await instance.run(listCustomersForDashboard, filters)).items.map(({ name, email }) => name ?? email)

/** A captured payment of an order, with the contacts of the payer. */
async function pay(order: object, more: object = {}) {
  const { id } = await instance.run(createOrder, {
    amount: 10_000,
    currency: 'INR',
    payment_capture: true,
    ...order,
  })
  const from = { email: 'somebody@example.com', contact: '+919812345678' }
  return instance.run(createPayment, {
    order_id: id,
    amount: 10_000,
    currency: 'INR',
    method: 'card',
    card: goodCard,
    ...from,
    ...more,
  })
}

describe('browsing customers', () => {
  it.each([
    ['asha', ['asha_rani', 'Asha Rao']],
    ['ASH', ['Ashok', 'asha_rani', 'Asha Rao']],
    ['asha_', ['asha_rani']],
    ['meera %', ['Meera %']],
    ['rao', []],
    ['asha@example.com', ['Asha Rao']],
    ['Asha@', ['Asha Rao']],
    ['lakshmi', ['lakshmi@example.org']],
    ['98765 43210', ['Asha Rao']],
    ['+919876543211', ['asha_rani']],
    ['919876543211', ['asha_rani']],
    ['012-345 6789', ['Ashok']],
    ['60123456789', ['Ashok']],
    ['9123 4567', ['lakshmi@example.org']],
    ['12345678', ['Meera %']],
    ['cust_00000000000000', []],
    ['%', []],
    ['nobody', []],
  ])('%j finds %j', async (q, names) => {
    expect(await found({ q })).toEqual(names)
  })

  it('finds an id, a country, a time, and counts exactly without a sum', async () => {
    expect(await found({ q: asha() })).toEqual(['Asha Rao'])
    expect(await found({ country: 'IN' })).toEqual(['asha_rani', 'Asha Rao'])
    expect(await found({ country: 'SG' })).toEqual(['lakshmi@example.org'])
    const { items, ...page } = await instance.run(listCustomersForDashboard, { q: 'ash', count: 2 })
    expect(page).toMatchObject({ total: 3, has_newer: false, has_older: true, above: 0, empty: false })
    const from = items[0]?.created_at
    expect(await found({ from })).toEqual(['Walk-in', 'Meera %', 'lakshmi@example.org', 'Ashok'])
    expect(await found({ to: from, q: 'ash' })).toEqual(['Ashok', 'asha_rani', 'Asha Rao'])
  })

  it('pages both ways by the ids at the edges, and walks through all of it', async () => {
    const all = await found({})
    const first = await instance.run(listCustomersForDashboard, { count: 2 })
    const second = await instance.run(listCustomersForDashboard, { count: 2, after: first.items[1]?.id })
    const back = await instance.run(listCustomersForDashboard, { count: 2, before: second.items[0]?.id })
    expect([...first.items, ...second.items].map(({ name, email }) => name ?? email)).toEqual(all.slice(0, 4))
    expect(second).toMatchObject({ above: 2, has_newer: true, has_older: true })
    expect(back.items).toEqual(first.items)
    const exported = await instance.run(exportCustomers, { count: 4 }, undefined, instance.system)
    const rest = await instance.run(
      exportCustomers,
      { count: 4, after: exported.items.at(-1)?.id },
      undefined,
      instance.system,
    )
    expect([...exported.items, ...rest.items].map(({ name, email }) => name ?? email)).toEqual(all)
  })

  it('is read by an index for a name and for an e-mail', async () => {
    await instance.runtime.query(
      `INSERT INTO customers (account_id, id, name, email, identity, search_name, created_at)
       SELECT 'acc_other', 'cust_' || lpad(at::text, 14, '0'), 'Name ' || at, at || '@example.com', at || '@example.com ', 'name ' || at, at
       FROM generate_series(1, 5000) at`,
      [],
    )
    await instance.runtime.query('ANALYZE customers', [])
    for (const [column, index] of [
      ['search_name', 'customers_search_name'],
      ['identity', 'customers_email_prefix'],
    ]) {
      const { rows } = await instance.runtime.query(
        `EXPLAIN SELECT * FROM customers WHERE account_id = 'acc_other' AND ${column} LIKE '4321%'`,
        [],
      )
      expect(JSON.stringify(rows)).toContain(index)
    }
  })
})

describe('a customer that pays', () => {
  it('is counted, added up, and leads to its payments and orders', async () => {
    const mine = await pay({ customer_id: asha() })
    const named = await pay({}, { customer_id: asha() })
    const matched = await pay({}, { email: 'ASHA@example.com', contact: '9876543210' })
    const stranger = await pay({}, { email: 'asha@example.com' })
    expect([mine, named, matched, stranger].map(({ customer_id }) => customer_id)).toEqual([
      asha(),
      asha(),
      asha(),
      null,
    ])
    await instance.run(createRefund, { payment_id: mine.id, amount: 2_500 })
    const failed = { card: { ...goodCard, number: '4100280000080001' }, customer_id: asha() }
    await expect(pay({}, failed)).rejects.toMatchObject({ reason: 'insufficient_funds' })

    expect(await instance.run(getCustomerDetails, { id: asha() })).toMatchObject({
      name: 'Asha Rao',
      country: 'IN',
      payments: 4,
      paid: 30_000n,
      refunded: 2_500n,
      orders: 4,
      bills: 0,
      documents: 0,
      currency: 'INR',
      wallet_possible: true,
      last_payment_at: instance.now(),
      created_by: 'key:test',
    })
    const payments = await instance.run(listPaymentsForDashboard, { customer: asha() })
    expect(payments).toMatchObject({
      total: 4,
      // One of the four failed, so its money was never collected.
      totals: [{ currency: 'INR', amounts: { captured: 30_000n, refunded: 2_500n, authorized: 0n } }],
    })
    expect(new Set(payments.items.map(({ customer_name }) => customer_name))).toEqual(new Set(['Asha Rao']))
    const orders = await instance.run(listOrdersForDashboard, { customer: asha() })
    expect(new Set(orders.items.map(({ id }) => id))).toEqual(
      new Set(payments.items.map(({ order_id }) => order_id)),
    )
    expect(orders.items.map(({ customer_name }) => customer_name)).toEqual(Array(4).fill('Asha Rao'))
    expect(orders.total).toBe(4)
    expect(await found({ paying: true })).toEqual(['Asha Rao'])
    expect(await found({ paying: false })).toHaveLength(PEOPLE.length - 1)
    expect(await instance.run(countCustomers, {})).toEqual({
      total: PEOPLE.length,
      countries: [
        { country: 'IN', count: 2 },
        { country: 'MY', count: 1 },
        { country: 'SG', count: 1 },
      ],
    })
    const [listed] = (await instance.run(listCustomersForDashboard, { q: asha() })).items
    expect(listed).toMatchObject({ payments: 4, last_payment_at: instance.now() })
  })

  it('has no wallet with a number that is no Indian mobile', async () => {
    for (const called of ['Ashok', 'lakshmi@example.org', 'Meera %', 'Walk-in'])
      expect(await instance.run(getCustomerDetails, { id: idOf(called) })).toMatchObject({
        wallet_possible: false,
      })
  })
})

describe('the timeline', () => {
  it('tells what happened to it and its payments, what an edit changed, and who did it', async () => {
    const { id } = await instance.run(createCustomer, { name: 'In time', email: 'time@example.com' })
    await instance.pass(60)
    await instance.run(updateCustomer, { id, name: 'In good time', email: 'time@example.com' })
    await instance.pass(60)
    await instance.run(createCustomer, { email: 'time@example.com', fail_existing: false })
    await instance.pass(60)
    const payment = await pay({ customer_id: id })
    await instance.pass(60)
    await instance.run(createRefund, { payment_id: payment.id })
    const { items } = await instance.run(fetchCustomerTimeline, { id })
    expect(items.map(({ what }) => what)).toEqual([
      'refund.created',
      'order.paid',
      'payment.captured',
      'payment.authorized',
      'customer.repeated',
      'update_customer',
      'customer.created',
    ])
    expect(items.find(({ what }) => what === 'update_customer')?.changes).toEqual({
      name: { from: 'In time', to: 'In good time' },
    })
    expect(new Set(items.map(({ actor_name }) => actor_name))).toEqual(new Set(['test']))
  })

  it('of an unknown customer is missing', async () => {
    const id = 'cust_00000000000000'
    for (const read of [
      () => instance.run(getCustomerDetails, { id }),
      () => instance.run(fetchCustomerTimeline, { id }),
    ])
      await expect(read()).rejects.toMatchObject({ reason: 'record_not_found', status: 404 })
  })
})

describe('an edit of what was seen', () => {
  const expectedOf = (customer: { name: string | null; email: string | null; notes: unknown }) => ({
    name: customer.name,
    email: customer.email,
    contact: null,
    gstin: null,
    notes: Array.isArray(customer.notes) ? {} : (customer.notes as Record<string, string>),
  })

  it('is done while the customer is unchanged, and rejected afterwards', async () => {
    const made = await instance.run(createCustomer, {
      name: 'Seen',
      email: 'seen@example.com',
      notes: { longer: '1', a: '2' },
    })
    const expected = expectedOf(made)
    const edit = { id: made.id, name: 'Seen and saved', email: made.email }
    expect(await instance.run(previewCustomerUpdate, edit)).toEqual({
      changes: {
        name: { from: 'Seen', to: 'Seen and saved' },
        notes: { from: { a: '2', longer: '1' }, to: {} },
      },
    })
    expect((await instance.run(getCustomerDetails, { id: made.id })).name).toBe('Seen')
    await instance.run(updateCustomerIfUnchanged, { ...edit, seen: expected })
    await expect(
      instance.run(updateCustomerIfUnchanged, { ...edit, name: 'Too late', seen: expected }),
    ).rejects.toMatchObject({
      reason: 'customer_changed',
      status: 409,
    })
    expect((await instance.run(getCustomerDetails, { id: made.id })).name).toBe('Seen and saved')
  })

  it('of two at once is done once', async () => {
    const made = await instance.run(createCustomer, { name: 'Both', email: 'both@example.com' })
    const expected = expectedOf(made)
    const results = await Promise.allSettled(
      ['First of both', 'Second of both'].map((name) =>
        instance.run(updateCustomerIfUnchanged, { id: made.id, name, email: made.email, seen: expected }),
      ),
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('is previewed with the error that it would get', async () => {
    await expect(
      instance.run(previewCustomerUpdate, {
        id: idOf('asha_rani'),
        email: 'asha@example.com',
        contact: '9876543210',
      }),
    ).rejects.toMatchObject({ reason: 'customer_already_exists', metadata: { customer_id: asha() } })
    await expect(instance.run(previewCustomerUpdate, { id: asha() })).rejects.toMatchObject({
      reason: 'input_validation_failed',
    })
  })
})

it('warns of customers with the same email or contact, but not of the customer itself', async () => {
  const similar = async (request: object) =>
    (await instance.run(fetchSimilarCustomers, request)).items.map(({ name }) => name)
  expect(await similar({ email: 'asha@EXAMPLE.com' })).toEqual(['Asha Rao'])
  expect(await similar({ contact: '98765 43211', email: 'asha@example.com' })).toEqual([
    'asha_rani',
    'Asha Rao',
  ])
  expect(await similar({ contact: '9876543210', except: asha() })).toEqual([])
  expect(await similar({})).toEqual([])
  expect(await similar({ email: 'asha@example' })).toEqual([])
})

it('lists the bills that name a customer', async () => {
  const account = instance.actor.account.id
  await instance.runtime.query(
    `INSERT INTO bills (account_id, id, token, status, receipt_number, receipt_type, receipt_timestamp, business_category,
                        customer_id, currency, amount, body, created_at, updated_at)
     VALUES ($1, 'bill_00000000000001', 'token', 'issued', 'KS-1', 'tax_invoice', 1, 'retail_and_consumer_goods', $2, 'INR', 500, '{}', 1, 1)`,
    [account, asha()],
  )
  const { items } = await instance.run(fetchCustomerBills, { id: asha() })
  expect(items).toEqual([
    {
      id: 'bill_00000000000001',
      receipt_number: 'KS-1',
      receipt_type: 'tax_invoice',
      status: 'issued',
      amount: 500,
      currency: 'INR',
      created_at: 1,
    },
  ])
  expect((await instance.run(getCustomerDetails, { id: asha() })).bills).toBe(1)
})

it('is read by a viewer, and needs the permission to change', async () => {
  const viewer: Actor = { ...instance.actor, permissions: new Set(ROLE_PERMISSIONS.viewer) }
  expect((await instance.run(listCustomersForDashboard, {}, undefined, viewer)).total).toBeGreaterThan(0)
  const edit = { id: asha(), name: 'Changed' }
  for (const attempt of [
    () => instance.run(createCustomer, { name: 'Somebody' }, undefined, viewer),
    () => instance.run(updateCustomer, edit, undefined, viewer),
    () => instance.run(previewCustomerUpdate, edit, undefined, viewer),
  ])
    await expect(attempt()).rejects.toMatchObject({ reason: 'permission_denied', status: 403 })
})
