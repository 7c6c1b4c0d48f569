import { type Load, median } from '#bench/load.ts'
import { CORES, startMeter, type Usage } from '#bench/processor.ts'

/** One of those that are compared: a server, or the database alone. */
export type Entrant = {
  name: string
  /** The process whose time is counted as the server's. */
  pid: number
  /** Prepares the input of a stretch; not measured. */
  prepare?(seconds: number): Promise<void>
  run(seconds: number): Promise<Load>
}

export type Sample = Load & { round: number; server: string; usage: Usage; disturbed: boolean }

/** The medians of an entrant over the rounds that count. Times per request are in microseconds. */
export type Summary = {
  server: string
  perSecond: number
  /** The median of the ratios within each round to the first entrant, the baseline. */
  ratio: number
  serverMicros: number
  databaseMicros: number
  p50: number
  p99: number
  /**
   * The requests per second in each round that counts, null where there were none. Results that were kept before
   * 2026-11-26 don't have them.
   */
  rounds?: (number | null)[]
}

/** What a scenario found: kept without its samples, which only `--json` writes. */
export type MeasuredOutcome = {
  scenario: string
  summaries: Summary[]
  /** The largest share of the machine that others used in a round that counts. */
  others?: number
  notes: string[]
}
export type Outcome = MeasuredOutcome & { samples: Sample[] }

export type Conditions = {
  rounds: number
  seconds: number
  postmaster: number
  /** All processes that the bench has started, besides PostgreSQL. */
  own(): number[]
  checkpoint(): Promise<void>
}

/** The share of all cores that others may use during a stretch before its round is dropped. */
export const DISTURBED = 0.05

/**
 * Warms every entrant up, then measures them in turns. A round in which something else used the machine is dropped
 * and run again, at most once for each round asked for; when too few are left, the least disturbed ones count.
 * An entrant that only fails is left out, with a note.
 */
export async function measure(
  scenario: string,
  offered: Entrant[],
  conditions: Conditions,
): Promise<Outcome> {
  const entrants: Entrant[] = []
  const refused: string[] = []
  for (const entrant of offered) {
    const wrong = await warmUp(entrant, Math.max(2, conditions.seconds / 2))
    if (wrong) refused.push(`**Left out**: ${entrant.name} answers ${wrong}.`)
    else entrants.push(entrant)
  }
  const rounds: Sample[][] = []
  const quiet = () => rounds.filter((samples) => !isDisturbed(samples))
  while (quiet().length < conditions.rounds && rounds.length < 2 * conditions.rounds) {
    const round = rounds.length + 1
    const samples: Sample[] = []
    // Each round begins with another entrant, so that none always has the same one before it.
    for (const entrant of rotated(entrants, rounds.length)) {
      const sample = await stretch(entrant, round, conditions.seconds, conditions)
      if (typeof sample === 'string') refused.push(sample)
      else samples.push(sample)
    }
    rounds.push(samples)
    process.stderr.write(isDisturbed(samples) ? 'x' : '.')
  }
  const quietest = new Set(
    rounds.toSorted((left, right) => disturbance(left) - disturbance(right)).slice(0, conditions.rounds),
  )
  const counted = rounds.filter((samples) => quietest.has(samples))
  const summaries = entrants
    .filter(({ name }) => counted.flat().some((sample) => sample.server === name))
    .map(({ name }) => summarize(name, entrants[0]?.name ?? name, counted))
  return {
    scenario,
    summaries,
    others: Math.max(...counted.map(disturbance)),
    samples: rounds.flat(),
    notes: [...refused, ...notesOf(rounds, counted)],
  }
}

/** Returns the response of the entrant when none succeeded. */
async function warmUp(entrant: Entrant, seconds: number): Promise<string | undefined> {
  await entrant.prepare?.(seconds)
  const { requests, failed, statuses } = await entrant.run(seconds)
  return requests === 0 && failed > 0 ? JSON.stringify(statuses) : undefined
}

/**
 * One turn. A server without a single response in the time gets four times as long, once; if there is still none, it
 * has a sentence instead of a sample in this round.
 */
async function stretch(
  entrant: Entrant,
  round: number,
  seconds: number,
  conditions: Conditions,
  patient = true,
): Promise<Sample | string> {
  await entrant.prepare?.(seconds)
  await conditions.checkpoint()
  const stop = startMeter({ server: entrant.pid, postmaster: conditions.postmaster, own: conditions.own() })
  const load = await entrant.run(seconds)
  const usage = stop()
  if (patient && load.requests + load.failed === 0)
    return stretch(entrant, round, 4 * seconds, conditions, false)
  if (load.requests === 0)
    return `**Failures**: ${entrant.name} answered nothing as it should in round ${round}: ${JSON.stringify(load.statuses)}.`
  return {
    ...load,
    round,
    server: entrant.name,
    usage,
    disturbed: usage.others > DISTURBED * CORES * usage.seconds,
  }
}

function isDisturbed(samples: Sample[]): boolean {
  return samples.some(({ disturbed }) => disturbed)
}

/** The largest share of the machine that others used in a stretch of the round. */
function disturbance(samples: Sample[]): number {
  return Math.max(...samples.map(({ usage }) => usage.others / (CORES * usage.seconds)))
}

function rotated<T>(list: T[], by: number): T[] {
  const start = by % list.length
  return [...list.slice(start), ...list.slice(0, start)]
}

/** The medians of an entrant, of the rounds in which both it and the baseline were measured. */
export function summarize(server: string, baseline: string, rounds: Sample[][]): Summary {
  const pairs = rounds.flatMap((samples) => {
    const own = samples.find((sample) => sample.server === server)
    const base = samples.find((sample) => sample.server === baseline)
    return own && base ? [{ own, base }] : []
  })
  const middle = (value: (sample: Sample) => number) => median(pairs.map(({ own }) => value(own)))
  return {
    server,
    perSecond: middle(speed),
    ratio: median(pairs.map(({ own, base }) => speed(own) / speed(base))),
    serverMicros: middle(({ usage, requests }) => (usage.server / requests) * 1e6),
    databaseMicros: middle(({ usage, requests }) => (usage.database / requests) * 1e6),
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    rounds: rounds.map((samples) => {
      const own = samples.find((sample) => sample.server === server)
      return own ? speed(own) : null
    }),
  }
}

/**
 * How many times the requests per second of another entrant one serves: the median of the ratios within each round, since
 * both medians by themselves may be of different rounds, between which the machine became slower or faster.
 * @returns undefined without a round in which both were measured
 */
export function ratioOf(own: Summary, base: Summary): number | undefined {
  const ratios = (own.rounds ?? []).flatMap((speed, round) => {
    const other = base.rounds?.[round]
    return speed !== null && other ? [speed / other] : []
  })
  return ratios.length === 0 ? undefined : median(ratios)
}

function speed({ requests, seconds }: Load): number {
  return requests / seconds
}

function notesOf(rounds: Sample[][], counted: Sample[][]): string[] {
  const percent = (samples: Sample[]) => `${(disturbance(samples) * 100).toFixed(0)} %`
  const dropped = rounds.filter((samples) => !counted.includes(samples))
  const stored = counted.filter(isDisturbed)
  const failed = new Map<string, string>()
  for (const sample of rounds.flat())
    if (sample.failed > 0) failed.set(sample.server, JSON.stringify(sample.statuses))
  return [
    ...(dropped.length > 0
      ? [`${dropped.length} rounds dropped: others used ${dropped.map(percent).join(', ')} of the machine.`]
      : []),
    ...(stored.length > 0
      ? [
          `**Disturbed**: others used ${stored.map(percent).join(', ')} of the machine in ${stored.length} rounds that count.`,
        ]
      : []),
    ...[...failed].map(([server, statuses]) => `**Failures** at ${server}: ${statuses}.`),
  ]
}
