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
      /^amount and currency are required\. .*Did you mean amount\? It is in the smallest currency unit \(paise for INR\)\.$/,
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
      /Did you mean discount_amount\? It is in the smallest currency unit \(paise for INR\)\.$/,
      'discount',
    ],
    [
      'fetch_all_payments',
      { customer_email: 'asha@example.com' },
      /^Unknown field customer_email\. Did you mean email\?$/,
      'customer_email',
    ],
    ['update_payment', {}, /^id and notes are required\.$/, 'id'],
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
    [{ item: 'Tea', qty: 2, unit_amount: 25_000, gst_percent: 5 }],
    [{ title: 'Tea', units: '2', unit_amount: '25000', tax_rate: '5' }],
    [{ description: 'Tea', quantity: 2, unit_amount: 25_000, gst_rate: 5 }],
    [{ product: 'Tea', qty: 2, unit_amount: 25_000, gst: 5 }],
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
      { name: 'Cup', amount: 100, unit_amount: 90 },
      /items\.0\.amount is another name of unit_amount, which is sent as well\./,
    ],
    [{ name: 'Cup', description: 'Blue', unit_amount: 100 }, /items\.0\.description is another name of name/],
  ])('is an error where it has two meanings: %j', (item, message) => {
    expect(call('create_bill', { items: [item] })).toMatchObject({ message: expect.stringMatching(message) })
  })
})

describe('an amount under a name that says no unit', () => {
  it.each(['price', 'unit_price', 'rate', 'cost', 'unit_cost'])('of an item is an error: %s', (name) => {
    for (const [sent, said] of [
      [120, ' 120.00 INR is 12000.'],
      ['120', ' 120.00 INR is 12000.'],
      [99.5, ' 99.50 INR is 9950.'],
      ['120 rupees', ' 120.00 INR is 12000.'],
      ['₹99', ' 99.00 INR is 9900.'],
      ['a lot', ''],
    ] as const)
      expect(call('create_bill', { items: [{ name: 'Cup', [name]: sent }] })).toEqual({
        message: `items.0.unit_amount is required. items.0.${name} could be in rupees or in paise. Send unit_amount, in the smallest currency unit (paise for INR).${said}`,
        field: 'items.0.unit_amount',
      })
  })

  const taken = (schema: object) => Object.keys((schema as { properties?: object }).properties ?? {})
  const writers = [...tools().values()].filter(({ listing }) =>
    taken(listing.inputSchema).some((name) => /amount/.test(name)),
  )

  it.each(writers.map(({ listing }) => listing.name))('is never taken by %s', (tool) => {
    for (const name of [
      'price',
      'total',
      'value',
      'cost',
      'rate',
      'rupees',
      'total_amount',
      'discount',
      'ammount',
    ]) {
      const { message } = call(tool, { [name]: 120 }) as { message: string }
      expect(message).toContain(`Unknown field ${name}.`)
      // A suggestion says what a number in that argument is.
      expect(message).not.toMatch(/Did you mean \w*amount\?(?! It is in the smallest currency unit)/)
    }
  })

  it('leads to the argument with its unit', () => {
    for (const name of ['price', 'total', 'value'])
      expect(call('create_order', { [name]: 120, currency: 'INR' })).toMatchObject({
        message: expect.stringContaining(
          'Did you mean amount? It is in the smallest currency unit (paise for INR).',
        ),
      })
  })

  it('is listed with the unit wherever an amount is listed', () => {
    const said = (schema: object): boolean =>
      Object.entries((schema as { properties?: object }).properties ?? {}).every(
        ([name, one]) =>
          (one.type !== 'integer' ||
            !/(?:^|_)(?:amount|gte|lte)$/.test(name) ||
            /smallest/.test(one.description)) &&
          said(one) &&
          said(one.items ?? {}),
      )
    for (const { listing } of tools().values()) expect(said(listing.inputSchema), listing.name).toBe(true)
  })
})

describe('an argument under another name', () => {
  const id = 'pay_NfLw3gQ81xRt0a'

  it.each([
    ['fetch_payment', { payment_id: id }, { id }],
    ['fetch_payment', { id: ` ${id} ` }, { id }],
    ['refund_payment', { payment_id: id, amount: 500 }, { id, amount: 500 }],
    ['fetch_bill', { id: 'bill_NfLw3gQ81xRt0a' }, { bill_id: 'bill_NfLw3gQ81xRt0a' }],
    ['create_customer', { name: 'Ravi', phone: '+919876543210' }, { contact: '+919876543210' }],
    ['fetch_all_orders', { limit: 5, since: 'yesterday' }, { count: 5, from: expect.any(Number) }],
    ['fetch_day_totals', { date: 'last Monday' }, { period: 'last Monday' }],
    ['search', { q: 'asha' }, { query: 'asha' }],
  ])('of %s is read where it has one meaning: %j', (name, args, read) => {
    expect(call(name, args)).toEqual(expect.objectContaining(read))
  })

  it.each([
    // The prefix says what an ID is of.
    [
      'fetch_payment',
      { order_id: 'order_NfLw3gQ81xRt0a' },
      /^id is required\. Unknown field order_id\. Did you mean id\?$/,
    ],
    ['fetch_payment', { id: 'order_NfLw3gQ81xRt0a' }, /order_NfLw3gQ81xRt0a is the ID of an order\.$/],
    ['fetch_payment', { id, payment_id: id }, /^Unknown field payment_id\./],
    ['fetch_all_orders', { count: 5, limit: 6 }, /^Unknown field limit\./],
    ['create_order', { amount: 100 }, /^currency is required\. .*INR/],
  ])('of %s is an error where it has none, or two: %j', (name, args, message) => {
    expect(call(name, args)).toMatchObject({ message: expect.stringMatching(message) })
  })
})

describe('an argument in another form', () => {
  const at = Date.parse('2026-11-03T10:00:00Z')

  it.each([
    ['fetch_all_orders', { from: at }, { from: at / 1000 }],
    ['fetch_all_orders', { expand: 'payments' }, { expand: ['payments'] }],
    ['fetch_all_payments', { expand: '["card", "refunds"]' }, { expand: ['card', 'refunds'] }],
    [
      'create_order',
      { amount: 100, currency: 'inr', notes: '{"table": 4}' },
      { currency: 'INR', notes: { table: '4' } },
    ],
    [
      'create_bill',
      { items: '[{"name": "Tea", "unit_amount": 100}]' },
      { items: [{ name: 'Tea', unit_amount: 100 }] },
    ],
  ])('of %s is read where it has one meaning: %j', (name, args, read) => {
    expect(call(name, args)).toMatchObject(read)
  })

  it.each([
    ['create_order', { amount: 100, currency: 'INR', notes: 'table 4' }, /notes must be an object/],
    ['create_order', { amount: 100, currency: 'INR', notes: '{"__proto__": {}}' }, /notes must be an object/],
    ['create_bill', { items: 'Tea' }, /items must be an array/],
    ['create_bill', { items: '[{"name": ' }, /items must be an array/],
    ['fetch_all_orders', { from: 5 }, /^from must be a Unix timestamp in seconds, at least/],
  ])('of %s is an error where it has none: %j', (name, args, message) => {
    expect(call(name, args)).toMatchObject({ message: expect.stringMatching(message) })
  })
})
