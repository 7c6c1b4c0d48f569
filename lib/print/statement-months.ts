import { partsOf, startOfMonth } from '#lib/values/time.ts'

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
