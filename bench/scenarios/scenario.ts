import type { Cluster } from '#bench/cluster.ts'
import { sendLoad, type Target } from '#bench/load.ts'
import type { Conditions, Entrant, Outcome } from '#bench/measure.ts'
import type { Plan } from '#bench/plans.ts'
import { buildFolder, type Kind, launch, type Server } from '#bench/servers/launch.ts'

/** The servers that run beside the product only with `--beside`. */
export const PEERS = ['pgbench', 'prisma', 'postgraphile'] as const
export type Peer = (typeof PEERS)[number]

export type Setting = {
  cluster: Cluster
  conditions: Conditions
  rows: number
  beside: readonly Peer[]
  /** The folder of another checkout with a build, which is measured beside this one. */
  against?: string | undefined
}

/** One figure that is no rate of requests: seconds to start, megabytes, milliseconds of a query. */
export type Figure = { what: string; value: number; unit: 'ms' | 's' | 'MB' | 'KB' | 'trips' }

/**
 * The result of every scenario: its measurements, the plans of its queries, single figures, and notes for the reader.
 */
export type Result = {
  outcomes: Outcome[]
  plans: Plan[]
  figures?: Figure[]
  /** Tables of what a run counts and does not time. */
  tables?: Table[]
  notes: string[]
}

type Table = { head: string[]; rows: string[][] }

export type Scenario = (setting: Setting) => Promise<Result>

export const NAMES: Record<Kind, string> = {
  baseline: 'baseline',
  router: 'handlers before Next',
  next: 'handlers through Next',
  start: 'npm start',
  'start-alone': 'joining off (npm start)',
  oidc: 'oidc-provider in memory',
  'oidc-postgres': 'oidc-provider on PostgreSQL',
  prisma: 'Next and a Prisma transaction',
  postgraphile: 'PostGraphile',
}

export const NO_BUILD =
  'There is no build of the pages (`npm run build`), so what runs through Next is left out.'

/** Starts the servers of a scenario on a database; those with Next only when there is a build. */
export async function launchAll(
  databaseUrl: string,
  { through = ['baseline', 'router', 'next', 'start'], env = {} }: { through?: Kind[]; env?: Env } = {},
): Promise<{ servers: Server[]; notes: string[]; stop(): Promise<void> }> {
  const built = buildFolder() !== undefined
  const kinds = through.filter((kind) => built || !WITH_NEXT.has(kind))
  const servers: Server[] = []
  const notes = kinds.length < through.length ? [NO_BUILD] : []
  for (const kind of kinds) {
    // A server that fails to start must not stop the rest of the scenario.
    const server = await launch(kind, databaseUrl, env).catch((error: Error) => error)
    if (server instanceof Error) notes.push(`**Left out**: ${NAMES[kind]}. ${server.message} See its log.`)
    else servers.push(server)
  }
  return {
    servers,
    notes,
    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
  }
}
type Env = Record<string, string>

const WITH_NEXT = new Set<Kind>(['next', 'start', 'start-alone'])

/** The worker of `npm start` would delete and settle rows of a database of lists, so it is left out. */
export const WITHOUT_WORKER = { WORKER: 'apart' }

/** A server as one of those that are compared. */
export function entrantOf(server: Server, target: Omit<Target, 'url'>): Entrant {
  return {
    name: NAMES[server.kind],
    pid: server.pid,
    run: (seconds) => sendLoad({ ...target, url: server.url }, seconds),
  }
}
