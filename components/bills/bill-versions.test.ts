import { expect, it } from 'vitest'
import { differenceKindOf, fieldLabel, valueText } from './bill-versions.tsx'

it('labels the fields of a bill', () => {
  expect(fieldLabel('line_items.0.unit_amount')).toBe('Line 1, price')
  expect(fieldLabel('receipt_summary.net_payable_amount')).toBe('Net payable')
  expect(fieldLabel('receipt_summary.discounts.1.amount')).toBe('Discount 2, amount')
  expect(fieldLabel('line_items.2.taxes.0.amount')).toBe('Line 3, tax 1, amount')
  expect(fieldLabel('store_code')).toBe('Store code')
})

it('tells amounts and timestamps from other numbers', () => {
  expect(differenceKindOf('receipt_summary.delivery_charges', 100)).toBe('amount')
  expect(differenceKindOf('payments.0.amount', 100)).toBe('amount')
  expect(differenceKindOf('receipt_timestamp', 1)).toBe('timestamp')
  expect(differenceKindOf('line_items.0.quantity', 3)).toBe('text')
  expect(differenceKindOf('payments.0.amount', null)).toBe('text')
})

it('puts whatever else there is in words', () => {
  expect(valueText({ name: 'Rice', unit_amount: 5, taxes: [{ name: 'CGST' }] })).toBe(
    'name: Rice, unit amount: 5, taxes: name: CGST',
  )
  expect(valueText(['a', 'b'])).toBe('a; b')
})
