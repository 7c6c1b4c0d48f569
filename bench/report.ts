import { writeFileSync } from 'node:fs'
import { commandOf, type Goal, type Unit } from '#bench/goals.ts'
import { type MeasuredOutcome, ratioOf, type Summary } from '#bench/measure.ts'
import type { Plan } from '#bench/plans.ts'
import type { Profile, Section } from '#bench/profile/subjects.ts'
import {
  type Circumstances,
  judge,
  judgeRun,
  type Options,
  RESULTS,
  type Stored,
  type StoredProfile,
  type StoredRun,
  type StoredValue,
  type Verdict,
} from '#bench/results.ts'
import type { Figure, Result } from '#bench/scenarios/scenario.ts'

/** The report of a run as Markdown: its goals, its measurements, the query plans, and the notes. */
export function runText(
  results: ReadonlyMap<string, Result>,
  about: Circumstances,
  options: Options,
): string {
  const all = [...results.values()]
  const verdicts = judgeRun(results, options)
  const plans = all.flatMap((result) => result.plans)
  return paragraphs([
    `${about.machine}, load ${(about.load ?? 0).toFixed(2)} before. Medians of ${options.rounds} interleaved rounds of ${options.seconds} s; ${options.rows.toLocaleString('en')} rows.`,
    verdicts.length > 0 &&
      table(
        ['goal', 'measured', 'goal is', 'verdict', 'hold'],
        verdicts.map((verdict) => [verdict.work, measuredOf(verdict), ...boundsOf(verdict)]),
      ),
    'All goals, each with its newest measurement that was kept: `npm run bench -- table`.',
    ...measurements({
      outcomes: all.flatMap((result) => result.outcomes),
      figures: all.flatMap((result) => result.figures ?? []),
      tables: all.flatMap((result) => result.tables ?? []),
    }),
    plans.length > 0 &&
      table(['query', 'statement', 'plan ms', 'run ms', 'pages', 'nodes'], plans.map(planRow)),
    notesOf(
      all.flatMap((result) => result.outcomes),
      all.flatMap((result) => result.notes),
    ),
  ])
}

/** bench/RESULTS.md: all goals, then what was kept of profiles and runs. */
export function resultsText(stored: Stored): string {
  const runs = Object.entries(stored.runs)
  return `${paragraphs([
    '# Results',
    `Written by \`npm run bench -- table --results\` from \`results.json\`, which keeps the newest measurement of each goal, scenario and profile: change nothing here by hand. [README.md](README.md) says what is measured, and what limits the missed goals.`,
    goalsText(stored),
    profilesText(stored),
    runs.length > 0 && '## Measurements',
    ...runs.map(([name, run]) => runSection(name, run)),
  ])}\n`
}

/** Every goal with its newest measurement, and the profiles of those that are missed. */
export function tableText(stored: Stored): string {
  const missed = judge(stored)
    .flatMap(({ verdicts }) => verdicts)
    .filter(({ verdict }) => verdict === 'missed')
  const profiles = Object.fromEntries(
    Object.entries(stored.profiles).filter(([subject]) => missed.some(({ profile }) => profile === subject)),
  )
  return paragraphs([goalsText(stored), profilesText({ profiles })])
}

export function writeResults(stored: Stored): void {
  writeFileSync(RESULTS.text, resultsText(stored))
}

export function writeJson(
  file: string,
  results: ReadonlyMap<string, Result>,
  about: Circumstances,
  options: Options,
): void {
  const written = { about, options, results: Object.fromEntries(results) }
  writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`)
}

function goalsText(stored: Stored): string {
  return paragraphs(
    judge(stored).flatMap(({ title, verdicts }) => {
      const count = (name: Verdict['verdict']) => verdicts.filter(({ verdict }) => verdict === name).length
      return [
        `## ${title}`,
        `${verdicts.length} goals: ${count('met')} met, ${count('missed')} missed, ${count('not measured')} not measured.`,
        table(
          [
            'work',
            'measured',
            'goal is',
            'verdict',
            'hold',
            'aim',
            'measured at',
            'conditions',
            'what limits it',
          ],
          verdicts.map(verdictRow),
        ),
      ]
    }),
  )
}

function verdictRow(verdict: Verdict): string[] {
  const { stored } = verdict
  return [
    verdict.work,
    measuredOf(verdict),
    ...boundsOf(verdict),
    verdict.aim === undefined ? '' : boundText(verdict, verdict.aim),
    stored ? `${stored.date}, ${stored.commit}` : `\`${commandOf(verdict)}\``,
    stored ? conditionsOf(verdict.scenario, stored) : '',
    verdict.verdict === 'missed' ? explanationOf(verdict) : '',
  ]
}

function measuredOf({ stored, unit }: Verdict): string {
  return stored ? withUnit(stored.measured, unit) : ''
}

/** The goal, whether it is met, and whether the weaker bound still holds. */
function boundsOf(verdict: Verdict): string[] {
  const { hold, holds: pending } = verdict
  const state = pending === false ? ', **missed**' : ''
  return [
    boundText(verdict, verdict.goal),
    verdict.verdict === 'missed' ? '**missed**' : verdict.verdict,
    hold === undefined ? '' : `${boundText(verdict, hold)}${state}`,
  ]
}

function boundText({ better, unit }: Goal, bound: number): string {
  return `${better === 'more' ? '≥' : '≤'} ${withUnit(bound, unit)}`
}

/** The scenarios that count, or look at each thing for a while, and have no rounds. */
const WITHOUT_ROUNDS = new Set(['trips', 'pages', 'filters', 'search', 'numbers', 'weight'])

function conditionsOf(
  scenario: string,
  {
    rounds,
    seconds,
    others,
    disturbed,
    ofMedians,
  }: Options & Partial<Pick<StoredValue, 'others' | 'disturbed' | 'ofMedians'>>,
): string {
  const turns = WITHOUT_ROUNDS.has(scenario) ? 'once' : `${rounds} × ${seconds} s`
  const share = others === undefined ? 'others not recorded' : `others ${percent(others)}`
  return `${turns}, ${share}${disturbed ? ', **disturbed**' : ''}${ofMedians ? ', quotient of medians' : ''}`
}

function explanationOf({ explained, profile }: Verdict): string {
  const text = explained ? `[${explained}](README.md#${anchorOf(explained)})` : ''
  return [text, profile ? `\`profile.ts ${profile}\`` : ''].filter(Boolean).join(', ')
}

/** The anchor of a heading, as sites that show Markdown make it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')
}

function profilesText({ profiles }: Pick<Stored, 'profiles'>): string {
  const entries = Object.entries(profiles)
  if (entries.length === 0) return ''
  return paragraphs([
    '## Profiles',
    'Where the time of one path goes while it is profiled, which slows it down. The profiler counts the time that a thread is in a function, so writing to a socket includes the wait for a processor when the receiver takes over at once.',
    ...entries.map(([subject, profile]) => profileSection(subject, profile)),
  ])
}

function profileSection(subject: string, profile: StoredProfile): string {
  const { commit, date } = profile
  return paragraphs([
    `### \`node bench/profile.ts ${subject}\``,
    `${date}, ${commit}. ${profileText(profile)}`,
  ])
}

/** A profile as it is printed and kept. */
export function profileText({ headline, sections, lines }: Profile): string {
  return paragraphs([
    headline,
    sections.map(sectionText).join('\n'),
    lines.length > 0 && lines.map((line) => `- ${line}`).join('\n'),
  ])
}

function sectionText({ title, unit, entries }: Section): string {
  const text = ([name, value]: [string, number]) =>
    `${name} ${unit === '%' ? percent(value, 1) : withUnit(value, unit)}`
  return `- ${title}: ${entries.map(text).join(', ')}.`
}

function percent(share: number, digits = 0): string {
  return `${(share * 100).toFixed(digits)} %`
}

function runSection(name: string, run: StoredRun): string {
  const { commit, date, machine, load, outcomes } = run
  const before = load === undefined ? '' : `, load ${load.toFixed(2)} before`
  return paragraphs([
    `### ${name}`,
    `${date}, ${commit}. ${machine}${before}; ${conditionsOf(run.scenario, run)}.`,
    ...measurements({ outcomes, figures: run.figures ?? [], tables: run.tables ?? [] }),
    notesOf(outcomes, run.notes),
  ])
}

function measurements({
  outcomes,
  figures,
  tables,
}: {
  outcomes: MeasuredOutcome[]
  figures: Figure[]
  tables: NonNullable<Result['tables']>
}): (string | false)[] {
  const head = ['scenario', 'server', 'requests/s', 'over the baseline', 'server µs', 'database µs']
  return [
    outcomes.length > 0 && table([...head, 'p50 ms', 'p99 ms'], outcomes.flatMap(rowsOf)),
    figures.length > 0 && table(['figure', 'measured'], figures.map(figureRow)),
    ...tables.map(({ head: titles, rows }) => table(titles, rows)),
  ]
}

function paragraphs(parts: (string | false)[]): string {
  return parts.filter(Boolean).join('\n\n')
}

function rowsOf({ scenario, summaries }: MeasuredOutcome): string[][] {
  return summaries.map((summary, index) => [
    index === 0 ? scenario : '',
    summary.server,
    Math.round(summary.perSecond).toLocaleString('en'),
    summary.ratio.toFixed(2),
    ...[summary.serverMicros, summary.databaseMicros].map((micros) =>
      Math.round(micros).toLocaleString('en'),
    ),
    ...[summary.p50, summary.p99].map((milliseconds) =>
      Number.isNaN(milliseconds) ? '' : milliseconds.toFixed(1),
    ),
  ])
}

function figureRow({ what, value, unit }: Figure): string[] {
  return [what, withUnit(value, unit)]
}

/** With as many digits as say something. */
function withUnit(value: number, unit: Unit | '%'): string {
  const digits = Number.isInteger(value) || value >= 100 ? 0 : value >= 10 ? 1 : 2
  const text = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return unit.startsWith('/') ? `${text}${unit}` : `${text} ${unit}`.trim()
}

function planRow(plan: Plan): string[] {
  return [
    plan.what,
    `\`${plan.statement}\``,
    plan.planning.toFixed(2),
    plan.execution.toFixed(2),
    plan.pages.toLocaleString('en'),
    plan.nodes,
  ]
}

function notesOf(outcomes: MeasuredOutcome[], notes: string[]): string {
  return [...outcomes.flatMap(outcomeNotes), ...new Set(notes)].map((note) => `- ${note}`).join('\n')
}

function outcomeNotes({ scenario, summaries, notes }: MeasuredOutcome): string[] {
  const alone = summaries.find(({ server }) => server.startsWith('database alone'))
  const ratios = alone
    ? summaries.filter((each) => each !== alone).map((each) => `${each.server} ${over(each, alone)}`)
    : []
  const how = alone && !alone.rounds ? ' (quotients of medians)' : ''
  return [
    ...(alone ? [`${scenario}, over the database alone${how}: ${ratios.join(', ')}.`] : []),
    ...notes.map((note) => `${scenario}: ${note}`),
  ]
}

/** Of results that were kept without their rounds, the quotient of the medians. */
function over(left: Summary, right: Summary): string {
  return (ratioOf(left, right) ?? left.ratio / right.ratio).toFixed(2)
}

export function table(head: string[], rows: string[][]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const line = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [
    line(head),
    `|${head.map((title) => (/µs|ms|MB|\/s|over|pages|measured$|goal is|hold|aim/.test(title) ? '--:|' : '---|')).join('')}`,
    ...rows.map(line),
  ].join('\n')
}
