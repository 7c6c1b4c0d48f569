import { describe, expect, it } from 'vitest'
import { placeOfSupply, stateNamed, supplyBetween } from './gstin.ts'

describe('the place of supply', () => {
  it('decides which taxes there are', () => {
    expect(supplyBetween('29', '29')).toBe('state')
    expect(supplyBetween('29', '27')).toBe('between')
    // Chandigarh has no legislature; Delhi and Puducherry have one.
    expect(supplyBetween('04', '04')).toBe('territory')
    expect(supplyBetween('07', '07')).toBe('state')
    expect(supplyBetween('34', '34')).toBe('state')
    expect(supplyBetween('04', '07')).toBe('between')
  })
  it("is the state of the customer's GSTIN, else the chosen one, else the seller's", () => {
    expect(placeOfSupply({ gstin: '27AAPFU0939F1ZV', chosen: '33', seller: '29' })).toBe('27')
    expect(placeOfSupply({ gstin: null, chosen: '33', seller: '29' })).toBe('33')
    expect(placeOfSupply({ gstin: '', chosen: '', seller: '29' })).toBe('29')
  })
  it('is found by the name of a state', () => {
    expect(stateNamed(' karnataka ')).toBe('29')
    expect(stateNamed('Atlantis')).toBeNull()
  })
})
