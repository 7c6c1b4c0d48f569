import type { MatchedBy } from '#lib/domain/bank-statements/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'

type Booking = { date: string; side: 'credit' | 'debit'; amount: number; reference: string }

/**
 * By how much the closing balance differs from the opening balance and the lines; null where the file lacks a balance.
 */
export function differenceOf(
  { opening, closing }: { opening: number | null; closing: number | null },
  lines: readonly Pick<Booking, 'side' | 'amount'>[],
): number | null {
  if (opening === null || closing === null) return null
  const sum = lines.reduce(
    (total, { side, amount }) => total + (side === 'credit' ? amount : -amount),
    opening,
  )
  return closing - sum
}

/**
 * Numbers equal lines of a statement, so that two equal bookings stay two, and the same file twice adds nothing.
 */
export function occurrencesOf(lines: readonly Booking[]): number[] {
  const seen = new Map<string, number>()
  return lines.map(({ date, side, amount, reference }) => {
    const key = JSON.stringify([date, side, amount, reference])
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count
  })
}

export type OpenCredit = { id: string; date: string; amount: number; reference: string; description: string }
export type OpenSettlement = { id: string; utr: string | null; amount: number; date: string }
type Match = { line: OpenCredit; settlement: OpenSettlement; by: Exclude<MatchedBy, 'person'> }

/** How far the bank's date may be from the date of the settlement. */
export const MAX_DAYS_APART = 3

/**
 * Finds the settlements that credits pay: by the UTR in the reference or the text of a line, then by amount and date where both
 * are unique.
 */
export function matchCredits(lines: readonly OpenCredit[], settlements: readonly OpenSettlement[]): Match[] {
  const byReference = matchReferences(lines, settlements)
  const taken = new Set(byReference.flatMap(({ line, settlement }) => [line.id, settlement.id]))
  const left = <R extends { id: string }>(rows: readonly R[]) => rows.filter(({ id }) => !taken.has(id))
  return [...byReference, ...matchAmounts(left(lines), left(settlements))]
}

function matchReferences(lines: readonly OpenCredit[], settlements: readonly OpenSettlement[]): Match[] {
  const byToken = new Map<string, Set<OpenCredit>>()
  for (const line of lines)
    for (const token of tokensOf(`${line.reference} ${line.description}`)) {
      const found = byToken.get(token)
      if (found) found.add(line)
      else byToken.set(token, new Set([line]))
    }
  const taken = new Set<string>()
  const matches: Match[] = []
  for (const settlement of settlements) {
    const found = [...(byToken.get(normal(settlement.utr ?? '')) ?? [])].filter(({ id }) => !taken.has(id))
    const same = found.filter(({ amount }) => amount === settlement.amount)
    const line = same.length === 1 ? same[0] : found.length === 1 ? found[0] : undefined
    if (!line) continue
    taken.add(line.id)
    matches.push({ line, settlement, by: 'reference' })
  }
  return matches
}

function matchAmounts(lines: readonly OpenCredit[], settlements: readonly OpenSettlement[]): Match[] {
  const linesOf = Map.groupBy(lines, ({ amount }) => amount)
  const settlementsOf = Map.groupBy(settlements, ({ amount }) => amount)
  const near = (line: OpenCredit, settlement: OpenSettlement) =>
    daysApart(line.date, settlement.date) <= MAX_DAYS_APART
  return settlements.flatMap((settlement) => {
    const [line, ...others] = (linesOf.get(settlement.amount) ?? []).filter((one) => near(one, settlement))
    if (!line || others.length > 0) return []
    const rivals = (settlementsOf.get(settlement.amount) ?? []).filter((one) => near(line, one))
    return rivals.length === 1 ? [{ line, settlement, by: 'amount' as const }] : []
  })
}

/** The shortest text that counts as a reference. */
const MIN_TOKEN = 6

function tokensOf(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(({ length }) => length >= MIN_TOKEN)
}

function normal(utr: string): string {
  return utr.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

function daysApart(one: string, other: string): number {
  return Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000
}

/** The status of a credit with its settlement. */
export function statusWith(line: { amount: number }, settlement: { amount: number }): 'matched' | 'differs' {
  return line.amount === settlement.amount ? 'matched' : 'differs'
}

/** @throws record_already_exists, input_validation_failed */
export function assertMatchable(
  line: { side: string; currency: string; settlement_id: string | null },
  settlement: { currency: string; status: string; line_id: string | null },
): void {
  const problem = problemOf(line, settlement)
  if (problem !== null) throw refused('input_validation_failed', problem, { field: 'settlement_id' })
}

function problemOf(
  line: { side: string; currency: string; settlement_id: string | null },
  settlement: { currency: string; status: string; line_id: string | null },
): string | null {
  if (line.side !== 'credit') return 'Only a credit can be matched with a settlement.'
  if (line.settlement_id !== null) return 'This line is matched already. Unmatch it first.'
  if (settlement.line_id !== null)
    return 'This settlement is matched with another line. Unmatch that line first.'
  if (settlement.currency !== line.currency) return 'The settlement has another currency.'
  return settlement.status === 'processed' ? null : 'Only a processed settlement can be matched.'
}
