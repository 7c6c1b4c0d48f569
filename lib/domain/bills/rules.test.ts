import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertBillSendable, billColumnsOf, differencesOf, fullBillOf } from '#lib/domain/bills/rules.ts'
import { refusalOf } from '#lib/testing/refusal.ts'
import { mismatch } from '#lib/values/bill-mismatch.ts'

const HERE = { country: 'IN', currency: 'INR' }

function billOf(items: [quantity: number, unit_amount: number, tax_percent: number][], discount_amount = 0) {
  return fullBillOf(
    {
      items: items.map(([quantity, unit_amount, tax_percent]) => ({
        name: 'Item',
        quantity,
        unit_amount,
        tax_percent,
      })),
      discount_amount,
      business_category: 'retail_and_consumer_goods',
    },
    HERE,
    0,
  )
}

const item = fc.tuple(
  fc.integer({ min: 1, max: 1000 }),
  fc.integer({ min: 0, max: 10_000_000 }),
  fc.constantFrom(0, 0.25, 3, 5, 12, 18, 28, 40),
)

describe('a discount on a bill', () => {
  it('lowers the value that bears tax', () => {
    expect(billOf([[2, 45_000, 18]], 10_000)).toMatchObject({
      taxes: [
        { name: 'CGST', percentage: 9, amount: 7_200 },
        { name: 'SGST', percentage: 9, amount: 7_200 },
      ],
      receipt_summary: {
        sub_total_amount: 90_000,
        total_discount_amount: 10_000,
        discounts: [{ amount: 10_000 }],
        total_tax_amount: 14_400,
        net_payable_amount: 94_400,
      },
    })
  })

  it('is shared by the lines of all rates, to the paisa', () => {
    // A third of 100 each; the paisa that is left goes to the highest weight.
    expect(
      billOf(
        [
          [1, 10_001, 0],
          [1, 10_000, 18],
          [1, 10_000, 40],
        ],
        1_000,
      ).taxes?.map(({ percentage, amount }) => [percentage, amount]),
    ).toEqual([
      [9, 870],
      [9, 870],
      [20, 1_933],
      [20, 1_933],
    ])
  })

  it('leaves totals that add up, and never more tax than without it', () => {
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (items, parts) => {
          const whole = billOf(items).receipt_summary
          const discount = Math.floor((whole.sub_total_amount * parts) / 1_000_000)
          const bill = billOf(items, discount)
          const { receipt_summary: summary, taxes = [] } = bill
          expect(mismatch(bill)).toBeNull()
          expect(summary.total_tax_amount).toBe(taxes.reduce((sum, { amount }) => sum + amount, 0))
          expect(summary.net_payable_amount).toBe(
            summary.sub_total_amount - discount + summary.total_tax_amount,
          )
          expect(summary.total_tax_amount).toBeLessThanOrEqual(whole.total_tax_amount)
          expect(summary.total_tax_amount).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })

  it('is at most the sum of the items', () => {
    expect(billOf([[1, 100, 18]], 100).receipt_summary).toMatchObject({ net_payable_amount: 0 })
    expect(refusalOf(() => billOf([[1, 100, 18]], 101))).toMatchObject({
      reason: 'input_validation_failed',
      field: 'discount_amount',
      message: 'The discount must not be above the sum of the items before tax.',
    })
  })

  it('has its odd paisa on the same rate, whatever the order of the items', () => {
    const items: Parameters<typeof billOf>[0] = [
      [1, 100, 40],
      [1, 100, 18],
    ]
    const bills = [items, items.toReversed()].map((each) => billOf(each, 51))
    for (const { taxes } of bills)
      expect(taxes?.map(({ percentage, amount }) => [percentage, amount])).toEqual([
        [9, 7],
        [9, 7],
        [20, 15],
        [20, 15],
      ])
  })
})

const tea = { name: 'Tea', quantity: 3, unit_amount: 1_005, tax_percent: 5 }
const shop = { items: [tea], business_category: 'retail_and_consumer_goods' as const }

describe('a bill of items', () => {
  it('is a printed, unpaid invoice with its tax where nothing else is said', () => {
    expect(fullBillOf(shop, HERE, 7)).toStrictEqual({
      business_type: 'retail',
      business_category: 'retail_and_consumer_goods',
      receipt_timestamp: 7,
      receipt_type: 'tax_invoice',
      receipt_delivery: 'print',
      line_items: [{ name: 'Tea', quantity: 3, unit_amount: 1_005, total_amount: 3_015 }],
      // 75.375 each: half a paisa and more is rounded up, less is dropped.
      taxes: [
        { name: 'CGST', percentage: 2.5, amount: 75 },
        { name: 'SGST', percentage: 2.5, amount: 75 },
      ],
      receipt_summary: {
        total_quantity: 3,
        currency: 'INR',
        sub_total_amount: 3_015,
        total_tax_amount: 150,
        net_payable_amount: 3_165,
        payment_status: 'unpaid',
      },
      payments: [{ method: 'other', amount: 0, currency: 'INR' }],
    })
  })

  it('has what was said of store, kind and reference', () => {
    const said = { store_code: 'MYS', receipt_type: 'sales_invoice', payment_reference_id: 'ref 1' } as const
    expect(fullBillOf({ ...shop, ...said }, HERE, 0)).toMatchObject({
      store_code: 'MYS',
      receipt_type: 'sales_invoice',
      payments: [{ payment_reference_id: 'ref 1' }],
    })
  })

  it('has one tax for each rate, the lowest first, rounded once for all of its lines', () => {
    const rates = (items: Parameters<typeof billOf>[0]) =>
      billOf(items).taxes?.map(({ percentage, amount }) => [percentage, amount])
    expect(
      rates([
        [1, 5, 18],
        [1, 100, 5],
        [1, 5, 18],
      ]),
    ).toEqual([
      [2.5, 3],
      [2.5, 3],
      [9, 1],
      [9, 1],
    ])
    expect(rates([[1, 10_000, 0.0025]])).toEqual([
      [0.00125, 0],
      [0.00125, 0],
    ])
  })

  it('has one tax outside India', () => {
    expect(fullBillOf(shop, { country: 'SG', currency: 'SGD' }, 0)).toMatchObject({
      taxes: [{ name: 'Tax', percentage: 5, amount: 151 }],
      receipt_summary: { currency: 'SGD' },
    })
  })

  const untaxed = { ...shop, items: [{ ...tea, tax_percent: 0 }] }
  it('confirms an order where no tax is due, and states none', () => {
    const bill = fullBillOf(untaxed, HERE, 0)
    expect(bill).toMatchObject({ receipt_type: 'order_confirmation' })
    expect(bill).not.toHaveProperty('taxes')
  })

  it.each(['tax_invoice', 'sales_invoice', 'purchase_invoice'] as const)(
    'states a tax of nothing on a %s',
    (receipt_type) => {
      expect(fullBillOf({ ...untaxed, receipt_type }, HERE, 0)).toMatchObject({
        taxes: [{ name: 'Tax', percentage: 0, amount: 0 }],
      })
    },
  )

  it.each([
    [{ name: 'Asha' }, 'print'],
    [{ customer_id: 'cust_1' }, 'digital'],
    [{ email: 'asha@shop.example' }, 'digital'],
    [{ contact: '+919876543210' }, 'digital'],
  ])('for %j is delivered as %s', (customer, receipt_delivery) => {
    expect(fullBillOf({ ...shop, customer }, HERE, 0)).toMatchObject({ customer, receipt_delivery })
  })
})

describe('what was paid of a bill', () => {
  const net = 3_165
  const paid = (received: number | null, payment_method?: string) => {
    const of = received === null ? null : { method: 'upi', amount: received }
    const { payments, receipt_summary } = fullBillOf({ ...shop, payment_method }, HERE, 0, of)
    return [receipt_summary.payment_status, payments[0]?.method, payments[0]?.amount]
  }

  it('is all of it by a method that is said, whatever was received', () => {
    expect(paid(null, 'cash')).toEqual(['paid', 'cash', net])
    expect(paid(1, 'cash')).toEqual(['paid', 'cash', net])
  })

  it('is what was received, up to all of it', () => {
    expect(paid(null)).toEqual(['unpaid', 'other', 0])
    expect(paid(0)).toEqual(['unpaid', 'upi', 0])
    expect(paid(1)).toEqual(['partially_paid', 'upi', 1])
    expect(paid(net - 1)).toEqual(['partially_paid', 'upi', net - 1])
    expect(paid(net)).toEqual(['paid', 'upi', net])
    expect(paid(net + 1)).toEqual(['paid', 'upi', net])
  })
})

describe('the columns of a bill', () => {
  const body = { ...fullBillOf({ ...shop, store_code: 'MYS' }, HERE, 7), receipt_number: '1' }
  const named = { id: 'cust_1', name: 'Asha', email: 'Asha@shop.example', contact: '98765 43210' }
  const columnsOf = (more: object, record: Parameters<typeof billColumnsOf>[1] = named) =>
    billColumnsOf({ ...body, ...more }, record, 'IN')

  it('come from its body and its customer', () => {
    expect(columnsOf({})).toEqual({
      receipt_type: 'tax_invoice',
      receipt_timestamp: 7n,
      business_category: 'retail_and_consumer_goods',
      store_code: 'MYS',
      customer_id: 'cust_1',
      customer_name: 'Asha',
      email: 'asha@shop.example',
      contact: '+919876543210',
      currency: 'INR',
      amount: 3_165n,
      tax_amount: 150n,
      lines: 1,
    })
  })

  it('prefer what the bill says of the customer', () => {
    const customer = { name: 'A. Rao', email: 'A@shop.example', contact: '9876500000', company_name: 'Rao' }
    expect(columnsOf({ customer })).toMatchObject({
      customer_id: 'cust_1',
      customer_name: 'A. Rao',
      email: 'a@shop.example',
      contact: '+919876500000',
    })
  })

  it('name the company of a customer without a name', () => {
    const customer = { company_name: 'Rao and Sons' }
    expect(columnsOf({ customer })).toMatchObject({ customer_name: 'Asha' })
    expect(columnsOf({ customer }, null)).toMatchObject({ customer_name: 'Rao and Sons' })
    expect(columnsOf({ customer }, { ...named, name: null })).toMatchObject({ customer_name: 'Rao and Sons' })
  })

  it('are empty where nothing is known', () => {
    const { store_code: _, line_items: __, ...bare } = body
    const unknown = { customer_name: null, email: null, contact: null }
    expect(billColumnsOf(bare, null, 'IN')).toMatchObject({
      ...unknown,
      customer_id: null,
      store_code: null,
      lines: 0,
    })
    expect(columnsOf({}, { id: 'cust_2', name: null, email: null, contact: null })).toMatchObject(unknown)
  })

  it('have the tax that is stated, else the sum of the taxes, else none', () => {
    const { total_tax_amount: _, ...receipt_summary } = body.receipt_summary
    const taxes = [1, 2].map((amount) => ({ name: 'Tax', percentage: 1, amount }))
    expect(columnsOf({ taxes }).tax_amount).toBe(150n)
    expect(columnsOf({ receipt_summary: { ...receipt_summary, total_tax_amount: 0 } }).tax_amount).toBe(0n)
    expect(columnsOf({ receipt_summary, taxes }).tax_amount).toBe(3n)
    expect(columnsOf({ receipt_summary, taxes: [] }).tax_amount).toBeNull()
    expect(columnsOf({ receipt_summary, taxes: undefined }).tax_amount).toBeNull()
  })
})

describe('the changes of a bill', () => {
  it('are none between equal bodies, whatever the order of their properties', () => {
    expect(differencesOf({ a: 1, b: { c: [1], d: 2 } }, { b: { d: 2, c: [1] }, a: 1 })).toEqual([])
  })

  it('are named by property, and by line of a list', () => {
    const before = {
      note: 'x',
      customer: { name: 'Asha', gstin: 'G' },
      line_items: [{ name: 'Tea', price: 1 }],
    }
    const after = {
      customer: { name: 'Asha', email: 'a@x.example' },
      line_items: [{ name: 'Tea', price: 2 }, { name: 'Cup' }],
      tags: [],
    }
    expect(differencesOf(before, after)).toEqual([
      { field: 'note', from: 'x', to: null },
      { field: 'customer.gstin', from: 'G', to: null },
      { field: 'customer.email', from: null, to: 'a@x.example' },
      { field: 'line_items.0.price', from: 1, to: 2 },
      { field: 'line_items.1', from: null, to: { name: 'Cup' } },
      { field: 'tags', from: null, to: [] },
    ])
    expect(differencesOf(after, before)).toContainEqual({
      field: 'line_items.1',
      from: { name: 'Cup' },
      to: null,
    })
  })

  it('replace a value as a whole where it becomes of another kind', () => {
    expect(
      differencesOf({ employee: ['Ravi'], irn: { a: 1 } }, { employee: { 0: 'Ravi' }, irn: 'a' }),
    ).toEqual([
      { field: 'employee', from: ['Ravi'], to: { 0: 'Ravi' } },
      { field: 'irn', from: { a: 1 }, to: 'a' },
    ])
  })
})

it('a deleted bill is not sent', () => {
  expect(() => assertBillSendable({ status: 'issued' })).not.toThrow()
  expect(() => assertBillSendable({ status: 'deleted' })).toThrow(
    expect.objectContaining({ reason: 'bill_deleted' }),
  )
})
