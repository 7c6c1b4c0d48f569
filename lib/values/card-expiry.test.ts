import { expect, it } from 'vitest'
import { formatExpiry, parseExpiry } from './card-expiry.ts'

it.each(['12/30', '12 / 30', '1230', '12/2030', '122030', '12-30', ' 12 / 2030 '])(
  'reads %s as December 2030',
  (text) => {
    expect(parseExpiry(text)).toEqual({ month: 12, year: 2030 })
  },
)

it('reads a month of one digit', () => expect(parseExpiry('1/31')).toEqual({ month: 1, year: 2031 }))

it.each(['', '13/30', '00/30', '12', '12/3', '12/203', '130', 'soon'])('does not read "%s"', (text) => {
  expect(parseExpiry(text)).toBeNull()
})

it.each([
  ['1', '1'],
  ['12', '12 / '],
  ['5', '05 / '],
  ['123', '12 / 3'],
  ['1/', '01 / '],
  ['12 / 30', '12 / 30'],
  ['12/2030', '12 / 2030'],
  ['530', '05 / 30'],
])('writes %s as %s while it is typed', (typed, shown) => expect(formatExpiry(typed)).toBe(shown))
