import { describe, expect, it } from 'vitest'
import { CreateOrder, FetchAllOrders, Order } from './schema.ts'

const least = { amount: 100, currency: 'INR' }
const problem = (input: object) =>
  CreateOrder.safeParse({ ...least, ...input }).error?.issues[0]?.path.join('.')

describe('a new order', () => {
  it('needs an amount and a currency; the rest has the documented defaults', () => {
    expect(CreateOrder.parse(least)).toEqual({
      ...least,
      partial_payment: false,
      notes: {},
    })
    expect(CreateOrder.safeParse({ amount: 100 }).error?.issues[0]?.path).toEqual(['currency'])
    expect(CreateOrder.safeParse({ currency: 'INR' }).error?.issues[0]?.path).toEqual(['amount'])
  })

  it.each([100, 101, 50_000_000_000])('may be of %d', (amount) => {
    expect(problem({ amount })).toBeUndefined()
  })
  it.each([99, 1, 0, -100, 50_000_000_001, 100.5, '100', null, Number.NaN])('may not be of %j', (amount) => {
    expect(problem({ amount })).toBe('amount')
  })

  it.each(['INR', 'MYR', 'SGD', 'USD'])('may be in %s', (currency) => {
    expect(problem({ currency })).toBeUndefined()
  })
  it.each(['inr', 'EUR', '', 'INRR', null, 1])('may not be in %j', (currency) => {
    expect(problem({ currency })).toBe('currency')
  })

  it.each(['r', 'x'.repeat(40), 'order #7', '0', '₹'.repeat(40), null, undefined])(
    'may have the receipt %j',
    (receipt) => {
      expect(problem({ receipt })).toBeUndefined()
    },
  )
  it.each(['', 'x'.repeat(41), 7, {}, []])('may not have the receipt %j', (receipt) => {
    expect(problem({ receipt })).toBe('receipt')
  })

  it.each([
    [true, true],
    [false, false],
    [1, true],
    [0, false],
    ['1', true],
    ['0', false],
    ['true', true],
    ['false', false],
  ])('reads payment_capture %j as %s', (payment_capture, read) => {
    expect(CreateOrder.parse({ ...least, payment_capture }).payment_capture).toBe(read)
  })
  it.each(['yes', '', 2, -1, null, [], {}, 'TRUE'])('does not read payment_capture %j', (payment_capture) => {
    expect(problem({ payment_capture })).toBe('payment_capture')
  })

  it('takes a least first part of an order in parts only, and not more than the amount', () => {
    expect(problem({ partial_payment: true, first_payment_min_amount: 100 })).toBeUndefined()
    expect(problem({ partial_payment: true, first_payment_min_amount: null })).toBeUndefined()
    expect(problem({ first_payment_min_amount: 100 })).toBe('first_payment_min_amount')
    expect(problem({ partial_payment: true, first_payment_min_amount: 101 })).toBe('first_payment_min_amount')
    expect(problem({ partial_payment: true, first_payment_min_amount: 99 })).toBe('first_payment_min_amount')
  })

  it.each(['https://shop.example/back?x=1', 'http://localhost:8080/', null])(
    'may return the payer to %j',
    (callback_url) => {
      expect(problem({ callback_url })).toBeUndefined()
    },
  )
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://shop.example',
    '//shop.example',
    'shop.example',
    '',
    `https://shop.example/${'x'.repeat(2048)}`,
  ])('may not return the payer to %j', (callback_url) => {
    expect(problem({ callback_url })).toBe('callback_url')
  })
})

it('an order says what is due', () => {
  const row = {
    id: 'order_NfLw3gQ81xRt0a',
    amount: 10_000n,
    amount_paid: 2500n,
    currency: 'INR',
    receipt: null,
    offer_id: null,
    status: 'attempted',
    attempts: 1,
    method: null,
    partial_payment: true,
    first_payment_min_amount: 2500n,
    notes: {},
    created_at: 1_781_505_000n,
    account_id: 'acc_x',
    created_by: 'key_x',
  }
  expect(Order.parse(row)).toEqual({
    id: 'order_NfLw3gQ81xRt0a',
    entity: 'order',
    amount: 10_000,
    amount_paid: 2500,
    amount_due: 7500,
    currency: 'INR',
    receipt: null,
    offer_id: null,
    status: 'attempted',
    attempts: 1,
    method: null,
    partial_payment: true,
    first_payment_min_amount: 2500,
    notes: [],
    created_at: 1_781_505_000,
  })
})

it.each([
  { expand: ['payments'] },
  { expand: ['payments', 'payments.card'] },
  { authorized: 1 },
  { authorized: false },
  { status: 'paid' },
  { receipt: 'x' },
])('a list of orders takes %j', (query) => {
  expect(FetchAllOrders.safeParse(query).success).toBe(true)
})
it.each([
  { expand: ['card'] },
  { expand: 'payments' },
  { authorized: 2 },
  { status: 'open' },
  { receipt: 'x'.repeat(41) },
  { customer_id: 'x' },
])('a list of orders does not take %j', (query) => {
  expect(FetchAllOrders.safeParse(query).success).toBe(false)
})
