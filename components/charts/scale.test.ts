import { expect, it } from 'vitest'
import { ceilingOf, change, changeInPoints, everyOf, percent, shortMoney, verdictOn } from './scale.ts'

it('ends the axis on a round figure', () => {
  expect([0, 1, 3, 120, 4999, 5000, 5001].map(ceilingOf)).toEqual([1, 1, 3, 150, 5000, 5000, 6000])
  for (const max of [7, 77, 777, 123_456_789]) expect(ceilingOf(max)).toBeGreaterThanOrEqual(max)
})

it('leaves labels out where they would touch', () => {
  expect([everyOf(7, 8), everyOf(28, 8), everyOf(0, 8)]).toEqual([1, 4, 1])
})

it('writes amounts short', () => {
  expect(shortMoney(12_000_000, 'INR', 'indian')).toBe('₹1.2L')
  expect(shortMoney(5_000_000, 'INR', 'indian')).toBe('₹50K')
  expect(shortMoney(12_000_000, 'INR', 'western')).toBe('₹120K')
  expect(shortMoney(100_000_000_000, 'INR', 'indian')).toBe('₹100Cr')
  expect(shortMoney(-5_000_000, 'INR', 'indian')).toBe('\u2212₹50K')
})

it('says shares and changes', () => {
  expect([percent(1, 8), percent(1, 250), percent(0, 5), percent(1, 0)]).toEqual(['13%', '0.4%', '0%', '—'])
  expect([change(112, 100), change(97, 100), change(5, 0), change(0, 0), change(100, 100)]).toEqual([
    '+12%',
    '−3%',
    'no previous data',
    'no change',
    'no change',
  ])
  expect(changeInPoints([9, 10], [8, 10])).toBe('+10.0 points')
  expect(changeInPoints([9, 10], [9, 10])).toBe('no change')
  expect(changeInPoints([9, 10], [0, 0])).toBe('no previous data')
})

it('says whether a change is good news', () => {
  expect([verdictOn(change(33, 100), 'less'), verdictOn(change(133, 100), 'less')]).toEqual([
    'better',
    'worse',
  ])
  expect(verdictOn(changeInPoints([6, 10], [94, 100]), 'more')).toBe('worse')
  expect(verdictOn(change(2, 1), 'more')).toBe('better')
  for (const same of [change(1, 1), change(1, 0)]) expect(verdictOn(same, 'more')).toBeNull()
})
