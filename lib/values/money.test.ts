import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Amount, CURRENCIES, MAX_AMOUNT, StoredInteger, Sum } from './money.ts'
import { decimalOf, formatMoney, parseMoney, shareOf } from './money-text.ts'

const amount = fc.integer({ min: 0, max: MAX_AMOUNT })
const currency = fc.constantFrom(...CURRENCIES)

describe('shareOf', () => {
  it.each([
    [1050, 200, 21],
    [25, 200, 1],
    [24, 200, 0],
    [75, 200, 2],
    [2950, 1800, 531],
    [1, 5000, 1],
    [0, 200, 0],
    [MAX_AMOUNT, 200, 1_000_000_000],
    [Number.MAX_SAFE_INTEGER, 10_000, Number.MAX_SAFE_INTEGER],
  ])('takes of %d at %d basis points %d', (of, points, share) => {
    expect(shareOf(of, points)).toBe(share)
  })

  it('is the whole number nearest to the exact share, and the upper one from a half on', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
        fc.integer({ min: 0, max: 10_000 }),
        (of, points) => {
          // error = 10000 * share - of * points lies in (-5000, 5000] exactly when share is the nearest, halves up.
          const error = BigInt(shareOf(of, points)) * 10_000n - BigInt(of) * BigInt(points)
          expect(error > -5000n && error <= 5000n).toBe(true)
        },
      ),
    )
  })

  it('grows with the amount and with the rate', () => {
    fc.assert(
      fc.property(amount, amount, fc.nat(10_000), fc.nat(10_000), (a, b, p, q) => {
        expect(shareOf(Math.min(a, b), Math.min(p, q))).toBeLessThanOrEqual(
          shareOf(Math.max(a, b), Math.max(p, q)),
        )
      }),
    )
  })
})

describe('decimalOf', () => {
  it.each([
    [20_035, 'INR', '200.35'],
    [5, 'INR', '0.05'],
    [0, 'INR', '0.00'],
    [-1, 'INR', '-0.01'],
    [-20_035, 'MYR', '-200.35'],
    [1234, 'JPY', '1234'],
    [1234, 'KWD', '1.234'],
  ])('writes %d %s as %s', (minor, code, text) => {
    expect(decimalOf(minor, code)).toBe(text)
  })

  it('loses nothing: the digits without the point are the amount', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom('INR', 'JPY', 'KWD', 'USD'), (minor, code) => {
        expect(Number(decimalOf(minor, code).replace('.', ''))).toBe(minor)
      }),
    )
  })
})

describe('formatMoney', () => {
  it.each([
    [125_000, 'INR', 'indian', '₹1,250.00'],
    [1_234_567_800, 'INR', 'indian', '₹1,23,45,678.00'],
    [1_234_567_800, 'INR', 'western', '₹12,345,678.00'],
    [-5, 'INR', 'indian', '\u2212₹0.05'],
    [-0, 'INR', 'indian', '₹0.00'],
    [9_007_199_254_740_991, 'USD', 'western', '$90,071,992,547,409.91'],
  ] as const)('writes %d %s, %s, as %s', (minor, code, grouping, text) => {
    expect(formatMoney(minor, code, grouping)).toBe(text)
  })

  it('is read back by parseMoney as the same amount, whatever the currency and the grouping', () => {
    fc.assert(
      fc.property(amount, currency, fc.constantFrom('indian', 'western'), (minor, code, grouping) => {
        expect(parseMoney(formatMoney(minor, code, grouping as 'indian'), code)).toBe(minor)
      }),
    )
  })
})

describe('a sum beyond 2^53', () => {
  it('is written to the last digit, like the number that it would be if numbers were exact', () => {
    expect(formatMoney(12_000_000_000_000_002n, 'INR')).toBe('₹12,00,00,00,00,00,000.02')
    expect(formatMoney(-12_000_000_000_000_002n, 'USD', 'western')).toBe('\u2212$120,000,000,000,000.02')
    expect(decimalOf(-5n, 'INR')).toBe('-0.05')
    expect(formatMoney(0n, 'INR')).toBe('₹0.00')
  })

  it('loses no digit and no sign, however large, and is written like a number where it is one', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        currency,
        fc.constantFrom<'indian' | 'western'>('indian', 'western'),
        (minor, code, grouping) => {
          expect(BigInt(decimalOf(minor, code).replace('.', ''))).toBe(minor)
          const text = formatMoney(minor, code, grouping)
          expect(BigInt(text.replace(/\D/g, ''))).toBe(minor < 0n ? -minor : minor)
          expect(text.startsWith('\u2212')).toBe(minor < 0n)
          if (Number.isSafeInteger(Number(minor)))
            expect(text).toBe(formatMoney(Number(minor), code, grouping))
        },
      ),
    )
  })

  it('comes from the text that the database adds up to, and from nothing as nothing', () => {
    fc.assert(
      fc.property(fc.bigInt(), (sum) => {
        expect(Sum.parse(String(sum))).toBe(sum)
      }),
    )
    expect([null, undefined, 7, 7n].map((value) => Sum.parse(value))).toEqual([0n, 0n, 7n, 7n])
    for (const value of ['', '1.5', 'x', 1.5, 2 ** 53]) expect(Sum.safeParse(value).success).toBe(false)
  })
})

describe('parseMoney', () => {
  it.each([
    ['1,250.5', 'INR', 125_050],
    ['₹ 1250', 'INR', 125_000],
    ['Rs. 12.30', 'INR', 1230],
    ['RM 5', 'MYR', 500],
    ['1,23,45,678', 'INR', 1_234_567_800],
    ['12,345,678.9', 'INR', 1_234_567_890],
    ['7.', 'INR', 700],
    ['0', 'INR', 0],
    ['12', 'JPY', 12],
    ['1 250.50', 'INR', 125_050],
    ['1\u00A000\u00A0000', 'INR', 10_000_000],
    [' inr 500 ', 'INR', 50_000],
    ['500 ₹', 'INR', 50_000],
    ['$5', 'USD', 500],
  ])('reads %j %s as %d', (text, code, minor) => {
    expect(parseMoney(text, code)).toBe(minor)
  })

  it.each([
    '',
    '.',
    '.5',
    '-1',
    '+1',
    '1e3',
    '1.005',
    '0x10',
    '12a',
    'one',
    '1..2',
    '∞',
    'NaN',
    '12345678901234',
    '50,00',
    '1,2',
    '1,0000',
    ',100',
    '1000,000',
    '1,000,',
    '١٢',
    '$500',
    'RM 5',
    'USD 5',
    '500 50',
    '1 2',
    '1,000 000',
    '₹',
    'Rs Rs 5',
  ])('does not take %j for an amount, and never rounds', (text) => {
    expect(parseMoney(text, 'INR')).toBeNull()
  })

  it('takes a decimal only where the currency has one', () => {
    expect(parseMoney('12.5', 'JPY')).toBeNull()
    expect(parseMoney('1.2345', 'KWD')).toBeNull()
  })

  it('gives a safe whole number or null for any text', () => {
    fc.assert(
      fc.property(fc.string(), currency, (text, code) => {
        const read = parseMoney(text, code)
        expect(read === null || (Number.isSafeInteger(read) && read >= 0)).toBe(true)
      }),
    )
  })
})

describe('Amount', () => {
  it.each([1, 100, MAX_AMOUNT])('takes %d', (value) => {
    expect(Amount.parse(value)).toBe(value)
  })

  it.each([
    0,
    -1,
    1.5,
    MAX_AMOUNT + 1,
    Number.POSITIVE_INFINITY,
    Number.NaN,
    2 ** 53,
    '100',
    null,
    true,
    [100],
  ])('rejects %j', (value) => {
    expect(Amount.safeParse(value).success).toBe(false)
  })
})

it('a BIGINT column leaves as a number', () => {
  expect(StoredInteger.parse(50_000_000_000n)).toBe(50_000_000_000)
  expect(StoredInteger.safeParse(2n ** 60n).success).toBe(false)
})
