import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertBillSendable, fullBillOf } from '#lib/domain/bills/rules.ts'
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
    expect(() => billOf([[1, 100, 18]], 101)).toThrow(/sum of the items before tax/)
  })
})

it('a deleted bill is not sent', () => {
  expect(() => assertBillSendable({ status: 'issued' })).not.toThrow()
  expect(() => assertBillSendable({ status: 'deleted' })).toThrow(
    expect.objectContaining({ reason: 'bill_deleted' }),
  )
})
