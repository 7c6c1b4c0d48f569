import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayAfter, secondsOf } from '#lib/values/time.ts'
import {
  monthsOf,
  periodInDays,
  readStatementPeriod,
  STATEMENT_PERIODS,
  type StatementPeriod,
  statementPeriod,
  statementPeriodLabel,
  totalsOf,
} from './statement-periods.ts'

const ZONE = 'Asia/Kolkata'
const at = (year: number, month: number, day: number, hour = 0, minute = 0, second = 0, zone = ZONE) =>
  secondsOf({ year, month, day, hour, minute, second }, zone)
const moment = fc.integer({ min: at(2001, 1, 1), max: at(2100, 1, 1) })

describe('the presets', () => {
  it.each([
    ['fy', at(2026, 3, 31, 23, 59, 59), at(2025, 4, 1), undefined, 'FY 2025–26'],
    ['fy', at(2026, 4, 1), at(2026, 4, 1), undefined, 'FY 2026–27'],
    ['fy', at(2026, 1, 1), at(2025, 4, 1), undefined, 'FY 2025–26'],
    ['last_fy', at(2026, 3, 31), at(2024, 4, 1), at(2025, 4, 1) - 1, 'FY 2024–25'],
    ['last_fy', at(2026, 11, 21), at(2025, 4, 1), at(2026, 4, 1) - 1, 'FY 2025–26'],
    ['fy', at(2099, 5, 1), at(2099, 4, 1), undefined, 'FY 2099–00'],
    ['quarter', at(2026, 11, 21), at(2026, 10, 1), undefined, 'This quarter'],
    ['quarter', at(2026, 3, 31, 23, 59, 59), at(2026, 1, 1), undefined, 'This quarter'],
    ['last_quarter', at(2026, 2, 1), at(2025, 10, 1), at(2026, 1, 1) - 1, 'Last quarter'],
    ['month', at(2026, 11, 21), at(2026, 11, 1), undefined, 'This month'],
    ['last_month', at(2026, 1, 31), at(2025, 12, 1), at(2026, 1, 1) - 1, 'Last month'],
    ['all', at(2026, 1, 31), undefined, undefined, 'All'],
  ] as const)('%s as of %d', (name, now, from, to, label) => {
    const period = statementPeriod(name, ZONE, now)
    expect([period.from, period.to]).toEqual([from, to])
    expect(statementPeriodLabel(name, ZONE, now)).toBe(label)
  })

  it('are of whole days, hold the present or end before it, and the last ends where this one begins', () => {
    fc.assert(
      fc.property(
        moment,
        fc.constantFrom('Asia/Kolkata', 'America/New_York', 'Pacific/Auckland'),
        (now, zone) => {
          for (const name of STATEMENT_PERIODS) {
            const period = statementPeriod(name, zone, now)
            expect(isWholeDays(period, zone)).toBe(true)
            expect(period.from ?? 0).toBeLessThanOrEqual(now)
            if (name.startsWith('last_')) expect(period.to).toBeLessThan(now)
            else expect(period.to).toBeUndefined()
          }
          for (const [last, present] of [
            ['last_month', 'month'],
            ['last_quarter', 'quarter'],
            ['last_fy', 'fy'],
          ] as const)
            expect(statementPeriod(last, zone, now).to).toBe(
              (statementPeriod(present, zone, now).from ?? 0) - 1,
            )
        },
      ),
    )
  })
})

describe('an address', () => {
  const now = at(2026, 11, 21, 22)
  it('without a period means the financial year', () => {
    expect(readStatementPeriod({}, ZONE, now)).toEqual(statementPeriod('fy', ZONE, now))
  })
  it('with dates means all of these days', () => {
    const period = readStatementPeriod({ from: '2026-10-01', to: '2026-10-31', period: 'all' }, ZONE, now)
    expect(period).toMatchObject({ name: null, from: at(2026, 10, 1), to: at(2026, 11, 1) - 1 })
    expect(periodInDays(period, ZONE, now)).toBe('1 Oct 2026 to 31 Oct 2026')
  })
  it.each([{ period: 'century' }, { from: 'whenever' }, { from: '2026-11-02', to: '2026-11-01' }])(
    'that cannot be read says so: %j',
    (query) => {
      expect(readStatementPeriod(query, ZONE, now).problem).toMatch(/./)
    },
  )
  it('with an open end ends today', () => {
    expect(periodInDays({ name: 'all' }, ZONE, now)).toBe('the first entry to 21 Nov 2026')
  })
})

describe('months', () => {
  const entry = (created_at: number) => ({ created_at, credit: 1, debit: 2 })

  it('begin in the zone, and are cut to the period', () => {
    const edge = at(2026, 11, 1)
    const period = { from: at(2026, 10, 10), to: at(2026, 11, 5) }
    const months = monthsOf([entry(edge), entry(edge - 1)], period, ZONE)
    expect(months.map(({ title, from, to }) => [title, from, to])).toEqual([
      ['November 2026', edge, period.to],
      ['October 2026', period.from, edge - 1],
    ])
    expect(monthsOf([entry(edge)], {}, 'UTC').map(({ title }) => title)).toEqual(['October 2026'])
  })

  it('hold every entry once, in order, between their edges, and come to the whole', () => {
    fc.assert(
      fc.property(fc.array(moment, { maxLength: 60 }), (moments) => {
        const lines = moments.sort((left, right) => right - left).map(entry)
        const months = monthsOf(lines, {}, ZONE)
        expect(months.flatMap((month) => month.lines)).toEqual(lines)
        expect(new Set(months.map(({ title }) => title)).size).toBe(months.length)
        for (const { from, to, lines: inside } of months)
          for (const { created_at } of inside) expect(created_at >= from && created_at <= to).toBe(true)
        const sums = months.map((month) => totalsOf(month.lines))
        expect(sums.reduce((sum, { credits }) => sum + credits, 0n)).toBe(totalsOf(lines).credits)
      }),
    )
  })
})

/** Whether both ends are edges of days, so that date fields can show them. */
function isWholeDays({ from, to }: StatementPeriod, zone: string): boolean {
  const starts = from === undefined || dayAfter(from, 0, zone) === from
  return starts && (to === undefined || dayAfter(to, 1, zone) - 1 === to)
}
