import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FileLine } from '#lib/bank-files/statement.ts'
import { type DaySpan, type Imported, numberedLines, type Planned, planLines, spanOf } from './plan.ts'

type Booking = { day: number; side: 'credit' | 'debit'; amount: number; text: string }

const booking: fc.Arbitrary<Booking> = fc.record({
  day: fc.integer({ min: 1, max: 4 }),
  side: fc.constantFrom('credit', 'debit'),
  amount: fc.constantFrom(500, 700),
  // Few texts, so that bookings often are equal.
  text: fc.constantFrom('CASH', 'CHARGES', 'UPI CR'),
})
const history = fc
  .array(booking, { minLength: 1, maxLength: 12 })
  .map((all) => all.toSorted((one, other) => one.day - other.day))
  // The bank gives each payment a number of its own.
  .map((all) =>
    all.map((one, at) => (one.text === 'UPI CR' ? { ...one, text: `UPI CR ${616_612_345_000 + at}` } : one)),
  )

/** Files of a history: what they have of it, whether the newest stands first, and whether they have balances. */
const file = (length: number) =>
  fc.record({
    from: fc.integer({ min: 0, max: length - 1 }),
    count: fc.integer({ min: 1, max: length }),
    newestFirst: fc.boolean(),
  })

function linesOf(all: readonly Booking[], withBalance: boolean): FileLine[] {
  let balance = 10_000
  return all.map(({ day, side, amount, text }, at) => {
    balance += side === 'credit' ? amount : -amount
    return {
      line: at,
      date: `2026-11-0${day}`,
      side,
      amount,
      reference: '',
      description: text,
      match_text: text,
      reversal: false,
      balance: withBalance ? balance : null,
    }
  })
}

/** An account that imports files, with a person who knows which of the uncertain lines are new. */
class Account {
  readonly imported: Imported[] = []
  private readonly spans: DaySpan[] = []
  private readonly there = new Set<number>()

  add(lines: readonly FileLine[], number: string | null, layout = 'table'): void {
    const planned = planLines(
      lines.map((line) => ({ line, number })),
      { layout, imported: this.imported, spans: this.spans },
    )
    const fresh: Planned[] = []
    for (const group of Map.groupBy(planned, ({ identity }) => identity).values()) {
      const missing = group.filter(({ line }) => !this.there.has(line.line)).length
      const sure = group.filter(({ verdict }) => verdict === 'new')
      const uncertain = group.filter(({ verdict }) => verdict === 'uncertain')
      expect(missing - sure.length).toBeGreaterThanOrEqual(0)
      expect(missing - sure.length).toBeLessThanOrEqual(uncertain.length)
      fresh.push(...sure, ...uncertain.slice(0, missing - sure.length))
    }
    for (const { line } of planned) this.there.add(line.line)
    for (const { line, identity } of numberedLines(fresh, this.imported))
      this.imported.push({ identity, date: line.date, side: line.side, amount: line.amount, layout })
    if (fresh.length > 0) this.spans.push(spanOf(lines))
  }
}

const alike = (all: readonly { date: string; side: string; amount: number }[]) =>
  all.map(({ date, side, amount }) => `${date} ${side} ${amount}`).sort()

it('has every booking once, whatever way the files of an account are cut and in whatever order they come', () => {
  fc.assert(
    fc.property(
      history.chain((all) =>
        fc.tuple(fc.constant(all), fc.array(file(all.length), { minLength: 1, maxLength: 6 }), fc.boolean()),
      ),
      ([all, files, withBalance]) => {
        const lines = linesOf(all, withBalance)
        const account = new Account()
        const covered = new Set<number>()
        for (const { from, count, newestFirst } of files) {
          const cut = lines.slice(from, from + count)
          for (const { line } of cut) covered.add(line)
          account.add(newestFirst ? cut.toReversed() : cut, null)
        }
        expect(alike(account.imported)).toEqual(alike(lines.filter(({ line }) => covered.has(line))))
      },
    ),
    { numRuns: 600, seed: 1 },
  )
})

it('asks nothing where the file has balances, references, whole days, or numbers of the bank', () => {
  const cash = linesOf(
    [2, 2, 3].map((day) => ({ day, side: 'credit', amount: 500, text: 'CASH' })),
    false,
  )
  const verdicts = (
    lines: FileLine[],
    imported: FileLine[],
    spans: DaySpan[],
    number: string | null = null,
  ) => {
    const there = planLines(
      imported.map((line) => ({ line, number: number && 'before' })),
      { layout: 'table', imported: [], spans: [] },
    ).map(({ line, identity }) => ({ ...line, identity, layout: 'table' }))
    return planLines(
      lines.map((line) => ({ line, number })),
      { layout: 'table', imported: there, spans },
    ).map(({ verdict }) => verdict)
  }
  const day = (of: number) => `2026-11-0${of}`
  expect(verdicts(cash, cash.slice(0, 1), [{ from: day(2), to: day(2) }])).toEqual([
    'uncertain',
    'new',
    'new',
  ])
  const month = { from: day(1), to: day(9) }
  expect(verdicts(cash.slice(0, 2), cash.slice(0, 2), [month])).toEqual(['known', 'known'])
  const balanced = cash.map((line, at) => ({ ...line, balance: at }))
  expect(verdicts(balanced, balanced.slice(0, 1), [{ from: day(2), to: day(2) }])).toEqual([
    'known',
    'new',
    'new',
  ])
  expect(verdicts(cash.slice(0, 2), cash.slice(0, 2), [{ from: day(2), to: day(2) }], '5/2')).toEqual([
    'new',
    'new',
  ])
})

it('asks about a booking that a file of another layout may have brought', () => {
  const [line] = linesOf([{ day: 2, side: 'credit', amount: 500, text: 'NEFT 616612345671' }], false)
  if (!line) throw new Error('There is no line.')
  const imported = [{ ...line, identity: 'ff', layout: 'mt940' }]
  const plan = (layout: string) =>
    planLines([{ line, number: null }], { layout, imported, spans: [] }).map(({ verdict }) => verdict)
  expect(plan('table')).toEqual(['uncertain'])
  expect(plan('mt940')).toEqual(['new'])
})
