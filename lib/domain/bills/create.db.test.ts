import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { editCustomer } from '#lib/domain/customers/update.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest } from '#lib/testing/rest.ts'
import { shopOf, upiOf } from '#lib/testing/shop.ts'
import { mismatch } from '#lib/values/bill-mismatch.ts'
import { createBillFromItems } from './create.ts'
import { fetchBill } from './fetch.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(() => instance.close())

const GSTIN = '29ABCDE1234F1ZW'
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
        { name: 'CGST', percentage: 2.5, amount: 1_229 },
        { name: 'SGST', percentage: 2.5, amount: 1_229 },
        { name: 'CGST', percentage: 9, amount: 885 },
        { name: 'SGST', percentage: 9, amount: 885 },
      ],
      receipt_summary: {
        total_quantity: 4,
        sub_total_amount: 60_332,
        total_tax_amount: 4_228,
        total_discount_amount: 1_000,
        net_payable_amount: 63_560,
        payment_status: 'paid',
      },
      payments: [{ method: 'upi', amount: 63_560 }],
    })
    const next = await instance.run(createBillFromItems, { items: [tea] })
    expect(next.receipt_number).not.toBe(bill.receipt_number)
    expect(next).toMatchObject({
      receipt_delivery: 'print',
      payments: [{ amount: 0 }],
      receipt_summary: { payment_status: 'unpaid' },
    })
  })

  it('has the buyer from the record of the customer, as it is then, unless it is said', async () => {
    const record = { name: 'Meera Nair', email: 'meera@example.com', contact: '+919876500321', gstin: GSTIN }
    const { id: customer_id } = await instance.run(createCustomer, record)
    const made = (customer: object, as = instance.actor) =>
      instance.run(
        createBillFromItems,
        { items: [tea], customer: { customer_id, ...customer } },
        undefined,
        as,
      )
    const bill = await made({})
    expect(bill.customer).toEqual({ customer_id, ...record })
    expect((await made({ name: 'Nair & Sons' })).customer).toEqual({
      customer_id,
      ...record,
      name: 'Nair & Sons',
    })
    await instance.run(editCustomer, { id: customer_id, name: 'Meera Menon' })
    expect((await instance.run(fetchBill, { bill_id: bill.id })).customer).toMatchObject({
      name: 'Meera Nair',
    })
    const { permissions } = instance.actor
    const blind = {
      ...instance.actor,
      permissions: new Set([...permissions].filter((one) => one !== 'customers:read')),
    }
    expect((await made({}, blind)).customer).toEqual({ customer_id })
  })

  it('is of the known customer with the email that is said, in any case', async () => {
    const known = { name: 'Ravi Kumar', email: 'Ravi.Kumar@example.com', contact: '+919876500399' }
    const { id: customer_id } = await instance.run(createCustomer, known)
    const made = async (customer: object, as = instance.actor) =>
      (await instance.run(createBillFromItems, { items: [tea], customer }, undefined, as)).customer
    const said = { email: 'ravi.kumar@EXAMPLE.com' }
    expect(await made(said)).toEqual({ customer_id, ...known, ...said })
    expect(await made({ ...said, contact: '9876500399' })).toMatchObject({ customer_id })
    // Parts of the email, another phone number, and several customers with one email name none.
    expect(await made({ email: 'kumar@example.com' })).toEqual({ email: 'kumar@example.com' })
    expect(await made({ email: 'ravi_kumar@example.com' })).toEqual({ email: 'ravi_kumar@example.com' })
    expect(await made({ ...said, contact: '9876500398' })).not.toHaveProperty('customer_id')
    const { id: second } = await instance.run(createCustomer, { ...known, contact: '+919876500397' })
    expect(await made(said)).toEqual(said)
    expect(await made({ ...said, contact: '9876500397' })).toMatchObject({ customer_id: second })
    const { permissions } = instance.actor
    const blind = {
      ...instance.actor,
      permissions: new Set([...permissions].filter((one) => one !== 'customers:read')),
    }
    expect(await made({ ...said, contact: '9876500397' }, blind)).not.toHaveProperty('customer_id')
  })

  it('is paid by as much of a captured payment as is left, unless the method is said', async () => {
    const shop = shopOf(await openRest(instance), instance)
    const bill = (payment_reference_id: string, more: object = {}, as = instance.actor) =>
      instance.run(createBillFromItems, { items: [tea], payment_reference_id, ...more }, undefined, as)
    const paid = await shop.captured(52_500, upiOf('success'))
    const whole = await bill(paid.id)
    expect(mismatch(whole)).toBeNull()
    expect(whole).toMatchObject({
      receipt_summary: { net_payable_amount: 52_500, payment_status: 'paid' },
      payments: [{ method: 'upi', amount: 52_500, payment_reference_id: paid.id }],
    })
    expect(await bill((await shop.captured(99_900)).id)).toMatchObject({
      receipt_summary: { payment_status: 'paid' },
      payments: [{ method: 'card', amount: 52_500 }],
    })
    await shop.refund(paid, { amount: 2_500 })
    expect(await bill(paid.id)).toMatchObject({
      receipt_summary: { payment_status: 'partially_paid' },
      payments: [{ method: 'upi', amount: 50_000 }],
    })
    expect(await bill(paid.id, { payment_method: 'cash' })).toMatchObject({
      receipt_summary: { payment_status: 'paid' },
      payments: [{ method: 'cash', amount: 52_500 }],
    })
    const { permissions } = instance.actor
    const blind = {
      ...instance.actor,
      permissions: new Set([...permissions].filter((one) => one !== 'payments:read')),
    }
    const authorized = await shop.authorized(52_500)
    for (const unpaid of [
      await bill(authorized.id),
      await bill('pay_NfLw3gQ81xRt0a'),
      await bill('TXN-1'),
      await bill(paid.id, {}, blind),
    ])
      expect(unpaid).toMatchObject({
        receipt_summary: { payment_status: 'unpaid' },
        payments: [{ method: 'other', amount: 0 }],
      })
  })

  it('has a number of its store, and none of another', async () => {
    const fresh = await openInstance()
    const made = async (more: object) => {
      const bill = await fresh.run(createBillFromItems, { items: [tea], ...more })
      await fresh.pass(1)
      return [bill.store_code, bill.receipt_number]
    }
    const store = { store_code: 'CHE-MYL' }
    await made({ ...store, receipt_number: 'TI/CHE-MYL/01108' })
    expect(await made({})).toEqual([undefined, 'INV/26-27/0001'])
    expect(await made(store)).toEqual(['CHE-MYL', 'TI/CHE-MYL/01109'])
    expect(await made({})).toEqual([undefined, 'INV/26-27/0002'])
    await fresh.close()
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
    [{ items: [tea], discount_amount: 50_001 }, 'discount_amount'],
    [{ items: [tea], discount_amount: 52_501 }, 'discount_amount'],
    [{ items: [{ ...tea, quantity: 0 }] }, 'items.0.quantity'],
    [{ items: [tea], customer: { customer_id: 'cust_NfLw3gQ81xRt0a' } }, 'customer.customer_id'],
  ])('is rejected where it is wrong: %j', async (input, field) => {
    await expect(instance.run(createBillFromItems, input)).rejects.toMatchObject({ field })
  })
})
