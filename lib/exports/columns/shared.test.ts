import { expect, it } from 'vitest'
import { columnsOf as payments } from './payments.ts'
import { minorCell } from './shared.ts'

it('has a sum in minor units as a number, and as text where that would not be exact', () => {
  expect(minorCell(123_456n)).toBe(123_456)
  expect(minorCell(-5n)).toBe(-5)
  expect(minorCell(9_007_199_254_740_993n)).toBe('9007199254740993')
})

it('says of fees of payments that they include tax, as the files of the balance do', () => {
  const names = payments('Asia/Kolkata').map(([name]) => name)
  expect(names.filter((name) => name.startsWith('fee'))).toEqual(['fee_with_tax', 'fee_with_tax_minor'])
})
