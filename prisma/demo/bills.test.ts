import { describe, expect, it } from 'vitest'
import { RECEIPT_TYPES } from '#lib/domain/bills/schema/body.ts'
import { BillBody } from '#lib/domain/bills/schema.ts'
import { mismatches } from '#lib/values/bill-mismatch.ts'
import { stateNamed } from '#lib/values/gstin.ts'
import { billOf } from './bill-bodies.ts'
import { BILLS } from './bill-plans.ts'

const bills = BILLS.map((plan, index) => billOf(plan, index, 1_781_505_000))

describe('the demo bills', () => {
  it('are of every type, have numbers of their own, and some of them change', () => {
    expect(new Set(bills.map(({ receipt_type }) => receipt_type))).toEqual(new Set(RECEIPT_TYPES))
    expect(new Set(bills.map(({ receipt_number }) => receipt_number)).size).toBe(BILLS.length)
    const changes = BILLS.flatMap(({ later = [] }) => later.map(({ change }) => change))
    expect(changes.sort()).toEqual(['customer', 'store', 'withdrawn'])
  })

  it('name the place of supply where they have integrated tax', () => {
    const integrated = bills.filter(({ taxes }) => taxes?.some(({ name }) => name === 'IGST'))
    expect(integrated.length).toBeGreaterThan(0)
    for (const { customer } of integrated)
      expect(stateNamed(customer?.billing_address?.province ?? '')).not.toBeNull()
  })

  it.each(bills.map((bill) => [bill.receipt_number, bill] as const))('%s is valid and adds up', (_, bill) => {
    expect(BillBody.safeParse(bill).error).toBeUndefined()
    expect(mismatches(bill)).toEqual([])
    expect(bill.payments.reduce((sum, { amount }) => sum + amount, 0)).toBe(
      bill.receipt_summary.net_payable_amount,
    )
  })
})
