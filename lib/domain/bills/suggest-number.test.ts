import { describe, expect, it } from 'vitest'
import { firstInSeries, nextInSeries } from './suggest-number.ts'

describe('a series of numbers', () => {
  it.each([
    ['INV/26-27/0001', 'INV/26-27/0002'],
    ['KS-0999', 'KS-1000'],
    ['KS-9', 'KS-10'],
    ['7', '8'],
    ['A1B', null],
    ['', null],
  ])('goes on from %j with %j', (number, next) => expect(nextInSeries(number)).toBe(next))
  it('starts over with the financial year, which begins in April', () => {
    expect(firstInSeries(2026, 11)).toBe('INV/26-27/0001')
    expect(firstInSeries(2027, 3)).toBe('INV/26-27/0001')
    expect(firstInSeries(2027, 4)).toBe('INV/27-28/0001')
    expect(firstInSeries(2100, 1)).toBe('INV/99-00/0001')
  })
})
