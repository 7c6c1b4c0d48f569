import { existsSync } from 'node:fs'
import type { Peer } from '#bench/scenarios/scenario.ts'
import { launch, type Server } from '#bench/servers/launch.ts'
import { POSTGRAPHILE } from '#bench/servers/peer-packages.ts'

/** The servers that others would build, where they are asked for and can be had. */
export async function launchPeers(
  databaseUrl: string,
  beside: readonly Peer[],
): Promise<{ servers: Server[]; notes: string[]; stop(): Promise<void> }> {
  const servers: Server[] = []
  const notes: string[] = []
  if (beside.includes('prisma')) servers.push(await launch('prisma', databaseUrl))
  if (beside.includes('postgraphile')) {
    if (existsSync(POSTGRAPHILE.folder)) servers.push(await launch('postgraphile', databaseUrl))
    else notes.push(`PostGraphile is left out. Install it beside the project: \`${POSTGRAPHILE.install}\`.`)
  }
  return {
    servers,
    notes,
    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
  }
}
