import { cache } from 'react'
import type { Query } from '#components/ui/query.ts'
import { currentPreferences } from '#lib/auth/staff.ts'
import { getStatementDetails, sumStatement } from '#lib/domain/wallets/get-statement-details.ts'
import type { StatementSums } from '#lib/domain/wallets/schema.ts'
import { monthsOf, readStatementPeriod, type StatementPeriod } from '#lib/print/statement-periods.ts'
import { type Attempted, read, readFiltered } from '#lib/surfaces/page.ts'

/** The period that an address asks for, in the reader's zone. */
export async function periodOf(
  query: Query,
): Promise<{ period: StatementPeriod; zone: string; now: number }> {
  const { time_zone: zone } = await currentPreferences()
  const now = Math.floor(Date.now() / 1000)
  const requested = pick(query, ['period', 'from', 'to'])
  return { period: readStatementPeriod(requested, zone, now), zone, now }
}

type Bounds = { from?: number | undefined; to?: number | undefined }
type Place = { count: number; below?: number | undefined; above?: number | undefined }

export const statementOf = cache(async (id: string, { from, to }: Bounds, place: Place) =>
  settled(() => readFiltered(getStatementDetails, { id, from, to, ...place })),
)

/** The sums of the months of some entries: of the whole month within the period, not only of the shown entries. */
export async function monthSums(id: string, lines: { created_at: number }[], period: Bounds, zone: string) {
  const found = new Map<string, StatementSums>()
  // One after the other: a page of old entries can have many months, and others need the database too.
  for (const { title, from, to } of monthsOf(lines, period, zone))
    found.set(title, await read(sumStatement, { id, from, to }))
  return found
}

/**
 * A movement may fall between the sums, which are read one after the other; then they are read once more. What does
 * not agree the second time is shown as it is.
 */
export async function settled<T extends { sums: { reconciles: boolean } }>(
  attempt: () => Promise<Attempted<T>>,
): Promise<Attempted<T>> {
  const first = await attempt()
  return first.ok && !first.value.sums.reconciles ? attempt() : first
}

/** Where in the statement an address is, by the numbers of the entries. */
export function placeOf(query: Query): Place {
  const number = (name: string) => (/^\d{1,15}$/.test(query[name] ?? '') ? Number(query[name]) : undefined)
  const count = number('count') ?? 50
  return { count: [25, 50, 100].includes(count) ? count : 50, below: number('below'), above: number('above') }
}

function pick(query: Query, names: string[]): Query {
  return Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)))
}
