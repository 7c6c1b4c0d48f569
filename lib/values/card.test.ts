import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cvvLengthOf,
  describeCard,
  formatCardNumber,
  isCardNumber,
  isExpired,
  luhn,
  networkOf,
} from './card.ts'

describe('networkOf', () => {
  test.each([
    ['4100280000001007', 'Visa'],
    ['4', 'Visa'],
    ['5500670000001002', 'MasterCard'],
    ['5099999999999999', 'Maestro'],
    ['2220999999999999', 'Unknown'],
    ['2221000000000000', 'MasterCard'],
    ['2720999999999999', 'MasterCard'],
    ['2721000000000000', 'Unknown'],
    ['5600000000000000', 'Maestro'],
    ['6759649826438453', 'Maestro'],
    ['6000000000000000', 'RuPay'],
    ['6521000000000000', 'RuPay'],
    ['6522000000000000', 'RuPay'],
    ['6527658900001005', 'RuPay'],
    ['8100000000000000', 'RuPay'],
    ['8200000000000000', 'RuPay'],
    ['5081000000000000', 'RuPay'],
    ['3530111333300000', 'RuPay'],
    ['3566002020360505', 'RuPay'],
    ['3528000000000000', 'JCB'],
    ['3589999999999999', 'JCB'],
    ['3590000000000000', 'Unknown'],
    ['6011111111111117', 'Discover'],
    ['6523000000000000', 'Discover'],
    ['6440000000000000', 'Discover'],
    ['6221250000000000', 'Unknown'],
    ['6221260000000000', 'Discover'],
    ['36082800091007', 'Diners Club'],
    ['30569309025904', 'Diners Club'],
    ['340256000401007', 'American Express'],
    ['378282246310005', 'American Express'],
    ['9999999999999999', 'Unknown'],
    ['', 'Unknown'],
  ])('%s is %s', (number, network) => {
    expect(networkOf(number)).toBe(network)
  })
})

describe('isCardNumber', () => {
  test.each(['4100280000001007', '36082800091007', '340256000401007', '6527658900001005', '4222222222222'])(
    'accepts %s',
    (number) => {
      expect(isCardNumber(number)).toBe(true)
    },
  )

  test.each([
    ['a wrong check digit', '4100280000001008'],
    ['a Visa number of 15 digits', '410028000000104'],
    ['an American Express number of 16 digits', '3402560004010006'],
    ['zeros', '0000000000000000'],
    ['spaces', '4100 2800 0000 1007'],
    ['nothing', ''],
  ])('rejects %s', (_, number) => {
    expect(isCardNumber(number)).toBe(false)
  })

  test('the two examples of a wrong length have a correct check digit, so it is the length that rejects them', () => {
    expect(luhn('410028000000104')).toBe(true)
    expect(luhn('3402560004010006')).toBe(true)
  })
})

test('one digit typed wrong never passes the Luhn check', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^\d{11,18}$/),
      fc.nat(),
      fc.integer({ min: 1, max: 9 }),
      (body, at, by) => {
        const number = [...'0123456789'].map((check) => body + check).find(luhn) ?? ''
        const place = at % number.length
        const wrong = number.slice(0, place) + ((Number(number[place]) + by) % 10) + number.slice(place + 1)
        return number.length === body.length + 1 && !luhn(wrong)
      },
    ),
  )
})

describe('describeCard', () => {
  test('keeps the first six and the last four digits and nothing between', () => {
    expect(describeCard('5500670000001002')).toEqual({
      last4: '1002',
      iin: '550067',
      network: 'MasterCard',
      type: 'credit',
      issuer: 'HDFC',
      international: false,
      sub_type: 'consumer',
    })
  })

  test.each(['5555555555554444', '5105105105105100', '4012888888881881'])('%s is from abroad', (number) => {
    expect(describeCard(number)).toMatchObject({ international: true, issuer: null })
  })

  test('guesses nothing about a card that is not known', () => {
    expect(describeCard('4111111111111111')).toMatchObject({
      type: 'unknown',
      issuer: null,
      international: false,
      sub_type: 'consumer',
    })
  })
})

test.each([
  ['4100280000001007', '4100 2800 0000 1007'],
  ['340256000401007', '3402 560004 01007'],
  ['36082800091007', '3608 280009 1007'],
  ['4100 2800-0000', '4100 2800 0000'],
  ['34025', '3402 5'],
  ['6759649826438453123', '6759 6498 2643 8453 123'],
  ['', ''],
])('%s is written %s', (number, written) => {
  expect(formatCardNumber(number)).toBe(written)
})

test('grouping changes no digit', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^\d{0,19}$/),
      (digits) => formatCardNumber(digits).replaceAll(' ', '') === digits,
    ),
  )
})

test('a card is good to the last second of its month', () => {
  const card = { expiry_month: 12, expiry_year: 2027 }
  const newYear = Date.UTC(2028, 0, 1) / 1000
  expect(isExpired(card, newYear - 1)).toBe(false)
  expect(isExpired(card, newYear)).toBe(true)
})

test('only American Express has four digits of security code', () => {
  expect(cvvLengthOf('American Express')).toBe(4)
  expect(cvvLengthOf('Visa')).toBe(3)
})
