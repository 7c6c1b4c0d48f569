import { describe, expect, it } from 'vitest'
import {
  assertAcceptable,
  assertIgnorable,
  assertMatchable,
  assertReopenable,
  differenceOf,
  matchCredits,
} from './rules.ts'

const line = (
  id: string,
  amount: number,
  date: string,
  reference = '',
  description = '',
  match_text = '',
  reversal = false,
) => ({ id, amount, date, reference, description, match_text, reversal })
const settlement = (id: string, amount: number, date: string, utr: string | null = null) => ({
  id,
  amount,
  date,
  utr,
})
const found = (...given: Parameters<typeof matchCredits>) =>
  matchCredits(...given).map(({ line: { id }, settlement: { id: of }, by }) => [id, of, by])

describe('matching', () => {
  it('goes by the UTR, in the reference or the text, whatever the amount', () => {
    expect(
      found(
        [
          line('a', 100, '2026-11-23', 'utr616612345678'),
          line('b', 90, '2026-11-23', '', 'NEFT-UTR700000000001-X'),
        ],
        [
          settlement('s', 100, '2026-11-20', 'UTR616612345678'),
          settlement('t', 91, '2026-11-20', 'UTR700000000001'),
        ],
      ),
    ).toEqual([
      ['a', 's', 'reference'],
      ['b', 't', 'reference'],
    ])
  })

  it('prefers the line with the same amount, and leaves two that are as good', () => {
    const two = [
      line('a', 90, '2026-11-23', 'UTR616612345678'),
      line('b', 100, '2026-11-23', 'UTR616612345678'),
    ]
    const one = settlement('s', 100, '2026-12-20', 'UTR616612345678')
    expect(found(two, [one])).toEqual([['b', 's', 'reference']])
    expect(
      found(
        two.map((of) => ({ ...of, amount: 80 })),
        [one],
      ),
    ).toEqual([])
  })

  it('goes by amount and date within three days, where both are unique', () => {
    const one = settlement('s', 100, '2026-11-20', 'UTR616612345678')
    expect(found([line('a', 100, '2026-11-23')], [one])).toEqual([['a', 's', 'amount']])
    expect(found([line('a', 100, '2026-11-24')], [one])).toEqual([])
    expect(found([line('a', 101, '2026-11-20')], [one])).toEqual([])
    expect(found([line('a', 100, '2026-11-20'), line('b', 100, '2026-11-21')], [one])).toEqual([])
    expect(found([line('a', 100, '2026-11-20')], [one, settlement('t', 100, '2026-11-18')])).toEqual([])
  })

  it('finds a UTR that the bank cut or put beside other words, and no part of a longer number', () => {
    const one = settlement('s', 5, '2026-11-20', 'S1KTNJO1U43VCD32S8BW3M')
    const cut = line(
      'a',
      4,
      '2026-11-20',
      '',
      'S1KTNJO1U 43VCD32S8BW3M',
      'NEFT S1KTNJO1U43VCD32S8BW3M SETTLEMENT',
    )
    expect(found([cut], [one])).toEqual([['a', 's', 'reference']])
    const beside = line('b', 4, '2026-11-20', '', 'SHOPS1KTNJO1U43VCD32S8BW3MSETTLEMENT')
    expect(found([beside], [one])).toEqual([['b', 's', 'reference']])
    const number = settlement('t', 5, '2026-11-20', '616612345678')
    expect(found([line('c', 4, '2026-11-20', 'UTR616612345678')], [number])).toEqual([
      ['c', 't', 'reference'],
    ])
    expect(found([line('d', 4, '2026-11-20', '9616612345678')], [number])).toEqual([])
  })

  it('takes no reversal for a payment by its amount alone', () => {
    const returned = line('a', 100, '2026-11-20', '', 'RETURN', '', true)
    expect(found([returned], [settlement('s', 100, '2026-11-20')])).toEqual([])
  })

  it('takes no short text for a reference', () => {
    expect(found([line('a', 5, '2026-11-23', 'NEFT')], [settlement('s', 6, '2026-11-23', 'NEFT')])).toEqual(
      [],
    )
  })
})

it('balances add up, or differ by an amount', () => {
  const lines = [
    { side: 'credit' as const, amount: 70 },
    { side: 'debit' as const, amount: 20 },
  ]
  expect(differenceOf({ opening: 100, closing: 150 }, lines)).toBe(0)
  expect(differenceOf({ opening: 100, closing: 149 }, lines)).toBe(-1)
  expect(differenceOf({ opening: null, closing: 149 }, lines)).toBeNull()
})

it.each([
  [{ side: 'debit' }, {}, 'Only a credit'],
  [{ settlement_id: 'setl_1' }, {}, 'matched already'],
  [{}, { line_id: 'bkl_1' }, 'another line'],
  [{}, { currency: 'USD' }, 'another currency'],
  [{}, { status: 'failed' }, 'processed settlement'],
])('a line %j and a settlement %j cannot be matched', (line, settlement, said) => {
  const [given, other] = [
    { side: 'credit', currency: 'INR', settlement_id: null, ...line },
    { currency: 'INR', status: 'processed', line_id: null, ...settlement },
  ]
  expect(() => assertMatchable(given, other)).toThrow(said)
})

it.each([
  ['differs', true, false, true],
  ['unmatched', false, true, false],
  ['matched', false, false, true],
  ['accepted', false, false, false],
  ['ignored', false, false, true],
  ['debit', false, false, false],
])(
  'a line that is %s is accepted (%s), ignored (%s), reopened (%s)',
  (status, accepted, ignored, reopened) => {
    const line = {
      side: status === 'debit' ? 'debit' : 'credit',
      status,
      reversal: false,
      settlement_id: null,
    }
    const passes = (check: (one: typeof line) => void) => {
      try {
        check(line)
        return true
      } catch {
        return false
      }
    }
    expect([assertAcceptable, assertIgnorable, assertReopenable].map(passes)).toEqual([
      accepted,
      ignored,
      reopened,
    ])
  },
)
