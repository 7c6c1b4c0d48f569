import { expect, it } from 'vitest'
import { meantText } from './filter-query.ts'
import { amountParam, flagParam, periodParam, severalParam } from './list-params.ts'

const list = {
  noun: 'payment',
  filters: [
    periodParam(),
    severalParam('status', ['captured', 'failed']),
    flagParam('overdue'),
    amountParam(),
  ],
}
/** Thursday 26 November 2026 in India. */
const reader = { currency: 'INR', zone: 'Asia/Kolkata', now: Date.parse('2026-11-26T12:00:00+05:30') / 1000 }

it.each([
  ['over 5000', 'amount:>5000'],
  ['Payments above Rs. 5,000.50', 'amount:>=5000.51'],
  ['between 500 and 900', 'amount:500..900'],
  ['at least INR 100 and less than 200', 'amount:>=100 amount:<200'],
  ['>= 100', 'amount:>=100'],
  ['status=failed amount<=20', 'status:failed amount:<=20'],
  ['created >= 2026-11-01', 'created:>=2026-11-01'],
  ['since yesterday', 'created:>=yesterday'],
  ['in the last 30 days', 'created:last-30-days'],
  ['after 20 Nov 2026', 'created:>=2026-11-21'],
  ['before 2026-11-20', 'created:<=2026-11-19'],
  ['from 1 nov to 5 nov', 'created:2026-11-01..2026-11-05'],
  ['2026-11-01..2026-11-05', 'created:2026-11-01..2026-11-05'],
  ['over 7 last week', 'created:last-week amount:>7'],
])('"%s" was meant as %s', (text, meant) => {
  expect(meantText(list, text, {}, reader)).toBe(meant)
})

it.each([
  'expiring today',
  'over 7 days',
  'over many',
  'may',
  '5000',
  '2026',
  '1795026600',
  'KS-204',
  'colour=red',
  'status=lost',
  'between 2026-11-05 and 2026-11-01',
  'all payments',
])('"%s" can mean something else', (text) => {
  expect(meantText(list, text, {}, reader)).toBeNull()
})

it('stands beside the filters that were understood, and in place of none', () => {
  expect(meantText(list, 'over 50', { status: 'failed', q: 'over 50' }, reader)).toBe(
    'status:failed amount:>50',
  )
  expect(meantText(list, 'over 50', { min: '10' }, reader)).toBeNull()
})
