import fc from 'fast-check'
import { expect, it } from 'vitest'
import { percentText, readPercent } from './number-text.ts'

it.each([
  ['2', 200],
  ['2.36', 236],
  [' 2.5 % ', 250],
  ['0.07', 7],
  ['2.361', null],
  ['-1', null],
  ['1e3', null],
  ['', null],
  ['2,5', null],
])('a percentage is read exactly, or not at all: %s', (text, points) => {
  expect(readPercent(text)).toBe(points)
})

it('what is written is read again as the same', () => {
  fc.assert(fc.property(fc.nat(99_999), (points) => readPercent(percentText(points)) === points))
})
