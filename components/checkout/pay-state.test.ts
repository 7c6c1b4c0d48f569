import { expect, it } from 'vitest'
import { METHODS, methodsOf } from './pay-state.ts'

it('an order offers the method that it names, or all', () => {
  expect(methodsOf({ method: 'upi' })).toEqual(['upi'])
  expect(methodsOf({ method: null })).toEqual(METHODS)
})
