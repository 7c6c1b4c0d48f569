import { expect, it } from 'vitest'
import { methodsOf, PAY_METHODS } from './pay-state.ts'

it('an order offers the method that it names, or all', () => {
  expect(methodsOf({ method: 'upi', upi_first: true })).toEqual(['upi'])
  expect(methodsOf({ method: null, upi_first: false })).toEqual(PAY_METHODS)
})

it('offers UPI first to payers in India', () => {
  expect(methodsOf({ method: null, upi_first: true })).toEqual(['upi', 'card', 'netbanking', 'wallet'])
})
