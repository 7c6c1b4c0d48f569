import type { MatchedBy } from '#lib/domain/bank-statements/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'

type Booking = { date: string; side: 'credit' | 'debit'; amount: number }

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

export type OpenCredit = {
  id: string
  date: string
  amount: number
  reference: string
  description: string
  /** The texts as the bank wrote them before it broke lines. */
  match_text: string
  /** It takes an earlier booking back, so its amount says nothing about settlements. */
  reversal: boolean
}
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
  const paid = left(lines).filter(({ reversal }) => !reversal)
  return [...byReference, ...matchAmounts(paid, left(settlements))]
}

function matchReferences(lines: readonly OpenCredit[], settlements: readonly OpenSettlement[]): Match[] {
  const known = new Set(settlements.map(({ utr }) => normal(utr)).filter(({ length }) => length >= MIN_TOKEN))
  const lengths = new Set([...known].map(({ length }) => length))
  const named = lines.flatMap((line) =>
    [...utrsIn(`${line.reference} ${line.description} ${line.match_text}`, known, lengths)].map((utr) => ({
      utr,
      line,
    })),
  )
  const byUtr = Map.groupBy(named, ({ utr }) => utr)
  const taken = new Set<string>()
  const matches: Match[] = []
  for (const settlement of settlements) {
    const found = (byUtr.get(normal(settlement.utr)) ?? [])
      .map(({ line }) => line)
      .filter(({ id }) => !taken.has(id))
    const same = found.filter(({ amount }) => amount === settlement.amount)
    const line = same.length === 1 ? same[0] : found.length === 1 ? found[0] : undefined
    if (!line) continue
    taken.add(line.id)
    matches.push({ line, settlement, by: 'reference' })
  }
  return matches
}

/** The known references in a text: whole words, and within longer words where a bank left out what stood between. */
function utrsIn(text: string, known: ReadonlySet<string>, lengths: ReadonlySet<number>): Set<string> {
  const found = new Set<string>()
  for (const token of text.toUpperCase().split(/[^A-Z0-9]/)) {
    if (known.has(token)) found.add(token)
    for (const length of lengths)
      for (let at = 0; length >= MIN_PART && at + length <= token.length; at += 1) {
        const part = token.slice(at, at + length)
        if (known.has(part) && !continues(token, at) && !continues(token, at + length)) found.add(part)
      }
  }
  return found
}

/** Whether a number goes on across a place in a word. */
function continues(token: string, at: number): boolean {
  return /\d\d/.test(token.slice(at - 1, at + 1))
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

/** The shortest text that counts as a reference, and the shortest within a longer word. */
const MIN_TOKEN = 6
const MIN_PART = 10

function normal(utr: string | null): string {
  return utr?.toUpperCase().replace(/[^A-Z0-9]/g, '') ?? ''
}

function daysApart(one: string, other: string): number {
  return Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000
}

/** The status of a credit with its settlement. */
export function statusWith(line: { amount: number }, settlement: { amount: number }): 'matched' | 'differs' {
  return line.amount === settlement.amount ? 'matched' : 'differs'
}

/** @throws input_validation_failed */
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

type DecidedLine = { side: string; status: string; reversal: boolean; settlement_id: string | null }

/** @throws input_validation_failed */
export function assertAcceptable(line: DecidedLine): void {
  if (line.status !== 'differs')
    throw refused(
      'input_validation_failed',
      'Only a credit that differs from its settlement can be accepted.',
    )
}

/** @throws input_validation_failed */
export function assertIgnorable(line: DecidedLine): void {
  if (line.side !== 'credit' || line.status !== 'unmatched')
    throw refused('input_validation_failed', 'Only an unmatched credit can be ignored.')
}

/** @throws input_validation_failed for a line whose difference is in the balance, which has been settled since, perhaps */
export function assertReopenable(line: DecidedLine): void {
  if (line.status === 'ignored' || line.status === 'differs' || line.status === 'matched') return
  throw refused(
    'input_validation_failed',
    line.status === 'accepted'
      ? 'An accepted difference stays accepted: its amount may be part of a settlement already.'
      : 'This line has no match to remove.',
  )
}
