import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { judge, type Verdict } from '#bench/goals.ts'
import type { Outcome, Summary } from '#bench/measure.ts'
import type { Plan } from '#bench/plans.ts'
import type { Figure, Result } from '#bench/scenarios/scenario.ts'

export type Options = { rounds: number; seconds: number; rows: number }
type Machine = { cores: number; model: string; memory: string; node: string; load: number }

export function machine(): Machine {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`
  return {
    cores: cpus().length,
    model: cpus()[0]?.model.trim() ?? '',
    memory,
    node: process.version,
    load: loadavg()[0] ?? 0,
  }
}

/** The report as Markdown: the goals, the measurements, the query plans, and the notes. */
export function markdown(results: Result[], before: Machine, { rounds, seconds, rows }: Options): string {
  const outcomes = results.flatMap((result) => result.outcomes)
  const figures = results.flatMap((result) => result.figures ?? [])
  const verdicts = judge(results, rows)
  const plans = results.flatMap((result) => result.plans)
  const notes = [...new Set(results.flatMap((result) => result.notes))]
  const begin = `${before.cores} cores (${before.model}), ${before.memory}, Node ${before.node.slice(1)}, load ${before.load.toFixed(2)} before.`
  return [
    `${begin} Medians of ${rounds} interleaved rounds of ${seconds} s; ${rows.toLocaleString('en')} rows.`,
    ...(verdicts.length > 0
      ? [table(['goal', 'measured', 'hold', 'aim', 'verdict'], verdicts.map(verdictRow))]
      : []),
    ...(outcomes.length > 0
      ? [
          table(
            [
              'scenario',
              'server',
              'requests/s',
              'over the baseline',
              'server µs',
              'database µs',
              'p50 ms',
              'p99 ms',
            ],
            outcomes.flatMap(rowsOf),
          ),
        ]
      : []),
    ...(figures.length > 0 ? [table(['figure', 'measured'], figures.map(figureRow))] : []),
    ...results.flatMap(({ tables = [] }) => tables.map(({ head, rows: cells }) => table(head, cells))),
    ...(plans.length > 0
      ? [table(['query', 'statement', 'plan ms', 'run ms', 'pages', 'nodes'], plans.map(planRow))]
      : []),
    [...outcomes.flatMap(notesOf), ...notes].map((note) => `- ${note}`).join('\n'),
  ].join('\n\n')
}

/** Keeps the table of a day beside the bench. The plans stay out: they are long, and `--json` has them. */
export function writeResults(file: string, results: Result[], before: Machine, options: Options): void {
  const day = new Date().toISOString().slice(0, 10)
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const kept = results.map((result) => ({ ...result, plans: [] }))
  const head = `# Results of ${day}\n\nCommit ${commit}, written by \`npm run bench -- --results\`. See README.md for what is measured.`
  writeFileSync(file, `${head}\n\n${markdown(kept, before, options)}\n`)
}

export function writeJson(file: string, results: Result[], before: Machine, options: Options): void {
  writeFileSync(file, `${JSON.stringify({ machine: before, options, results }, null, 2)}\n`)
}

function rowsOf({ scenario, summaries }: Outcome): string[][] {
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

function verdictRow({ row, unit, measured, hold, aim, better, verdict }: Verdict): string[] {
  const goal = (value: number | undefined) =>
    value === undefined ? '' : `${better === 'more' ? '≥' : '≤'} ${withUnit(value, unit)}`
  const shown = verdict === 'missed' ? '**missed**' : verdict
  return [row, withUnit(measured, unit), goal(hold), goal(aim), shown]
}

function figureRow({ what, value, unit }: Figure): string[] {
  return [what, withUnit(value, unit)]
}

/** With as many digits as say something. */
function withUnit(value: number, unit: string): string {
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

function notesOf({ scenario, summaries, notes }: Outcome): string[] {
  const alone = summaries.find(({ server }) => server.startsWith('database alone'))
  const ratios = alone
    ? summaries.filter((each) => each !== alone).map((each) => `${each.server} ${over(each, alone)}`)
    : []
  return [
    ...(alone ? [`${scenario}, over the database alone: ${ratios.join(', ')}.`] : []),
    ...notes.map((note) => `${scenario}: ${note}`),
  ]
}

function over(left: Summary, right: Summary): string {
  return (left.ratio / right.ratio).toFixed(2)
}

function table(head: string[], rows: string[][]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const line = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [
    line(head),
    `|${head.map((title) => (/µs|ms|\/s|over|pages|measured|hold|aim/.test(title) ? '--:|' : '---|')).join('')}`,
    ...rows.map(line),
  ].join('\n')
}
