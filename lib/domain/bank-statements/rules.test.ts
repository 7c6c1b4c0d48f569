import { describe, expect, it } from 'vitest'
import { assertMatchable, differenceOf, matchCredits, occurrencesOf } from './rules.ts'

const line = (id: string, amount: number, date: string, reference = '', description = '') => ({
  ...{ id, amount, date, reference, description },
})
const settlement = (id: string, amount: number, date: string, utr: string | null = null) => ({
  ...{ id, amount, date, utr },
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

it('numbers equal lines', () => {
  const one = { date: '2026-11-23', side: 'credit' as const, amount: 5, reference: '' }
  expect(occurrencesOf([one, { ...one, amount: 6 }, one, one])).toEqual([1, 1, 2, 3])
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
