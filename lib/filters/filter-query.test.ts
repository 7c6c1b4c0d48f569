import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { KEY_FILTERS } from '#lib/domain/api-keys/list.ts'
import { AUDIT_FILTERS } from '#lib/domain/audit/filters.ts'
import { APP_FILTERS } from '#lib/domain/connected-apps/list.ts'
import { PAYMENT_FILTERS } from '#lib/domain/payments/filters.ts'
import { queryFromText, textFromQuery } from './filter-query.ts'
import { amountParam, flagParam, param, periodParam, readParams, severalParam } from './list-params.ts'

const list = { noun: 'payment', filters: [periodParam()] }
/** Thursday 19 November 2026 in India. */
const reader = { currency: 'INR', zone: 'Asia/Kolkata', now: Date.parse('2026-11-19T12:00:00+05:30') / 1000 }
const at = (text: string) => Date.parse(text) / 1000

/** What a text of filters, as typed above a list, sent to a tool or saved in a view, asks for. */
function read(text: string) {
  const { query, problems } = queryFromText(list, text, reader)
  return problems.length > 0 ? { problems } : readParams(list.filters, query, reader)
}

describe('the time in a text of filters', () => {
  it.each([
    ['created:last-monday', '2026-11-16T00:00:00+05:30', '2026-11-16T23:59:59+05:30'],
    ['created:"24 Nov 2026"', '2026-11-24T00:00:00+05:30', '2026-11-24T23:59:59+05:30'],
    ['created:24/11/2026', '2026-11-24T00:00:00+05:30', '2026-11-24T23:59:59+05:30'],
    ['created:last-year', '2025-01-01T00:00:00+05:30', '2025-12-31T23:59:59+05:30'],
    ['created:monday..yesterday', '2026-11-16T00:00:00+05:30', '2026-11-18T23:59:59+05:30'],
    ['created:>=3-days-ago', '2026-11-16T00:00:00+05:30', undefined],
    ['created:>last-monday', '2026-11-17T00:00:00+05:30', undefined],
    ['created:"<a week ago"', undefined, '2026-11-11T23:59:59+05:30'],
    ['created:>2026-11-03', '2026-11-04T00:00:00+05:30', undefined],
  ])('%s takes the words that tools take', (text, from, to) => {
    expect(read(text)).toEqual({
      input: { from: from && at(from), to: to && at(to) },
      problems: [],
    })
  })

  it('says what can be written where it is not understood', () => {
    expect(read('created:soon').problems[0]).toMatch(/^"soon" is not a date or time\. .*"last Monday"/)
    expect(read('created:>soon').problems[0]).toMatch(/"soon"/)
  })
})

describe('a value in a text of filters', () => {
  const filters = [severalParam('status', ['captured', 'failed']), flagParam('overdue')]
  const queryOf = (text: string) => queryFromText({ noun: 'payment', filters }, text, reader)

  it.each([
    ['status:Captured', { status: 'captured' }],
    ['status:FAILED,captured', { status: 'captured,failed' }],
    ['-Status:Failed overdue:Yes', { status: 'captured', overdue: '1' }],
  ])('is taken in any case where it is one of a few: %s', (text, query) => {
    expect(queryOf(text)).toEqual({ query, problems: [] })
  })

  it('that is none of them is shown as it was typed', () => {
    expect(queryOf('status:Captred').problems[0]).toMatch(/"?Captred"?.* Did you mean status:captured\?/)
  })
})

it('another name for a filter is read as it, and written with its own', () => {
  const payments = { noun: 'payment', filters: PAYMENT_FILTERS }
  const named = queryFromText(payments, 'Receipt:KS-1 phone:+919876543210', reader)
  expect(named).toEqual({ query: { order: 'KS-1', contact: '+919876543210' }, problems: [] })
  expect(textFromQuery(payments, named.query, reader)).toBe('contact:+919876543210 order:KS-1')
  expect(queryFromText(payments, 'receipt:KS-1 order:KS-2', reader).problems).toEqual([
    'order is given twice. Join its values with a comma, or remove one.',
  ])
  expect(queryFromText(payments, 'recipt:KS-1', reader).problems[0]).toContain('Did you mean receipt?')
})

describe('a word without a name', () => {
  const filters = [
    severalParam('status', ['captured', 'failed', 'refunded']),
    severalParam('method', ['card', 'upi']),
    flagParam('overdue'),
    param('q', z.string()),
  ]
  const list = { noun: 'payment', filters }
  const queryOf = (text: string) => queryFromText(list, text, reader)

  it.each([
    ['captured', { status: 'captured' }, 'status:captured'],
    ['Failed UPI payments', { status: 'failed', method: 'upi' }, 'status:failed method:upi'],
    ['failed captured', { status: 'captured,failed' }, '-status:refunded'],
    ['-refunded', { status: 'captured,failed' }, '-status:refunded'],
    ['card asha@example.com', { method: 'card', q: 'asha@example.com' }, 'method:card asha@example.com'],
    ['"captured"', { q: 'captured' }, '"captured"'],
    ['yes payments', { q: 'yes payments' }, 'yes payments'],
    ['KS-204 failed now', { status: 'failed', q: 'KS-204 now' }, 'status:failed KS-204 now'],
  ])('is the status or method of that name, else a text to search for: %s', (text, query, written) => {
    expect(queryOf(text)).toEqual({ query, problems: [] })
    expect(textFromQuery(list, query as Record<string, string>, reader)).toBe(written)
    expect(queryOf(written).query).toEqual(query)
  })

  it('is a problem where its filter is given, or the list is searched by no words', () => {
    expect(queryOf('status:failed captured').problems).toEqual([
      'status is given twice. Join its values with a comma, or remove one.',
    ])
    const statuses = { noun: 'refund', filters: filters.slice(0, 1) }
    expect(queryFromText(statuses, 'failed', reader).query).toEqual({ status: 'failed' })
    expect(queryFromText(statuses, 'failed today', reader).problems).toEqual([
      '"today" has no filter, and refunds have no search by words. Filters: status.',
    ])
  })
})

describe('a sentence', () => {
  const payments = { noun: 'payment', filters: PAYMENT_FILTERS }
  const queryOf = (text: string) => queryFromText(payments, text, reader)

  it.each([
    ['ending 210', { ending: '210' }, 'ending:210'],
    [
      'payments ending in 3210 captured yesterday',
      { status: 'captured', period: 'yesterday', ending: '3210' },
    ],
    ['that ends with 612345678901', { ending: '612345678901' }, 'ending:612345678901'],
    ['1499 upi yesterday', { method: 'upi', period: 'yesterday', q: '1499' }],
    ['Failed over ₹5,000 since 1 Nov 2026', { status: 'failed', min: '5000.01', from: '2026-11-01' }],
    ['2500 ravi', { min: '2500', max: '2500', q: 'ravi' }, 'amount:2500 ravi'],
    ['ravi 2,500.50 upi', { method: 'upi', min: '2500.50', max: '2500.50', q: 'ravi' }],
    ['2500 ravi@example.com', { min: '2500', max: '2500', q: 'ravi@example.com' }],
    ['2500 KS-204', { q: '2500 KS-204' }, '2500 KS-204'],
    ['"2500 ravi"', { q: '2500 ravi' }, '"2500 ravi"'],
    ['pay_NfLw3gQ81xRt0a yesterday', { period: 'yesterday', q: 'pay_NfLw3gQ81xRt0a' }],
    ['asha@example.com', { q: 'asha@example.com' }, 'asha@example.com'],
    ['the ending', { q: 'the ending' }, 'the ending'],
    ['"yesterday"', { q: 'yesterday' }, '"yesterday"'],
    ['april', { q: 'april' }, 'april'],
    ['98765 43210', { q: '98765 43210' }, '98765 43210'],
  ])('is read as filters, and what is left as a text to search for: %s', (text, query, written?: string) => {
    expect(queryOf(text)).toEqual({ query, problems: [] })
    const again = textFromQuery(payments, query as Record<string, string>, reader)
    if (written !== undefined) expect(again).toBe(written)
    expect(queryOf(again).query).toEqual(query)
  })

  it('says how long an ending is', () => {
    for (const text of ['ending 10', 'ending:1234567890123'])
      expect(queryOf(text).problems).toEqual([
        'Enter the last 3 to 12 digits of a phone number, card or bank reference.',
      ])
  })

  it('is words where a list is strict', () => {
    expect(queryFromText({ ...payments, strict: true }, 'ending 210', reader).query).toEqual({
      q: 'ending 210',
    })
  })
})

describe('the amount in a text of filters', () => {
  const payments = { noun: 'payment', filters: [amountParam()] }

  it.each([
    ['amount:>5000', { min: '5000.01' }],
    ['amount:<5000', { max: '4999.99' }],
    ['amount:>=5000.01', { min: '5000.01' }, 'amount:>5000'],
    ['amount:>=5000', { min: '5000' }],
    ['amount:500..900', { min: '500', max: '900' }],
    ['amount:>500 amount:<900', { min: '500.01', max: '899.99' }],
    ['amount:>=12.34', { min: '12.34' }],
  ])('%s is read, and written as it was', (text, query, written = text) => {
    expect(queryFromText(payments, text, reader)).toEqual({ query, problems: [] })
    expect(textFromQuery(payments, query, reader)).toBe(written)
  })

  it('has no hundredths where the currency has none', () => {
    const yen = { ...reader, currency: 'JPY' }
    expect(queryFromText(payments, 'amount:>5000', yen).query).toEqual({ min: '5001' })
    expect(textFromQuery(payments, { min: '5001' }, yen)).toBe('amount:>=5001')
  })

  it.each(['amount:>abc', 'amount:>=abc', 'amount:abc'])('%s is no amount, and says so', (text) => {
    expect(queryFromText(payments, text, reader).problems).toEqual([
      '"abc" is not an amount. Write it as 1250.50.',
    ])
  })
})

it('names and values of the code are written in words, and read as either', () => {
  for (const [filters, query, written, typed] of [
    [APP_FILTERS, { group: 'ended' }, 'status:disconnected', 'group:ended'],
    [KEY_FILTERS, { group: 'people_gone' }, 'status:creator-removed', 'group:people_gone'],
    [AUDIT_FILTERS, { actor_kind: 'user' }, 'by:person', 'actor_kind:user'],
    [AUDIT_FILTERS, { actor_kind: 'user,key' }, 'by:person,api-key', 'by:Person,key'],
    [AUDIT_FILTERS, { action: 'create_key' }, 'action:"API key created"', 'action:create_key'],
  ] as const) {
    const named = { noun: 'row', filters }
    expect(textFromQuery(named, query, reader)).toBe(written)
    expect(queryFromText(named, written, reader).query).toEqual(query)
    expect(queryFromText(named, typed, reader).query).toEqual(query)
  }
})

it.each([
  ['payments', PAYMENT_FILTERS],
  ['apps', APP_FILTERS],
  ['keys', KEY_FILTERS],
  ['audit', AUDIT_FILTERS],
])(
  '%s: no value in a text of filters is a name with an underscore, but for reasons of errors',
  (_, filters) => {
    const values = filters.flatMap(({ term }) =>
      term?.name === 'error' ? [] : (term?.values?.(reader) ?? []),
    )
    expect(values.filter((value) => /[a-z]_[a-z]/.test(value))).toEqual([])
  },
)
