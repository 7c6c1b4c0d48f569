import { readPeriod } from '#lib/filters/period.ts'
import { partsOf, startOfMonth } from '#lib/values/time.ts'
import { dateText, isoDate } from '#lib/values/time-text.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** The part of a calendar month that lies in a period: what its entries come to is said at its head. */
export type Month<Line> = {
  /** "November 2026" */
  title: string
  /** Its edges, cut to those of the period. Unix seconds; both belong to it. */
  from: number
  to: number
  lines: Line[]
}

/** Entries by the calendar month in a zone, in the order in which they come. */
export function monthsOf<Line extends { created_at: number }>(
  lines: Line[],
  period: { from?: number | undefined; to?: number | undefined },
  zone: string,
): Month<Line>[] {
  const months: Month<Line>[] = []
  for (const line of lines) {
    const { year, month } = partsOf(zone, line.created_at)
    const title = `${MONTHS[month - 1]} ${year}`
    const last = months.at(-1)
    if (last?.title === title) last.lines.push(line)
    else {
      const [first, next] = [startOfMonth(year, month, zone), startOfMonth(year, month + 1, zone)]
      const from = Math.max(first, period.from ?? first)
      const to = Math.min(next - 1, period.to ?? next - 1)
      months.push({ title, from, to, lines: [line] })
    }
  }
  return months
}

/** What entries come to. */
export function totalsOf(lines: { credit: number; debit: number }[]): { credits: bigint; debits: bigint } {
  return {
    credits: lines.reduce((sum, { credit }) => sum + BigInt(credit), 0n),
    debits: lines.reduce((sum, { debit }) => sum + BigInt(debit), 0n),
  }
}

/** The stretches of time that statements are asked for. Quarters are those of the calendar, which begin with the year in April too. */
export const STATEMENT_PERIODS = [
  'month',
  'last_month',
  'quarter',
  'last_quarter',
  'fy',
  'last_fy',
  'all',
] as const
type StatementPeriodName = (typeof STATEMENT_PERIODS)[number]

/** A period of a statement. From and to belong to it; an end that is not there is open. Unix seconds. */
export type StatementPeriod = {
  /** The preset, or null for dates of one's own. */
  name: StatementPeriodName | null
  from?: number | undefined
  to?: number | undefined
  /** A sentence about what could not be read; then there is no period. */
  problem?: string
}

/** A preset as of now; days begin in the reader's zone. One that reaches to the present has no end. */
export function statementPeriod(name: StatementPeriodName, zone: string, now: number): StatementPeriod {
  const { year, month } = partsOf(zone, now)
  const months = (first: number, count: number): StatementPeriod => ({
    name,
    from: startOfMonth(year, first, zone),
    to: startOfMonth(year, first + count, zone) - 1,
  })
  const open = ({ to: _, ...period }: StatementPeriod): StatementPeriod => period
  const quarter = month - ((month - 1) % 3)
  const april = aprilBefore(month)
  switch (name) {
    case 'month':
      return open(months(month, 1))
    case 'last_month':
      return months(month - 1, 1)
    case 'quarter':
      return open(months(quarter, 3))
    case 'last_quarter':
      return months(quarter - 3, 3)
    case 'fy':
      return open(months(april, 12))
    case 'last_fy':
      return months(april - 12, 12)
    case 'all':
      return { name }
  }
}

/** What a preset is called: "this month", "FY 2026–27". */
export function statementPeriodLabel(name: StatementPeriodName, zone: string, now: number): string {
  switch (name) {
    case 'month':
      return 'This month'
    case 'last_month':
      return 'Last month'
    case 'quarter':
      return 'This quarter'
    case 'last_quarter':
      return 'Last quarter'
    case 'fy':
      return financialYear(0, zone, now)
    case 'last_fy':
      return financialYear(-1, zone, now)
    case 'all':
      return 'All'
  }
}

/** Reads what an address says: dates of one's own count, else a preset, else the financial year. */
export function readStatementPeriod(
  query: { period?: string; from?: string; to?: string },
  zone: string,
  now: number,
): StatementPeriod {
  if (query.from || query.to) {
    const { from, to, problem } = readPeriod({ from: query.from ?? '', to: query.to ?? '' }, zone, now)
    if (problem) return { name: null, problem }
    if (from !== undefined && to !== undefined && from > to)
      return { name: null, problem: 'The period ends before it starts.' }
    return { name: null, from, to }
  }
  const name = query.period ?? 'fy'
  if (isStatementPeriod(name)) return statementPeriod(name, zone, now)
  return { name: null, problem: `Unknown period "${name}".` }
}

/** The days of a period: "1 Apr 2026 to 21 Nov 2026"; an open end is the present. */
export function periodInDays({ from, to }: StatementPeriod, zone: string, now: number): string {
  const last = dateText(to ?? now, zone)
  if (from === undefined) return `the first entry to ${last}`
  const first = dateText(from, zone)
  return first === last ? first : `${first} to ${last}`
}

/** The date of a timestamp as a date input takes it: "2026-11-21". */
export function dateField(at: number | undefined, zone: string): string {
  return at === undefined ? '' : isoDate(at, zone)
}

/** The number of the April in which the year of a month began: months outside of 1 to 12 are of the years around. */
function aprilBefore(month: number): number {
  return month >= 4 ? 4 : -8
}

function financialYear(shift: number, zone: string, now: number): string {
  const { year, month } = partsOf(zone, now)
  const first = (month >= 4 ? year : year - 1) + shift
  return `FY ${first}–${String((first + 1) % 100).padStart(2, '0')}`
}

function isStatementPeriod(text: string): text is StatementPeriodName {
  return (STATEMENT_PERIODS as readonly string[]).includes(text)
}
