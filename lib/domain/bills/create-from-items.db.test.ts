import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBillFromItems } from '#lib/domain/bills/create-from-items.ts'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { mismatch } from '#lib/values/bill-mismatch.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(() => instance.close())

const tea = { name: 'Tea, 250 g', quantity: 2, unit_amount: 25_000, tax_percent: 5 }

describe('a bill of what a person says', () => {
  it('has its lines, taxes, totals and number computed, so that it adds up', async () => {
    const { id: customer_id } = await instance.run(createCustomer, {
      name: 'Asha Rao',
      email: 'asha@example.com',
    })
    const bill = await instance.run(createBillFromItems, {
      items: [tea, { name: 'Cup', unit_amount: 9_999, tax_percent: 18 }, { name: 'Bag', unit_amount: 333 }],
      customer: { customer_id },
      payment_method: 'upi',
      discount_amount: 1_000,
    })
    expect(mismatch(bill)).toBeNull()
    expect(bill).toMatchObject({
      receipt_type: 'tax_invoice',
      receipt_delivery: 'digital',
      receipt_url: expect.stringContaining('/bill/'),
      taxes: [
        { name: 'CGST', percentage: 2.5, amount: 1_250 },
        { name: 'SGST', percentage: 2.5, amount: 1_250 },
        { name: 'CGST', percentage: 9, amount: 900 },
        { name: 'SGST', percentage: 9, amount: 900 },
      ],
      receipt_summary: {
        total_quantity: 4,
        sub_total_amount: 60_332,
        total_tax_amount: 4_300,
        total_discount_amount: 1_000,
        net_payable_amount: 63_632,
        payment_status: 'paid',
      },
      payments: [{ method: 'upi', amount: 63_632 }],
    })
    const next = await instance.run(createBillFromItems, { items: [tea] })
    expect(next.receipt_number).not.toBe(bill.receipt_number)
    expect(next).toMatchObject({
      receipt_delivery: 'print',
      payments: [{ amount: 0 }],
      receipt_summary: { payment_status: 'unpaid' },
    })
  })

  it('needs no tax, and keeps the type that is asked for', async () => {
    const plain = { items: [{ name: 'Bag', unit_amount: 333 }] }
    expect(await instance.run(createBillFromItems, plain)).toMatchObject({
      receipt_type: 'order_confirmation',
    })
    const sales = await instance.run(createBillFromItems, { ...plain, receipt_type: 'sales_invoice' })
    expect(sales).toMatchObject({ receipt_type: 'sales_invoice', taxes: [{ amount: 0 }] })
    expect(mismatch(sales)).toBeNull()
  })

  it.each([
    [{ items: [] }, 'items'],
    [{ items: [tea], discount_amount: 52_501 }, 'discount_amount'],
    [{ items: [{ ...tea, quantity: 0 }] }, 'items.0.quantity'],
    [{ items: [tea], customer: { customer_id: 'cust_NfLw3gQ81xRt0a' } }, 'customer.customer_id'],
  ])('is rejected where it is wrong: %j', async (input, field) => {
    await expect(instance.run(createBillFromItems, input)).rejects.toMatchObject({ field })
  })
})
