import type { Cluster } from '#bench/cluster.ts'
import { sendLoad, type Target } from '#bench/load.ts'
import type { Conditions, Entrant, Outcome } from '#bench/measure.ts'
import type { Plan } from '#bench/plans.ts'
import { buildFolder, type Kind, launch, type Server } from '#bench/servers/launch.ts'

/** What every scenario is given. */
export type Setting = { cluster: Cluster; conditions: Conditions; rows: number }

/** What every scenario gives: its measurements, the plans of its queries, and what the reader should know. */
export type Result = { outcomes: Outcome[]; plans: Plan[]; notes: string[] }

export type Scenario = (setting: Setting) => Promise<Result>

const NAMES: Record<Kind, string> = {
  baseline: 'baseline',
  router: 'handlers before Next',
  next: 'handlers through Next',
  oidc: 'oidc-provider in memory',
  'oidc-postgres': 'oidc-provider on PostgreSQL',
}

/** Starts the servers of a scenario on a database; the one through Next only when there is a build. */
export async function launchAll(
  databaseUrl: string,
): Promise<{ servers: Server[]; notes: string[]; stop(): Promise<void> }> {
  const kinds: Kind[] = buildFolder() ? ['baseline', 'router', 'next'] : ['baseline', 'router']
  const servers: Server[] = []
  for (const kind of kinds) servers.push(await launch(kind, databaseUrl))
  const notes = kinds.includes('next')
    ? []
    : ['There is no build of the pages (`npm run build`), so the handlers through Next are left out.']
  return {
    servers,
    notes,
    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
  }
}

/** A server as one of those that are compared. */
export function entrantOf(server: Server, target: Omit<Target, 'url'>): Entrant {
  return {
    name: NAMES[server.kind],
    pid: server.pid,
    run: (seconds) => sendLoad({ ...target, url: server.url }, seconds),
  }
}
