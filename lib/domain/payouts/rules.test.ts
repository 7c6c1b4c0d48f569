import { expect, it } from 'vitest'
import { defaultNarration, payoutFees } from './rules.ts'

it('adds the tax to the fee of a payout, rounded to the paisa', () => {
  expect(payoutFees({ payout_fee: 1_000, tax_basis_points: 1_800 })).toEqual({ fees: 1_000, tax: 180 })
  expect(payoutFees({ payout_fee: 0, tax_basis_points: 1_800 })).toEqual({ fees: 0, tax: 0 })
})

it('makes a narration of the characters that banks allow', () => {
  expect(defaultNarration('Kaveri Stores')).toBe('Kaveri Stores')
  expect(defaultNarration("  Asha's  Café & Sons ")).toBe('Asha s Caf Sons')
  expect(defaultNarration(`${'A'.repeat(29)} Bcd`)).toBe('A'.repeat(29))
  expect(defaultNarration(` ${'A'.repeat(30)}`)).toBe('A'.repeat(30))
  expect(defaultNarration('A'.repeat(40))).toBe('A'.repeat(30))
  for (const label of ['', '***', 'दुकान']) expect(defaultNarration(label)).toBe('Payout')
})
