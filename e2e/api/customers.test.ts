import { expect } from '@playwright/test'
import Razorpay from 'razorpay'
import { demo } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'

/** The stock client, with only its host changed; its input is that of its documentation. */
type Reply = Record<string, unknown> & { id: string }
type Loose = Record<string, (...parameters: unknown[]) => Promise<Reply>>
type Client = { customers: Loose; orders: Loose; api: { rq: { defaults: { baseURL?: string } } } }

function client(): Client {
  const { key_id, key_secret } = demo().test
  const instance = new Razorpay({ key_id, key_secret }) as unknown as Client
  instance.api.rq.defaults.baseURL = process.env.BASE_URL ?? ''
  return instance
}

/** A unique email and phone number. */
function pair() {
  const tail = String(Math.floor(Math.random() * 1e8)).padStart(8, '0')
  return { email: `client.${Date.now()}.${tail}@example.com`, contact: `98${tail}` }
}

const errorOf = (call: Promise<unknown> | undefined) =>
  (call ?? Promise.resolve()).then(
    (response) => ({ statusCode: 200, error: { answer: response } as Record<string, unknown> }),
    (thrown: { statusCode: number; error: Record<string, unknown> }) => thrown,
  )

test('customers: create, fetch, edit, list', async () => {
  const { customers } = client()
  const of = pair()
  const created = await customers.create?.({
    name: 'Gaurav Kumar',
    ...of,
    fail_existing: 0,
    gstin: '29ABCDE1234F1ZW',
    notes: { notes_key_1: 'Tea, Earl Grey, Hot' },
  })
  expect(created).toMatchObject({
    id: expect.stringMatching(/^cust_\w{14}$/),
    entity: 'customer',
    name: 'Gaurav Kumar',
    email: of.email,
    contact: `+91${of.contact}`,
    gstin: '29ABCDE1234F1ZW',
    notes: { notes_key_1: 'Tea, Earl Grey, Hot' },
  })
  expect(await customers.fetch?.(created?.id)).toEqual(created)
  expect(await customers.create?.({ ...of, fail_existing: 0 })).toEqual(created)
  const edited = await customers.edit?.(created?.id, { name: 'Gaurav K', ...of })
  expect(edited).toEqual({ ...created, name: 'Gaurav K', gstin: null, notes: [] })
  // The client passes count and skip on, and nothing else.
  expect(await customers.all?.({ count: 100 })).toMatchObject({
    entity: 'collection',
    items: expect.arrayContaining([edited]),
  })
  expect(await customers.all?.({ count: 2, skip: 1 })).toMatchObject({ count: 2 })
  expect(await customers.all?.()).toMatchObject({ count: 10 })
})

test('a repeat arrives as an error of the client, with the id of the first', async () => {
  const { customers } = client()
  const of = pair()
  const first = await customers.create?.({ name: 'Gaurav Kumar', ...of })
  for (const fail_existing of [1, '1', true, undefined]) {
    expect(await errorOf(customers.create?.({ ...of, fail_existing }))).toMatchObject({
      statusCode: 400,
      error: { reason: 'customer_already_exists', metadata: { customer_id: first?.id } },
    })
  }
  expect(await errorOf(customers.create?.({ name: 'Al' }))).toMatchObject({
    statusCode: 400,
    error: { code: 'BAD_REQUEST_ERROR', field: 'name', reason: 'input_validation_failed' },
  })
  expect(await errorOf(customers.fetch?.('cust_00000000000000'))).toMatchObject({
    statusCode: 404,
    error: { reason: 'record_not_found' },
  })
})

test('an order for a customer', async () => {
  const { customers, orders } = client()
  const customer = await customers.create?.({ name: 'Gaurav Kumar' })
  const order = { amount: 10_000, currency: 'INR', customer_id: customer?.id }
  expect(await orders.create?.(order)).toMatchObject({ status: 'created', amount: 10_000 })
  expect(await errorOf(orders.create?.({ ...order, customer_id: 'cust_00000000000000' }))).toMatchObject({
    statusCode: 400,
    error: { field: 'customer_id', reason: 'record_not_found' },
  })
})
