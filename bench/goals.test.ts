import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { commandOf, TABLES, TRIPS, WALLETS_BESIDE_ONE } from '#bench/goals.ts'
import { type MeasuredOutcome, type Sample, type Summary, summarize } from '#bench/measure.ts'
import { anchorOf, resultsText, tableText } from '#bench/report.ts'
import { judge, judgeRun, type Options, RESULTS, type Stored, withProfile, withRun } from '#bench/results.ts'
import type { Result } from '#bench/scenarios/scenario.ts'
import { MAX_TRIPS } from '#lib/testing/trip-operations.ts'

const NOTHING: Stored = { values: {}, runs: {}, profiles: {} }
const OPTIONS: Options = { rounds: 3, seconds: 8, rows: 1_000_000, beside: [] }
const ABOUT = {
  commit: 'abc1234',
  date: '2026-11-25',
  machine: '2 cores',
  load: 0.1,
  others: 0.02,
  ...OPTIONS,
}
const GOALS = TABLES.flatMap(({ goals }) => goals)

function summary(server: string, ratio: number, more: Partial<Summary> = {}): Summary {
  return {
    server,
    ratio,
    perSecond: ratio * 1000,
    serverMicros: 100,
    databaseMicros: 100,
    p50: 1,
    p99: 2,
    rounds: [ratio * 1000],
    ...more,
  }
}

function resultOf(...outcomes: MeasuredOutcome[]): Result {
  return { outcomes: outcomes.map((outcome) => ({ ...outcome, samples: [] })), plans: [], notes: [] }
}

const ORDERS = resultOf({
  scenario: 'orders',
  summaries: [
    summary('baseline', 1),
    summary('npm start', 1.6, { serverMicros: 250 }),
    summary('joining off (npm start)', 0.5),
    summary('PostGraphile', 0.4),
  ],
  others: 0.03,
  notes: [],
})

const verdictOf = (stored: Stored, work: string) =>
  judge(stored)
    .flatMap(({ verdicts }) => verdicts)
    .find((verdict) => verdict.work === work)

describe('goals', () => {
  test('every goal has a row, and without a measurement the command that makes it', () => {
    expect(new Set(GOALS.map(({ work }) => work)).size).toBe(GOALS.length)
    const lines = tableText(NOTHING).split('\n')
    for (const goal of GOALS) {
      const line = lines.find((each) => each.startsWith(`| ${goal.work} |`))
      expect(line, goal.work).toContain('not measured')
      expect(line, goal.work).toContain(commandOf(goal))
    }
  })

  test('a goal is met or missed by itself, and a weaker bound is judged beside it', () => {
    const stored = withRun(NOTHING, 'orders', ORDERS, ABOUT)
    expect(verdictOf(stored, 'create order over the baseline')).toMatchObject({ verdict: 'met', holds: true })
    expect(verdictOf(stored, 'create order, server CPU')).toMatchObject({ verdict: 'missed', holds: false })
    const alone = 'create order, each write alone (joining off), over the baseline'
    expect(verdictOf(stored, alone)).toMatchObject({ verdict: 'missed', holds: undefined })
    // 1.6 / 0.4: above the bound that must hold, below the goal.
    expect(verdictOf(stored, 'create order over PostGraphile')).toMatchObject({
      verdict: 'missed',
      holds: true,
    })
    expect(tableText(stored)).toMatch(
      /create order over PostGraphile \| 4 \| ≥ 6 \| \*\*missed\*\* \| ≥ 2.50 \|/,
    )
  })

  test('a run replaces what it has measured and nothing else', () => {
    const first = withRun(NOTHING, 'orders', ORDERS, ABOUT)
    const alone = resultOf({
      scenario: 'orders',
      summaries: [summary('baseline', 1), summary('npm start', 1.2)],
      others: 0.4,
      notes: [],
    })
    const second = withRun(first, 'orders', alone, { ...ABOUT, commit: 'def5678' })
    expect(verdictOf(second, 'create order over the baseline')?.stored).toMatchObject({
      measured: 1.2,
      commit: 'def5678',
      others: 0.4,
      disturbed: true,
    })
    expect(verdictOf(second, 'create order over PostGraphile')?.stored).toMatchObject({
      measured: 4,
      commit: 'abc1234',
      disturbed: false,
    })
    expect(resultsText(second)).toContain('**disturbed**')
  })

  test('a goal at ten million rows is measured by a run at ten million rows alone', () => {
    const what = (rows: string) => `payments by note, ${rows} rows`
    const result = (rows: string): Result => ({
      ...resultOf(),
      figures: [{ what: what(rows), value: 30, unit: 'ms' }],
    })
    const work = 'search at 10 M: payments by note'
    const small = withRun(NOTHING, 'filters', result('1,000,000'), ABOUT)
    expect(verdictOf(small, work)?.verdict).toBe('not measured')
    const large = withRun(small, 'filters', result('10,000,000'), { ...ABOUT, rows: 10_000_000 })
    expect(verdictOf(large, work)?.verdict).toBe('met')
    expect(Object.keys(large.runs)).toEqual(['filters, 1,000,000 rows', 'filters, 10,000,000 rows'])
  })

  test('a run names the goals of its scenarios that it could not measure', () => {
    const verdicts = judgeRun(new Map([['orders', ORDERS]]), OPTIONS)
    expect(new Set(verdicts.map(({ scenario }) => scenario))).toEqual(new Set(['orders']))
    expect(verdicts.find(({ peer }) => peer === 'prisma')?.verdict).toBe('not measured')
    expect(verdicts.find(({ work }) => work === 'create order over the baseline')?.verdict).toBe('met')
  })

  describe('the ratio of two servers is formed within each round', () => {
    // A machine that becomes three times as slow: the median of either is of another round.
    const drifting = [
      summary('baseline', 1, { perSecond: 1000, rounds: [2000, 1000, 500] }),
      summary('npm start', 2, { perSecond: 1800, rounds: [4000, 1800, 1000] }),
      summary('PostGraphile', 0.6, { perSecond: 600, rounds: [800, 600, 200] }),
      summary('database alone, 8 clients', 2, { perSecond: 2000, rounds: [5000, 2000, null] }),
    ]
    const result = resultOf({ scenario: 'orders', summaries: drifting, notes: [] })
    const stored = withRun(NOTHING, 'orders', result, ABOUT)
    const measured = (work: string) => verdictOf(stored, work)?.stored?.measured

    test('not of two medians, which differ where the machine drifts', () => {
      // 5, 3 and 5; the medians are 1,800 and 600.
      expect(measured('create order over PostGraphile')).toBe(5)
      expect(measured('create order over the baseline')).toBe(2)
    })

    test('of the rounds in which both responded', () => {
      expect(measured('create order over the one statement alone')).toBeCloseTo((0.8 + 0.9) / 2)
      expect(resultsText(stored)).toContain('over the database alone: baseline 0.45, npm start 0.85')
    })

    test('of 1,000 wallets beside one, which take turns', () => {
      const { scenario, one, many } = WALLETS_BESIDE_ONE
      const summaries = [
        summary(one, 1, { rounds: [1000, 2000, 400] }),
        summary(many, 1, { rounds: [1100, 1000, 800] }),
      ]
      const run = withRun(NOTHING, 'wallets', resultOf({ scenario, summaries, notes: [] }), ABOUT)
      expect(verdictOf(run, '1,000 wallets over one wallet')?.stored?.measured).toBeCloseTo(1.1)
    })

    test('in the table of measurements as well', () => {
      const sample = (server: string, round: number, requests: number) =>
        ({ server, round, requests, seconds: 1, p50: 1, p99: 1, usage: { server: 1, database: 1 } }) as Sample
      const rounds = drifting[0]?.rounds?.map((_, round) =>
        drifting.flatMap(({ server, rounds }) => {
          const speed = rounds?.[round]
          return speed ? [sample(server, round, speed)] : []
        }),
      )
      const summaries = drifting.map(({ server }) => summarize(server, 'baseline', rounds ?? []))
      expect(summaries.map(({ rounds }) => rounds)).toEqual(drifting.map(({ rounds }) => rounds))
      expect(summaries[2]).toMatchObject({ perSecond: 600, ratio: 0.4 })
      expect(summaries[1]?.ratio).toBe(2)
    })

    test('and what was kept without its rounds says so', () => {
      const old = drifting.map(({ rounds: _, ...each }) => each)
      const text = resultsText(
        withRun(stored, 'orders', resultOf({ scenario: 'orders', summaries: old, notes: [] }), ABOUT),
      )
      expect(text).toContain('over the database alone (quotients of medians): baseline 0.50')
      const [work = '', value] = Object.entries(stored.values)[0] ?? []
      const marked = { ...NOTHING, values: value ? { [work]: { ...value, ofMedians: true as const } } : {} }
      expect(tableText(marked)).toContain(', quotient of medians')
      expect(tableText(stored)).not.toContain('quotient of medians')
    })
  })

  test('the profile of a missed goal is printed with the table', () => {
    const profile = {
      headline: '1,000/s.',
      sections: [{ title: 'The machine', unit: 'µs' as const, entries: [['idle', 450] as [string, number]] }],
      lines: [],
    }
    const stored = withProfile(withRun(NOTHING, 'orders', ORDERS, ABOUT), 'alone', profile, ABOUT)
    expect(tableText(stored)).toContain('The machine: idle 450 µs.')
    expect(tableText(withProfile(NOTHING, 'alone', profile, ABOUT))).not.toContain('idle 450')
  })

  test('the trips that a test allows are within the goals', () => {
    const above = Object.entries(TRIPS).filter(
      ([name, { goal }]) => MAX_TRIPS[name as keyof typeof TRIPS] > goal,
    )
    expect(above.map(([name]) => name)).toEqual([])
  })
})

describe('documents', () => {
  test('RESULTS.md is what results.json says', () => {
    const stored = JSON.parse(readFileSync(RESULTS.json, 'utf8')) as Stored
    expect(readFileSync(RESULTS.text, 'utf8')).toBe(resultsText(stored))
  })

  test('every value, run and profile that is kept belongs to a goal of today', () => {
    const { values } = JSON.parse(readFileSync(RESULTS.json, 'utf8')) as Stored
    expect(Object.keys(values).filter((work) => !GOALS.some((goal) => goal.work === work))).toEqual([])
  })

  test('every missed goal is explained under a heading of the README', () => {
    const headings = readFileSync('bench/README.md', 'utf8')
      .split('\n')
      .flatMap((line) => /^#+ (.*)$/.exec(line)?.[1] ?? [])
    const stored = JSON.parse(readFileSync(RESULTS.json, 'utf8')) as Stored
    const verdicts = judge(stored).flatMap(({ verdicts }) => verdicts)
    for (const { work, verdict, explained } of verdicts) {
      if (verdict === 'missed') expect(explained, work).toBeDefined()
      if (explained) expect(headings, work).toContain(explained)
    }
  })

  test('a heading is linked to as sites show it', () => {
    expect(anchorOf('1,000 wallets')).toBe('1000-wallets')
    expect(anchorOf('An order whose write is made alone')).toBe('an-order-whose-write-is-made-alone')
  })
})
