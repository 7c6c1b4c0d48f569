import { describe, expect, it } from 'vitest'
import { refusalOf } from '#lib/testing/refusal.ts'
import {
  assertAcceptable,
  assertIgnorable,
  assertMatchable,
  assertReopenable,
  differenceOf,
  matchCredits,
  statusWith,
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
    expect(found([line('a', 100, '2026-11-17')], [one])).toEqual([['a', 's', 'amount']])
    expect(found([line('a', 100, '2026-11-16')], [one])).toEqual([])
    expect(found([line('a', 101, '2026-11-20')], [one])).toEqual([])
    expect(found([line('a', 100, '2026-11-20'), line('b', 100, '2026-11-21')], [one])).toEqual([])
    expect(found([line('a', 100, '2026-11-20')], [one, settlement('t', 100, '2026-11-18')])).toEqual([])
    // What is too far away is no rival.
    expect(found([line('a', 100, '2026-11-20'), line('b', 100, '2026-11-28')], [one])).toEqual([
      ['a', 's', 'amount'],
    ])
    expect(found([line('a', 100, '2026-11-20')], [one, settlement('t', 100, '2026-11-28')])).toEqual([
      ['a', 's', 'amount'],
    ])
  })

  it('takes a line for one settlement alone, though it names two', () => {
    const both = line('a', 100, '2026-11-20', 'UTR616612345678 UTR700000000001')
    const settlements = [
      settlement('s', 100, '2026-11-20', 'UTR616612345678'),
      settlement('t', 100, '2026-11-20', 'UTR700000000001'),
    ]
    expect(found([both], settlements)).toEqual([['a', 's', 'reference']])
  })

  it('reads a UTR without its signs and case', () => {
    const one = settlement('s', 5, '2026-11-20', 'utr-6166/1234')
    expect(found([line('a', 4, '2026-12-20', 'Utr61661234')], [one])).toEqual([['a', 's', 'reference']])
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
    expect(found([line('e', 4, '2026-11-20', '6166123456789')], [number])).toEqual([])
  })

  it('takes no reversal for a payment by its amount alone', () => {
    const returned = line('a', 100, '2026-11-20', '', 'RETURN', '', true)
    expect(found([returned], [settlement('s', 100, '2026-11-20')])).toEqual([])
  })

  it.each([
    ['ABC12', 'ABC12', false],
    ['ABC123', 'ABC123', true],
    // Within a longer word, a short text is there by chance.
    ['ABC123DEF', 'NEFTABC123DEF', false],
    ['ABC123DEFG', 'NEFTABC123DEFG', true],
  ])('takes the UTR %s in %s for a reference: %s', (utr, text, is) => {
    const longer = settlement('t', 6, '2026-11-23', 'UTR616612345678')
    const matched = found([line('a', 5, '2026-11-23', text)], [settlement('s', 6, '2026-11-23', utr), longer])
    expect(matched).toEqual(is ? [['a', 's', 'reference']] : [])
  })
})

it('a credit differs from its settlement by its amount', () => {
  expect(statusWith({ amount: 5 }, { amount: 5 })).toBe('matched')
  expect(statusWith({ amount: 5 }, { amount: 6 })).toBe('differs')
})

it('balances add up, or differ by an amount', () => {
  const lines = [
    { side: 'credit' as const, amount: 70 },
    { side: 'debit' as const, amount: 20 },
  ]
  expect(differenceOf({ opening: 100, closing: 150 }, lines)).toBe(0)
  expect(differenceOf({ opening: 100, closing: 149 }, lines)).toBe(-1)
  expect(differenceOf({ opening: null, closing: 149 }, lines)).toBeNull()
  expect(differenceOf({ opening: 100, closing: null }, lines)).toBeNull()
})

it.each([
  [{ side: 'debit' }, {}, 'Only a credit'],
  [{ settlement_id: 'setl_1' }, {}, 'matched already'],
  [{}, { line_id: 'bkl_1' }, 'another line'],
  [{}, { currency: 'USD' }, 'another currency'],
  [{}, { status: 'failed' }, 'processed settlement'],
  [{}, {}, null],
])('a line %j and a settlement %j are matched, but for: %s', (line, settlement, problem) => {
  const [given, other] = [
    { side: 'credit', currency: 'INR', settlement_id: null, ...line },
    { currency: 'INR', status: 'processed', line_id: null, ...settlement },
  ]
  const refusal = refusalOf(() => assertMatchable(given, other))
  if (problem === null) expect(refusal).toBeNull()
  else
    expect(refusal).toMatchObject({
      reason: 'input_validation_failed',
      field: 'settlement_id',
      message: expect.stringContaining(problem),
    })
})

describe('a line of a statement', () => {
  const line = { side: 'credit', status: 'unmatched', reversal: false, settlement_id: null }
  const refused = (message: string) => ({ reason: 'input_validation_failed', message })
  const statuses = ['unmatched', 'matched', 'differs', 'accepted', 'ignored']

  it.each(statuses)('is accepted where it differs from its settlement: %s', (status) => {
    const refusal = refusalOf(() => assertAcceptable({ ...line, status }))
    if (status === 'differs') expect(refusal).toBeNull()
    else
      expect(refusal).toMatchObject(
        refused('Only a credit that differs from its settlement can be accepted.'),
      )
  })

  it.each(statuses)('is ignored where it is an unmatched credit: %s', (status) => {
    const refusal = refusalOf(() => assertIgnorable({ ...line, status }))
    const other = refused('Only an unmatched credit can be ignored.')
    if (status === 'unmatched') expect(refusal).toBeNull()
    else expect(refusal).toMatchObject(other)
    expect(refusalOf(() => assertIgnorable({ ...line, side: 'debit', status }))).toMatchObject(other)
  })

  it.each([
    ['matched', null],
    ['differs', null],
    ['ignored', null],
    ['unmatched', 'This line has no match to remove.'],
    ['accepted', 'An accepted difference stays accepted: its amount may be part of a settlement already.'],
  ])('that is %s is reopened, but for: %s', (status, message) => {
    const refusal = refusalOf(() => assertReopenable({ ...line, status }))
    if (message === null) expect(refusal).toBeNull()
    else expect(refusal).toMatchObject(refused(message))
  })
})
