import { describe, expect, it } from 'vitest'
import { ifscSaid, namesDiffer, numbersDiffer } from './fund-account-form-state.ts'

it('compares account numbers as the bank reads them', () => {
  expect(numbersDiffer('5010 0012-3456', '501000123456')).toBeNull()
  expect(numbersDiffer('501000123456', '501000123465')).toMatch("don't match")
  expect(numbersDiffer('501000123456', ' ')).toMatch('number again')
})

it('compares names by their words', () => {
  expect(namesDiffer('asha  RAO', 'Rao, Asha')).toBe(false)
  expect(namesDiffer('Asha Rao', 'Asha B')).toBe(true)
  expect(namesDiffer('', 'Asha B')).toBe(false)
  expect(namesDiffer('Asha Rao', null)).toBe(false)
})

describe('an IFSC while it is typed', () => {
  it.each([
    ['HDFCO', 'letter O'],
    ['HDFC1', 'must be zero'],
    ['HD1', 'letters'],
    ['HDFC-0', 'only letters and digits'],
    ['HDFC0', '5 of 11'],
    ['HDFC00000012', '11 characters'],
  ])('%s: %s', (typed, said) => {
    expect(ifscSaid(typed)?.words).toMatch(said)
  })

  it('is left to the list of branches once it is whole', () => {
    expect(ifscSaid(' hdfc0000001 ')).toBeNull()
  })
})
