/** The newest measurement of every goal, of every scenario and of every profile, in bench/results.json. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { type Goal, type Measured, type Reading, reaches, readingsOf, TABLES } from '#bench/goals.ts'
import { DISTURBED, type MeasuredOutcome } from '#bench/measure.ts'
import type { Profile, Subject } from '#bench/profile/subjects.ts'
import type { Result } from '#bench/scenarios/scenario.ts'

export type Options = { rounds: number; seconds: number; rows: number; beside: readonly string[] }

/** What a measurement belongs to: the commit, the day, the machine, and what else the machine did. */
export type Circumstances = {
  commit: string
  date: string
  machine: string
  /** The load average before it. */
  load?: number
  /** The share of the machine that others used meanwhile; never zero, since the kernel works for us. */
  others?: number
}

export type StoredValue = Circumstances &
  Options & {
    measured: number
    disturbed: boolean
    /** Kept before ratios were formed within each round: the quotient of the medians of two servers. */
    ofMedians?: true
  }
export type StoredRun = Circumstances &
  Options & { scenario: string; outcomes: MeasuredOutcome[] } & Pick<Result, 'figures' | 'tables' | 'notes'>
export type StoredProfile = Circumstances & Profile
export type Stored = {
  /** By the work of a goal. */
  values: Record<string, StoredValue>
  /** By scenario, and the number of rows where it matters. */
  runs: Record<string, StoredRun>
  profiles: Partial<Record<Subject, StoredProfile>>
}

/** A goal beside the newest measurement of it, if there is one. */
export type Verdict = Goal & {
  stored: StoredValue | undefined
  verdict: 'met' | 'missed' | 'not measured'
  holds: boolean | undefined
}

export const RESULTS = { json: 'bench/results.json', text: 'bench/RESULTS.md' }

/** The scenarios whose measurements depend on the number of payments. */
const SIZED = new Set(['lists', 'page', 'pages', 'filters', 'overview', 'search', 'numbers'])

/** A scenario without rounds counts as disturbed above this share, since filling and starting are part of it. */
const DISTURBED_SCENARIO = 0.15

/** What was known, with one more run of a scenario: its values replace those of the same goals, and no others. */
export function withRun(
  stored: Stored,
  scenario: string,
  result: Result,
  about: Circumstances & Options,
): Stored {
  const values = Object.fromEntries(
    [...readingsOf(scenario, about.rows, result)].map(([work, reading]) => [
      work,
      storedValue(reading, about),
    ]),
  )
  const { figures, tables, notes } = result
  const outcomes = result.outcomes.map(withoutSamples)
  const key = SIZED.has(scenario) ? `${scenario}, ${about.rows.toLocaleString('en')} rows` : scenario
  const run: StoredRun = { scenario, ...about, outcomes, notes }
  if (figures) run.figures = figures
  if (tables) run.tables = tables
  return { ...stored, values: { ...stored.values, ...values }, runs: { ...stored.runs, [key]: run } }
}

function storedValue({ value, others }: Reading, about: Circumstances & Options): StoredValue {
  const share = others ?? about.others
  const disturbed = share !== undefined && share > (others === undefined ? DISTURBED_SCENARIO : DISTURBED)
  return { measured: value, disturbed, ...about, ...(share === undefined ? {} : { others: share }) }
}

function withoutSamples({ scenario, summaries, others, notes }: MeasuredOutcome): MeasuredOutcome {
  return { scenario, summaries, notes, ...(others === undefined ? {} : { others }) }
}

/** What was known, with one more profile. */
export function withProfile(
  stored: Stored,
  subject: Subject,
  profile: Profile,
  about: Circumstances,
): Stored {
  return { ...stored, profiles: { ...stored.profiles, [subject]: { ...about, ...profile } } }
}

/** Every goal, measured or not, by table. */
export function judge({ values }: Pick<Stored, 'values'>): { title: string; verdicts: Verdict[] }[] {
  return TABLES.map(({ title, goals }) => ({
    title,
    verdicts: goals.map((goal) => verdictOf(goal, values[goal.work])),
  }))
}

/** The goals that the scenarios of one run could have measured at its size. */
export function judgeRun(results: ReadonlyMap<string, Measured>, options: Options): Verdict[] {
  const about = { commit: '', date: '', machine: '', ...options }
  return TABLES.flatMap(({ goals }) => goals)
    .filter(({ scenario, rows }) => results.has(scenario) && (rows === undefined || rows === options.rows))
    .map((goal) => {
      const result = results.get(goal.scenario)
      const reading = result && readingsOf(goal.scenario, options.rows, result).get(goal.work)
      return verdictOf(goal, reading && storedValue(reading, about))
    })
}

function verdictOf(goal: Goal, stored: StoredValue | undefined): Verdict {
  if (!stored) return { ...goal, stored, verdict: 'not measured', holds: undefined }
  return {
    ...goal,
    stored,
    verdict: reaches(goal, stored.measured, goal.goal) ? 'met' : 'missed',
    holds: goal.hold === undefined ? undefined : reaches(goal, stored.measured, goal.hold),
  }
}

export function readStored(): Stored {
  if (!existsSync(RESULTS.json)) return { values: {}, runs: {}, profiles: {} }
  return JSON.parse(readFileSync(RESULTS.json, 'utf8')) as Stored
}

export function writeStored(stored: Stored): void {
  writeFileSync(RESULTS.json, `${JSON.stringify(stored, null, 2)}\n`)
}

/** This commit, day and machine. */
export function circumstances(): Circumstances {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`
  const model = cpus()[0]?.model.trim() ?? ''
  return {
    commit: commit(),
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} cores (${model}), ${memory}, Node ${process.version.slice(1)}`,
    load: Number((loadavg()[0] ?? 0).toFixed(2)),
  }
}

function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  // The results themselves are no change of what was measured.
  const changed = git('status', '--porcelain', '--', '.', `:!${RESULTS.json}`, `:!${RESULTS.text}`)
  return git('rev-parse', '--short', 'HEAD') + (changed === '' ? '' : ', changed')
}
