import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueBill, reissueBill } from '#lib/domain/bills/create.ts'
import { fetchBill, fetchBillTimeline, fetchBillVersions, fetchOrderBills } from '#lib/domain/bills/fetch.ts'
import { suggestReceiptNumber } from '#lib/domain/bills/suggest-number.ts'
import { deleteBill } from '#lib/domain/bills/update.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { ROLE_PERMISSIONS, type Role } from '#lib/values/permissions.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(() => instance.close())

const staff = (role: Role): Actor => ({
  ...instance.system,
  kind: 'user',
  id: `usr_${role}`,
  name: `${role}@example.com`,
  permissions: new Set(ROLE_PERMISSIONS[role]),
})

/** 3 at 249.99, 9 % and 9 % of it: 749.97 and twice 67.50 are 884.97, rounded off by 3 paise. */
function bill(receipt_number: string, summary: object = {}, more: object = {}) {
  const taxes = [
    { name: 'CGST', percentage: 9, amount: 6750 },
    { name: 'SGST', percentage: 9, amount: 6750 },
  ]
  return {
    business_type: 'retail' as const,
    business_category: 'retail_and_consumer_goods' as const,
    receipt_type: 'tax_invoice' as const,
    receipt_delivery: 'print' as const,
    receipt_timestamp: instance.now(),
    receipt_number,
    line_items: [{ name: 'Rice', quantity: 3, unit_amount: 24_999, total_amount: 74_997, taxes }],
    taxes,
    payments: [{ method: 'Cash', currency: 'INR', amount: 88_500 }],
    receipt_summary: {
      currency: 'INR',
      total_quantity: 3,
      sub_total_amount: 74_997,
      total_tax_amount: 13_500,
      roundup_amount: 3,
      net_payable_amount: 88_500,
      ...summary,
    },
    ...more,
  }
}

const issue = (input: object, as = staff('support')) => instance.run(issueBill, input, undefined, as)
const lines = async (id: string) =>
  (
    await instance.runtime.query(
      'SELECT action, actor_name FROM audit_lines WHERE object_id = $1 ORDER BY id',
      [id],
    )
  ).rows

describe('issuing a bill', () => {
  it('records what adds up, with an event and one audit line', async () => {
    const issued = await issue(bill('A-1'))
    expect(issued).toMatchObject({ status: 'issued', version: 1, receipt_number: 'A-1' })
    expect(await instance.run(fetchBill, { bill_id: issued.id })).toEqual(issued)
    expect(await lines(issued.id)).toEqual([{ action: 'issue_bill', actor_name: 'support@example.com' }])
    const { items } = await instance.run(fetchBillTimeline, { bill_id: issued.id })
    expect(items.map(({ what, actor_name }) => [what, actor_name])).toEqual([
      ['bill.created', 'support@example.com'],
    ])
  })

  it.each([
    [{ net_payable_amount: 88_400 }, 'receipt_summary.net_payable_amount', '1.00 too little'],
    [{ roundup_amount: 0 }, 'receipt_summary.net_payable_amount', '0.03 too much'],
    [{ total_tax_amount: 13_400 }, 'receipt_summary.total_tax_amount', '1.00 too little'],
    [{ sub_total_amount: 75_000 }, 'receipt_summary.sub_total_amount', '0.03 too much'],
    [{ total_quantity: 4 }, 'receipt_summary.total_quantity', '1 too much'],
    [{ total_discount_amount: 100 }, 'receipt_summary.net_payable_amount', '1.00 too much'],
  ])('rejects what does not add up, and says where and by how much: %j', async (summary, field, words) => {
    const refused = issue(bill('A-2', summary))
    await expect(refused).rejects.toMatchObject({ reason: 'bill_does_not_add_up', field })
    await expect(refused).rejects.toThrow(words)
  })

  it('takes prices that hold the tax already', async () => {
    const summary = { roundup_amount: undefined, net_payable_amount: 74_997 }
    await expect(issue(bill('A-3', summary))).resolves.toMatchObject({ status: 'issued' })
  })

  it('rejects a line that is not its quantity times its price', async () => {
    const odd = bill('A-4', { sub_total_amount: 75_000, net_payable_amount: 88_503 })
    odd.line_items = [{ ...odd.line_items[0], total_amount: 75_000 } as (typeof odd.line_items)[number]]
    await expect(issue(odd)).rejects.toMatchObject({
      reason: 'bill_does_not_add_up',
      field: 'line_items.0.total_amount',
    })
  })

  it('is for those who write bills, and uses a number once', async () => {
    await expect(issue(bill('A-5'), staff('viewer'))).rejects.toMatchObject({ reason: 'permission_denied' })
    const first = await issue(bill('A-5'))
    await expect(issue(bill('A-5'))).rejects.toMatchObject({
      reason: 'bill_receipt_number_used',
      field: 'receipt_number',
      metadata: { bill_id: first.id },
    })
  })
})

describe('changing an issued bill', () => {
  const reissue = (bill_id: string, expected_version: number, changed: object) =>
    instance.run(reissueBill, { bill_id, expected_version, ...changed }, undefined, staff('finance'))

  it('keeps the version before, with what differs and who did it', async () => {
    const { id } = await issue(bill('B-1'))
    const changed = bill('B-1', { delivery_charges: 4000, net_payable_amount: 92_500 })
    expect(await reissue(id, 1, { ...changed, store_code: null })).toMatchObject({ version: 2 })
    const { items } = await instance.run(fetchBillVersions, { bill_id: id })
    expect(items[0]).toMatchObject({
      version: 2,
      created_by: 'user:finance@example.com',
      differences: [
        { field: 'receipt_summary.net_payable_amount', from: 88_500, to: 92_500 },
        { field: 'receipt_summary.delivery_charges', from: null, to: 4000 },
      ],
    })
    const timeline = await instance.run(fetchBillTimeline, { bill_id: id })
    expect(timeline.items.map(({ what }) => what)).toEqual(['bill.updated', 'bill.created'])
  })

  it('removes what the builder leaves out, and keeps what it has no field for', async () => {
    const more = { store_code: 'MYS-01', order_number: 'O-1', customer: { name: 'Asha' }, tags: ['festive'] }
    const { id } = await issue(bill('B-3', {}, more))
    const changed = await reissue(id, 1, bill('B-3', {}, { order_number: 'O-2', store_code: undefined }))
    expect(changed).toMatchObject({ order_number: 'O-2', tags: ['festive'], version: 2 })
    expect(changed.store_code).toBeUndefined()
    expect(changed.customer).toBeUndefined()
  })

  it.each([
    ['receipt_number', 'B-9'],
    ['business_type', 'ecommerce'],
    ['business_category', 'other_services'],
  ])('cannot change %s', async (field, value) => {
    const number = `B-4 ${field}`
    const { id } = await issue(bill(number))
    const refused = { reason: 'input_validation_failed', field }
    await expect(reissue(id, 1, bill(number, {}, { [field]: value }))).rejects.toMatchObject(refused)
  })

  it('is rejected where it does not add up, has changed meanwhile, or is deleted', async () => {
    const { id } = await issue(bill('B-2'))
    const right = bill('B-2', { roundup_amount: 103, net_payable_amount: 88_600 })
    await expect(reissue(id, 1, bill('B-2', { net_payable_amount: 1 }))).rejects.toMatchObject({
      reason: 'bill_does_not_add_up',
    })
    await expect(reissue(id, 1, { store_code: 'MYS' })).rejects.toMatchObject({
      reason: 'input_validation_failed',
    })
    await reissue(id, 1, right)
    await expect(reissue(id, 1, right)).rejects.toMatchObject({ reason: 'bill_changed' })
    await instance.run(deleteBill, { bill_id: id })
    await expect(reissue(id, 2, right)).rejects.toMatchObject({ reason: 'bill_deleted' })
  })
})

describe('the next number of the series', () => {
  const request = { zone: 'Asia/Kolkata', receipt_type: 'tax_invoice' } as const
  const suggest = async () => instance.run(suggestReceiptNumber, request)

  it('follows the newest bill of the type that ends in figures, and passes over what is used', async () => {
    const fresh = await openInstance()
    const first = await fresh.run(suggestReceiptNumber, request)
    expect(first).toEqual({ receipt_number: 'INV/26-27/0001', after: null })
    await fresh.close()

    await issue(bill('KS-0042'))
    await instance.pass(1)
    await issue(bill('KS-0041'))
    await instance.pass(1)
    await issue(bill('WALK-IN'))
    await instance.pass(1)
    await issue(bill('ORD-7', {}, { receipt_type: 'order_confirmation' }))
    expect(await suggest()).toEqual({ receipt_number: 'KS-0043', after: 'KS-0041' })
  })

  it('is that of the store, or of the bills without one, and never another', async () => {
    const fresh = await openInstance()
    const next = (more: object = {}) => fresh.run(suggestReceiptNumber, { ...request, ...more })
    const made = async (receipt_number: string, more: object = {}) => {
      await fresh.run(issueBill, bill(receipt_number, {}, more))
      await fresh.pass(1)
    }
    await made('TI/CHE-MYL/01108', { store_code: 'CHE-MYL' })
    expect(await next()).toEqual({ receipt_number: 'INV/26-27/0001', after: null })
    expect(await next({ store_code: 'CHE-MYL' })).toEqual({
      receipt_number: 'TI/CHE-MYL/01109',
      after: 'TI/CHE-MYL/01108',
    })
    expect((await next({ store_code: 'BLR' })).receipt_number).toBe('BLR/26-27/0001')
    // Too long for an invoice with the years.
    expect((await next({ store_code: 'BLR-INDIRANAGAR' })).receipt_number).toBe('BLR-INDIRANAGAR/0001')
    expect((await next({ store_code: 'x'.repeat(64) })).receipt_number).toHaveLength(64)
    // The first number is used by a store: a series of its own.
    await made('INV/26-27/0001', { store_code: 'CHE-MYL' })
    expect(await next()).toEqual({ receipt_number: 'INV2/26-27/0001', after: null })
    await made('INV2/26-27/0001')
    for (let at = 2; at < 25; at += 1)
      await made(`INV2/26-27/00${String(at).padStart(2, '0')}`, { store_code: 'BLR' })
    // Where the next numbers are all used by another, it begins again.
    expect(await next()).toEqual({ receipt_number: 'INV3/26-27/0001', after: null })
    await fresh.close()
  })
})

describe('the bills of an order', () => {
  it('are those that name it by its id or its receipt', async () => {
    const order = await instance.run(createOrder, { amount: 88_500, currency: 'INR', receipt: 'KS-9' })
    const other = await instance.run(createOrder, { amount: 88_500, currency: 'INR' })
    const first = await issue(bill('O-1', {}, { order_number: order.id }))
    await instance.pass(1)
    const second = await issue(bill('O-2', {}, { order_number: 'KS-9' }))
    const idsOf = async (id: string) =>
      (await instance.run(fetchOrderBills, { id })).items.map((listed) => listed.id)
    expect(await idsOf(order.id)).toEqual([second.id, first.id])
    expect(await idsOf(other.id)).toEqual([])
  })
})
