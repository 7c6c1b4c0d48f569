import { fileDigestOf } from '#lib/bank-files/digest.ts'
import type { FileLine } from '#lib/bank-files/statement.ts'

/**
 * Which lines of a file are bookings that were not imported before. A booking is told from others by all that its file
 * says of it. Equal bookings are counted: those of a file beyond those that are there are new, where one of the two has all
 * bookings of the day. Where both may end in the middle of a day, only a person can tell whether two equal lines are one
 * booking, and the plan says so.
 */
export type LineVerdict = 'new' | 'known' | 'uncertain'

/** How much of a day a file has: all of it, its beginning, its end, or a part of unknown place. */
export type Coverage = 'full' | 'prefix' | 'suffix' | 'part'

/** A booking that was imported, and the layout of the file that it came from. */
export type Imported = { identity: string; date: string; side: string; amount: number; layout: string | null }

/** The days of an earlier statement of the same account. */
export type DaySpan = { from: string; to: string }

export type NumberedLine = { line: FileLine; number: string | null }
export type Planned = NumberedLine & { identity: string; verdict: LineVerdict }

type Booking = Pick<FileLine, 'date' | 'side' | 'amount' | 'reference' | 'description' | 'balance'>

/** The digest of what makes a booking one of its own, in hexadecimal. A bank's numbered statements share no booking. */
export function lineIdentityOf(line: Booking, number: string | null): string {
  const { date, side, amount, reference, description, balance } = line
  return fileDigestOf(date, side, String(amount), reference, description, String(balance ?? ''), number ?? '')
}

/** What the account has of the days of a file. */
export type There = { layout: string; imported: readonly Imported[]; spans: readonly DaySpan[] }

/** The verdict on each line that a file has of one bank account. */
export function planLines(lines: readonly NumberedLine[], { layout, imported, spans }: There): Planned[] {
  const identities = lines.map(({ line, number }) => lineIdentityOf(line, number))
  const inFile = new Set(identities)
  const left = countsOf(
    imported.filter(({ identity }) => inFile.has(identity)).map(({ identity }) => identity),
  )
  const elsewhere = countsOf(
    imported
      .filter((one) => !inFile.has(one.identity) && one.layout !== null && one.layout !== layout)
      .map(alike),
  )
  const own = spanOf(lines.map(({ line }) => line))
  return lines.map(({ line, number }, at) => {
    const identity = identities[at] as string
    if (taken(left, identity)) {
      const sure = number !== null || isDistinct(line) || agree(coverageOf(line.date, own), line.date, spans)
      return { line, number, identity, verdict: sure ? 'known' : 'uncertain' }
    }
    return { line, number, identity, verdict: taken(elsewhere, alike(line)) ? 'uncertain' : 'new' }
  })
}

/** The bookings to add, each with its number among those that are equal in all that the file says. */
export function numberedLines(
  added: readonly Planned[],
  imported: readonly Imported[],
): (Planned & { occurrence: number })[] {
  const counts = countsOf(imported.map(({ identity }) => identity))
  return added.map((one) => {
    const occurrence = (counts.get(one.identity) ?? 0) + 1
    counts.set(one.identity, occurrence)
    return { ...one, occurrence }
  })
}

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** Takes one of those that are left. */
function taken(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0
  if (count > 0) counts.set(key, count - 1)
  return count > 0
}

function alike({ date, side, amount }: { date: string; side: string; amount: number }): string {
  return `${date} ${side} ${amount}`
}

/**
 * Whether equal lines are one booking, because they have what stands on one only: the balance after it, a reference, or a
 * UTR or RRN in the text. The number of an account can stand on several.
 */
function isDistinct({ balance, reference, description }: FileLine): boolean {
  return balance !== null || /^(?=.*[1-9])[A-Z0-9/-]{6,}$/i.test(reference) || UTR.test(description)
}
const UTR = /(?<![A-Z0-9])(?:\d{12}|[A-Z]{3,}\d[A-Z0-9]{11,})(?![A-Z0-9])/i

/** Whether the days of the file and of earlier statements are such that one has all of what the other has. */
function agree(own: Coverage, date: string, spans: readonly DaySpan[]): boolean {
  if (own === 'full') return true
  const others = spans
    .filter(({ from, to }) => from <= date && date <= to)
    .map((span) => coverageOf(date, span))
  if (others.includes('full')) return true
  return own !== 'part' && others.length > 0 && others.every((other) => other === own)
}

function coverageOf(date: string, { from, to }: DaySpan): Coverage {
  if (from < date && date < to) return 'full'
  if (from === to) return 'part'
  return date === to ? 'prefix' : 'suffix'
}

/** The first and the last booking date. */
export function spanOf(lines: readonly { date: string }[]): DaySpan {
  const dates = lines.map(({ date }) => date).sort()
  return { from: dates[0] ?? '', to: dates.at(-1) ?? '' }
}
