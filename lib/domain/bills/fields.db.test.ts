import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyBill } from '#lib/testing/any-bill.ts'
import { fullBill, minBill } from '#lib/testing/bill.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'

let instance: Instance
let rest: Rest
let count = 0
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
})
afterAll(() => instance.close())

const fresh = () => `F-${++count}`
const post = (body: object) => rest.post('/v1/bills', { ...body, receipt_number: fresh() })

/** A copy with one field set, or removed with undefined. */
function withProperty(body: object, path: string, value: unknown): object {
  const copy = JSON.parse(JSON.stringify(body)) as object
  const names = path.split('.')
  const last = names.pop() ?? ''
  let place = copy as Record<string, unknown>
  for (const name of names) place = place[name] as Record<string, unknown>
  if (value === undefined) delete place[last]
  else place[last] = value
  return copy
}

describe('what is accepted', () => {
  it('the least, with what the platform adds', async () => {
    const response = await rest.post('/v1/bills', { ...minBill, receipt_number: 'least' })
    expect(response.status).toBe(201)
    expect(response.body).toEqual({
      ...minBill,
      receipt_number: 'least',
      id: expect.stringMatching(/^bill_[0-9A-Za-z]{14}$/),
      entity: 'bill',
      receipt_url: expect.stringMatching(/^http:\/\/localhost:3000\/bill\/[0-9A-Za-z]{24}$/),
      status: 'issued',
      version: 1,
      created_at: instance.now(),
      updated_at: instance.now(),
    })
    expect(response.body.receipt_url).not.toContain(response.body.id)
  })

  it('every field, and echoes each as it was sent, at once and when it is fetched', async () => {
    const body = { ...fullBill, receipt_number: fresh() }
    const made = await rest.post('/v1/bills', body)
    expect(made.body).toMatchObject({ status: 'issued', version: 1 })
    for (const [name, value] of Object.entries(body)) expect(made.body[name], name).toEqual(value)
    expect((await rest.get(`/v1/bills/${made.body.id}`)).body).toEqual(made.body)
  })

  it('any bill that is valid, with an exact echo', async () => {
    await fc.assert(
      fc.asyncProperty(anyBill, async (bill) => {
        const body = { ...bill, receipt_number: fresh() }
        const made = await rest.post('/v1/bills', body)
        const { id, entity, receipt_url, status, version, created_at, updated_at, ...echo } = made.body
        expect(made.status, made.text).toBe(201)
        expect(echo).toEqual(body)
        expect((await rest.get(`/v1/bills/${id}`)).body).toEqual(made.body)
      }),
      { numRuns: 60 },
    )
  })

  it('null as not there, on every level', async () => {
    const body = { ...minBill, receipt_number: fresh(), taxes: null, customer: { name: 'A', email: null } }
    const made = await rest.post('/v1/bills', body)
    expect(made.status).toBe(201)
    expect(made.body.customer).toEqual({ name: 'A' })
    expect(made.body).not.toHaveProperty('taxes')
  })

  it('a form with brackets, as the PHP client sends it', async () => {
    const made = await rest.call('POST', '/v1/bills', {
      form: {
        business_type: 'retail',
        business_category: 'other_services',
        receipt_number: fresh(),
        receipt_timestamp: '1781505000',
        receipt_type: 'sales_return_invoice',
        receipt_delivery: 'digital',
        'customer[contact]': '+919876543210',
        'receipt_summary[total_quantity]': '1',
        'receipt_summary[currency]': 'INR',
        'receipt_summary[net_payable_amount]': '100',
        'receipt_summary[total_tax_percent]': '2.5',
        'payments[0][method]': 'upi',
        'payments[0][currency]': 'INR',
        'payments[0][amount]': '100',
        'line_items[0][name]': 'Tea',
        'line_items[0][quantity]': '1',
        'line_items[0][total_amount]': '100',
        'line_items[0][hsn_code]': '0902',
      },
    })
    expect(made.status, made.text).toBe(201)
    expect(made.body.receipt_summary.total_tax_percent).toBe(2.5)
    expect(made.body.line_items[0].hsn_code).toBe('0902')
  })

  it.each([
    ['a contact as it was typed, and finds it in E.164', '98765 43210'],
    ['a contact that is a number', 9_876_543_210],
  ])('%s', async (_, contact) => {
    const made = await post({ ...minBill, customer: { contact } })
    expect(made.body.customer.contact).toBe(String(contact))
    const found = await rest.get('/v1/bills?contact=%2B919876543210&count=1')
    expect(found.body.items[0].id).toBe(made.body.id)
  })

  it('GSTIN and PAN in capitals, whatever was typed', async () => {
    const made = await post({ ...minBill, customer: { gstin: '29aagcb7383j1z4', pan: 'abcpe1234f' } })
    expect(made.body.customer).toEqual({ gstin: '29AAGCB7383J1Z4', pan: 'ABCPE1234F' })
  })
})

describe('rejected bills', () => {
  const long = (length: number) => 'x'.repeat(length)
  const most = 1_000_000_000_000

  /** The field, its invalid value, and the expected description. */
  const REFUSED: [path: string, value: unknown, sentence: RegExp][] = [
    // Missing.
    ['business_type', undefined, /^business_type is required\. Use one of ecommerce, retail\.$/],
    ['business_category', undefined, /^business_category is required\. Use one of events, /],
    ['receipt_timestamp', undefined, /^receipt_timestamp is required\.$/],
    ['receipt_type', undefined, /^receipt_type is required\. Use one of tax_invoice, /],
    ['receipt_delivery', undefined, /^receipt_delivery is required\. Use one of digital, /],
    ['receipt_summary', undefined, /^receipt_summary is required\.$/],
    ['payments', undefined, /^payments is required\.$/],
    ['receipt_summary.total_quantity', undefined, /is required\.$/],
    ['receipt_summary.currency', undefined, /is required\.$/],
    ['receipt_summary.net_payable_amount', undefined, /is required\.$/],
    ['line_items.0.name', undefined, /is required\.$/],
    ['line_items.0.quantity', undefined, /is required\.$/],
    ['line_items.0.total_amount', undefined, /is required\.$/],
    ['line_items.0.sub_items.0.name', undefined, /is required\.$/],
    ['taxes.0.name', undefined, /is required\.$/],
    ['taxes.0.amount', undefined, /is required\.$/],
    ['payments.0.method', undefined, /is required\.$/],
    ['payments.0.currency', undefined, /is required\.$/],
    ['payments.0.amount', undefined, /is required\.$/],
    ['event.name', undefined, /is required\.$/],
    // Not one of the list.
    ['business_type', 'shop', /one of ecommerce, retail\.$/],
    ['business_category', 'food', /one of events, food_and_beverages/],
    ['receipt_type', 'invoice', /one of tax_invoice/],
    ['receipt_delivery', 'mail', /one of digital, print, digital_and_print\.$/],
    ['line_items.0.unit', 'lb', /one of kg, g, mg, lt, ml, pc, cm, m, in, ft, set\.$/],
    ['receipt_summary.currency', 'RUPEE', /ISO 4217/],
    ['receipt_summary.currency', 'XQX', /ISO 4217/],
    ['receipt_summary.currency', 'inr', /ISO 4217/],
    ['payments.0.currency', 'BTC', /ISO 4217/],
    // Amounts.
    ['receipt_summary.net_payable_amount', 1.5, /integer in the smallest currency unit/],
    ['receipt_summary.net_payable_amount', '100.0', /integer in the smallest currency unit/],
    ['receipt_summary.net_payable_amount', -1, /0 or more/],
    ['receipt_summary.net_payable_amount', most + 1, /1000000000000 or less/],
    ['receipt_summary.net_payable_amount', 2 ** 53, /integer|or less/],
    ['receipt_summary.sub_total_amount', -1, /0 or more/],
    ['receipt_summary.total_tax_amount', -1, /0 or more/],
    ['receipt_summary.delivery_charges', -1, /0 or more/],
    ['receipt_summary.cod_charges', -1, /0 or more/],
    ['receipt_summary.change_amount', -1, /0 or more/],
    ['receipt_summary.total_discount_amount', -1, /0 or more/],
    ['receipt_summary.used_wallet_amount', -1, /0 or more/],
    ['receipt_summary.roundup_amount', 0.5, /integer/],
    ['receipt_summary.roundup_amount', -most - 1, /-1000000000000 or more/],
    ['receipt_summary.discounts.0.amount', -1, /0 or more/],
    ['receipt_summary.additional_charges.0.amount', -1, /0 or more/],
    ['line_items.0.total_amount', -1, /0 or more/],
    ['line_items.0.unit_amount', 10.5, /integer/],
    ['taxes.0.amount', -1, /0 or more/],
    ['payments.0.amount', -1, /0 or more/],
    // Quantities, percentages, weights, ages.
    ['receipt_summary.total_quantity', 0, /1 or more/],
    ['line_items.0.quantity', 0, /1 or more/],
    ['line_items.0.quantity', 1.5, /integer/],
    ['line_items.0.quantity', 1_000_000_001, /1000000000 or less/],
    ['taxes.0.percentage', 101, /100 or less/],
    ['taxes.0.percentage', -0.1, /0 or more/],
    ['taxes.0.percentage', 2.50005, /up to 4 decimals/],
    ['taxes.0.percentage', '5%', /number from 0 to 100/],
    ['receipt_summary.total_tax_percent', 101, /100 or less/],
    ['receipt_summary.total_discount_percent', 101, /100 or less/],
    ['receipt_summary.discounts.0.percent', 101, /100 or less/],
    ['line_items.0.gross_weight', -1, /0 or more/],
    ['line_items.0.net_weight', 'heavy', /must be a number/],
    ['customer.age', -1, /0 or more/],
    ['customer.age', 151, /150 or less/],
    ['customer.age', 20.5, /integer/],
    // Text.
    ['receipt_number', '', /must not be empty/],
    ['receipt_number', '   ', /must not be blank/],
    ['receipt_number', long(65), /up to 64 characters/],
    ['receipt_number', true, /must be a string/],
    ['store_code', long(65), /up to 64/],
    ['order_number', long(101), /up to 100/],
    ['order_service_type', long(101), /up to 100/],
    ['bar_code_number', long(101), /up to 100/],
    ['qr_code_number', long(1025), /up to 1024/],
    ['billing_pos_number', long(101), /up to 100/],
    ['pos_category', long(101), /up to 100/],
    ['line_items.0.name', long(256), /up to 255/],
    ['line_items.0.description', long(1025), /up to 1024/],
    ['line_items.0.hsn_code', long(21), /up to 20/],
    ['line_items.0.hsn_code', true, /must be a string/],
    ['payments.0.method', long(61), /up to 60/],
    ['payments.0.payment_reference_id', long(101), /up to 100/],
    ['customer.name', long(256), /up to 255/],
    ['customer.billing_address.pin_code', long(17), /up to 16/],
    ['event.location', long(256), /up to 255/],
    ['tags', [long(65)], /up to 64/],
    ['receipt_summary.payment_status', long(41), /up to 40/],
    // Lists.
    ['line_items', {}, /must be an array/],
    ['line_items', [], /at least one line/],
    ['line_items', Array(501).fill({ name: 'x', quantity: 1, total_amount: 1 }), /up to 500/],
    ['payments', [], /at least one payment/],
    ['taxes', 'GST', /must be an array/],
    ['tags', Array(31).fill('x'), /up to 30/],
    ['event.seats', Array(201).fill('x'), /up to 200/],
    ['employee', [true], /string or an object/],
    // Objects.
    ['receipt_summary', 100, /must be an object/],
    ['customer', 'Asha', /must be an object/],
    ['customer.billing_address', 'Bengaluru', /must be an object/],
    ['event', 'Concert', /must be an object/],
    ['payments.0.financier_data', 'Bank', /must be an object/],
    ['irn', 'abc', /must be an object/],
    ['irn', { a: { b: 1 } }, /string of up to 4096/],
    ['loyalty', { a: long(4097) }, /up to 4096/],
    [
      'loyalty',
      Object.fromEntries(Array.from({ length: 41 }, (_, i) => [`k${i}`, i])),
      /up to 40 properties/,
    ],
    // Forms of their own.
    ['receipt_timestamp', '2026-06-15', /Unix timestamp in seconds/],
    ['receipt_timestamp', 946_684_799, /at least 946684800/],
    ['receipt_timestamp', 1_781_505_000_000, /at most 4765046400/],
    ['event.end_timestamp', 1_781_599_999, /can't end before it starts/],
    ['customer.contact', '12', /8 to 15 digits/],
    ['customer.email', 'asha', /not a valid email/],
    ['customer.gstin', '29AAGCB7383J1Z5', /Invalid GSTIN/],
    ['customer.pan', 'ABC1234567', /Invalid PAN/],
    ['customer.date_of_birth', '1990-02-30', /a date like/],
    ['customer.customer_id', 'cust_1', /Invalid customer ID/],
    ['line_items.0.image_url', 'ftp://example.com/x.png', /http:\/\/ or https/],
    ['line_items.0.image_url', 'javascript:alert(1)', /http:\/\/ or https/],
    ['delivery_status_url', 'data:text/html,x', /http:\/\/ or https/],
    ['delivery_status_url', 'https://', /http:\/\/ or https/],
  ]

  it.each(
    REFUSED.map((row) => [`${row[0]} = ${String(JSON.stringify(row[1])).slice(0, 60)}`, ...row] as const),
  )('%s', async (_, path, value, sentence) => {
    const body = withProperty({ ...fullBill, receipt_number: fresh() }, path, value)
    const response = await rest.post('/v1/bills', body)
    expect(response.status, response.text).toBe(400)
    expect(response.error.reason).toBe('input_validation_failed')
    expect(response.error.field).toMatch(new RegExp(`^${path.replaceAll('.', '\\.')}(\\.(\\w+))?$`))
    expect(response.error.description).toMatch(sentence)
    expect(response.error.description).toMatch(/^[A-Za-z].*\.$/)
  })

  it.each([
    ['colour'],
    ['receipt_summary.total'],
    ['receipt_summary.discounts.0.code'],
    ['receipt_summary.additional_charges.0.name'],
    ['line_items.0.color'],
    ['line_items.0.sub_items.0.sub_items'],
    ['taxes.0.percent'],
    ['payments.0.reference'],
    ['payments.0.financier_data.id'],
    ['customer.phone'],
    ['customer.billing_address.state'],
    ['event.seat'],
  ])('an unknown field: %s', async (path) => {
    const response = await post(withProperty(fullBill, path, path.endsWith('sub_items') ? [] : 'x'))
    expect(response.error).toMatchObject({ reason: 'input_validation_failed', field: path })
    expect(response.error.description).toBe(`Unknown field ${path}. Remove it or check its spelling.`)
  })

  it('text that no table can hold', async () => {
    const response = await post(withProperty(minBill, 'store_code', 'a\u0000b'))
    expect([response.status, response.error.field]).toEqual([400, 'store_code'])
  })
})

describe('conditions', () => {
  it.each(['digital', 'digital_and_print'])(
    'a %s bill needs a customer who can be reached',
    async (delivery) => {
      for (const customer of [undefined, {}, { name: 'Asha', gstin: '29AAGCB7383J1Z4' }]) {
        const response = await post({ ...minBill, receipt_delivery: delivery, customer })
        expect([response.status, response.error?.field]).toEqual([400, 'customer'])
        expect(response.error.description).toMatch(/contact, an email or a customer_id/)
      }
      for (const customer of [{ contact: '+919876543210' }, { email: 'a@example.com' }]) {
        expect((await post({ ...minBill, receipt_delivery: delivery, customer })).status).toBe(201)
      }
    },
  )

  const TYPES: [type: string, lines: boolean, taxes: boolean][] = [
    ['tax_invoice', true, true],
    ['sales_invoice', true, true],
    ['purchase_invoice', true, true],
    ['sales_return_invoice', true, false],
    ['proforma_invoice', true, false],
    ['order_confirmation', true, false],
    ['credit_invoice', false, false],
    ['debit_invoice', false, false],
  ]
  const line_items = [{ name: 'Tea', quantity: 1, total_amount: 100 }]
  const taxes = [{ name: 'CGST', amount: 0 }]

  it.each(TYPES)('%s: lines needed %s, taxes needed %s', async (receipt_type, needsLines, needsTaxes) => {
    const bill = { ...minBill, receipt_type }
    const without = await post({ ...bill, taxes })
    expect(without.status).toBe(needsLines ? 400 : 201)
    if (needsLines) expect(without.error.field).toBe('line_items')
    const untaxed = await post({ ...bill, line_items })
    expect(untaxed.status).toBe(needsTaxes ? 400 : 201)
    if (needsTaxes) expect(untaxed.error.field).toBe('taxes')
    expect((await post({ ...bill, line_items, taxes })).status).toBe(201)
  })

  it('a bill of the category events needs an event', async () => {
    const bill = { ...minBill, business_category: 'events' }
    const response = await post(bill)
    expect([response.status, response.error.field]).toEqual([400, 'event'])
    expect((await post({ ...bill, event: { name: 'Concert' } })).status).toBe(201)
  })
})

describe('the customer that a bill names', () => {
  it('must exist, and lends what the bill does not say to the search', async () => {
    const unknown = await post({ ...minBill, customer: { customer_id: 'cust_NfLw3gQ81xRt0a' } })
    expect([unknown.status, unknown.error.reason, unknown.error.field]).toEqual([
      400,
      'record_not_found',
      'customer.customer_id',
    ])
    const asha = (
      await rest.post('/v1/customers', {
        name: 'Asha Rao',
        email: 'Only.Asha@Example.com',
        contact: '9811111111',
      })
    ).body
    const made = await post({
      ...minBill,
      receipt_delivery: 'digital',
      customer: { customer_id: asha.id, contact: '9822222222' },
    })
    expect(made.status).toBe(201)
    expect(made.body.customer).toEqual({ customer_id: asha.id, contact: '9822222222' })
    const found = async (query: string) =>
      (await rest.get(`/v1/bills?${query}`)).body.items.map((bill: { id: string }) => bill.id)
    expect(await found(`customer_id=${asha.id}`)).toEqual([made.body.id])
    expect(await found('email=only.asha@example.com')).toEqual([made.body.id])
    expect(await found('contact=9822222222')).toEqual([made.body.id])
    expect(await found('contact=9811111111')).toEqual([])
  })
})
