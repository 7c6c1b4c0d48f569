import { describe, expect, it } from 'vitest'
import { parseInput } from '#lib/pipeline/input.ts'
import { coerce } from '#lib/surfaces/coerce.ts'
import { readArguments } from '#lib/surfaces/tools/arguments.ts'
import { tools } from '#lib/surfaces/tools/catalogue.ts'

/** 12:00 in India. */
const PLACE = { country: 'IN', now: Date.parse('2026-11-19T12:00:00+05:30') / 1000 }

/** The input that a call has, or the description and the field of its error. */
function call(name: string, args: Record<string, unknown>): unknown {
  const operation = tools().get(name)?.operation
  if (!operation) throw new Error(`There is no tool ${name}.`)
  const { read, problems } = readArguments(operation, args, PLACE)
  try {
    return parseInput(operation.input, read, problems)
  } catch (thrown) {
    const { message, field } = thrown as { message: string; field: string }
    return { message, field }
  }
}

describe('a choice', () => {
  it.each([
    ['fetch_all_payments', { status: 'CAPTURED', method: 'Card' }, { status: 'captured', method: 'card' }],
    [
      'fetch_all_orders',
      { status: ' Paid ', expand: ['Payments'] },
      { status: 'paid', expand: ['payments'] },
    ],
    ['refund_payment', { id: 'pay_NfLw3gQ81xRt0a', speed: 'OPTIMUM' }, { speed: 'optimum' }],
    [
      'create_bill',
      { items: [{ name: 'Tea', unit_amount: 1 }], receipt_type: 'Tax Invoice' },
      { receipt_type: 'tax_invoice' },
    ],
    ['fetch_all_orders', { authorized: 'True' }, { authorized: 1 }],
  ])('of %s is taken in any case: %j', (name, args, read) => {
    expect(call(name, args)).toMatchObject(read)
  })

  it('is taken in any case by tools alone, and never where it is not a choice', () => {
    const { input } = tools().get('fetch_all_payments')?.operation ?? {}
    if (!input) throw new Error('There is no list of payments.')
    expect(coerce(input, { status: 'CAPTURED' })).toEqual({ status: 'CAPTURED' })
    expect(call('create_order', { amount: 100, currency: 'INR', receipt: 'PAID' })).toMatchObject({
      receipt: 'PAID',
    })
  })
})

describe('an error of a call', () => {
  it.each([
    [
      'fetch_all_payments',
      { status: 'captred', method: 'cheque', from: 'soon', count: 500, state: 'x' },
      /^from must be a time, such as .*"last Monday".* count must be at most 100\. status must be .*Did you mean captured\? method must be .*netbanking.* Unknown field state\./,
      'from',
    ],
    [
      'create_order',
      { receipt: 1.5, ammount: 5 },
      /^amount and currency are required\. .*Did you mean amount\?$/,
      'amount',
    ],
    ['create_order', { currency: 'INR' }, /^amount is required\.$/, 'amount'],
    [
      'create_order',
      { amount: 500.5, currency: 'INR' },
      /amount must be an integer.* 500\.50 INR is 50050\.$/,
      'amount',
    ],
    ['create_order', { amount: '₹1,500', currency: 'INR' }, /1500\.00 INR is 150000\.$/, 'amount'],
    [
      'create_order',
      { amount: '12 apples', currency: 'INR' },
      /^amount must be an integer in the smallest currency unit \(paise for INR\)\.$/,
      'amount',
    ],
    [
      'create_bill',
      { items: [{ nam: 'Tea', unit_amount: 5 }] },
      /items\.0\.name is required.* Unknown field items\.0\.nam\. Did you mean items\.0\.name\?$/,
      'items.0.name',
    ],
    [
      'create_bill',
      { items: [{ name: 'Tea', unit_amount: 5, colour: 'red' }] },
      /Unknown field items\.0\.colour\. Fields of items\.0: name, quantity, unit_amount, tax_percent\.$/,
      'items.0.colour',
    ],
    [
      'create_bill',
      { items: [{ name: 'Tea', unit_amount: 2.5, quantity: 0 }] },
      /^items\.0\.quantity must be 1 or more\. items\.0\.unit_amount must be an integer .* 2\.50 INR is 250\.$/,
      'items.0.quantity',
    ],
    [
      'create_bill',
      { items: [{ name: 'Tea', unit_amount: 5 }], customer_id: 'cust_1' },
      /^Unknown field customer_id\. Did you mean customer\.customer_id\?$/,
      'customer_id',
    ],
    [
      'create_bill',
      { items: [{ name: 'Tea', unit_amount: 5 }], customer: 'Asha' },
      /customer must be an object\. Its fields: customer_id, name, email, contact, gstin\.$/,
      'customer',
    ],
    [
      'create_bill',
      { items: [{ name: 'Tea', unit_amount: 5 }], discount: 5 },
      /Did you mean discount_amount\?$/,
      'discount',
    ],
  ])('of %s names everything that is wrong: %j', (name, args, message, field) => {
    expect(call(name, args)).toEqual({ message: expect.stringMatching(message), field })
  })

  it('counts what it does not name', () => {
    const args = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`strange_${at}`, 1]))
    const { message } = call('fetch_all_refunds', args) as { message: string }
    expect(message).toMatch(/Unknown field strange_7\. .* 4 more fields are invalid\.$/)
    expect(message.length).toBeLessThan(1000)
  })
})

describe('a bill in the words of people', () => {
  const tea = { name: 'Tea', quantity: 2, unit_amount: 25_000, tax_percent: 5 }

  it.each([
    [{ item: 'Tea', qty: 2, price: 25_000, gst_percent: 5 }],
    [{ title: 'Tea', units: '2', rate: '25000', tax_rate: '5' }],
    [{ description: 'Tea', quantity: 2, unit_price: 25_000, gst_rate: 5 }],
    [tea],
  ])('has the item of %j', (item) => {
    expect(call('create_bill', { line_items: [item], customer: { phone: '+919812345678' } })).toMatchObject({
      items: [tea],
      customer: { contact: '+919812345678' },
    })
  })

  it('takes amount for the price of a single item', () => {
    for (const item of [
      { name: 'Cup', amount: 9_900 },
      { name: 'Cup', qty: 1, amount: 9_900 },
    ])
      expect(call('create_bill', { items: [item] })).toMatchObject({
        items: [{ unit_amount: 9_900, quantity: 1 }],
      })
  })

  it.each([
    [
      { name: 'Cup', quantity: 3, amount: 9_900 },
      /items\.0\.amount could be the price of one or of all\. Send unit_amount/,
    ],
    [
      { name: 'Cup', price: 100, unit_amount: 90 },
      /items\.0\.price is another name of unit_amount, which is sent as well\./,
    ],
    [
      { name: 'Cup', price: 100, rate: 90 },
      /items\.0\.rate is another name of unit_amount, which is sent as well\./,
    ],
    [{ name: 'Cup', description: 'Blue', price: 100 }, /items\.0\.description is another name of name/],
    // A price is in the smallest unit, too, and a decimal one is not taken for it.
    [
      { name: 'Cup', price: 99.5 },
      /items\.0\.unit_amount must be an integer in the smallest currency unit .* 99\.50 INR is 9950\.$/,
    ],
    [{ name: 'Cup', price: '₹99' }, /99\.00 INR is 9900\.$/],
  ])('is an error where it has two meanings: %j', (item, message) => {
    expect(call('create_bill', { items: [item] })).toMatchObject({ message: expect.stringMatching(message) })
  })
})
