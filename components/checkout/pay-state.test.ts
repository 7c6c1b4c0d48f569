import { expect, it } from 'vitest'
import { methodsOf, PAY_METHODS } from './pay-state.ts'

it('an order offers the method that it names, or all', () => {
  expect(methodsOf({ method: 'upi' })).toEqual(['upi'])
  expect(methodsOf({ method: null })).toEqual(PAY_METHODS)
})
