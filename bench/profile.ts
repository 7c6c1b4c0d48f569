/**
 * `node bench/profile.ts order|alone|baseline|postgraphile|capture|wallet|wallets|list|page|webhooks|start|memory [--seconds 10]
 * [--rows 1000000] [--results]`: where the time of a hot path goes, of the start, or the memory. A hot path is loaded as in
 * its scenario; its profile has the shares of the machine by process, of the server by group of functions (Node's
 * sampling profiler), and of the database by statement and by what its backends waited for.
 */
import { parseArgs } from 'node:util'
import { type Cluster, openCluster } from '#bench/cluster.ts'
import { paymentsInstance } from '#bench/data/payments-instance.ts'
import { makeWallets } from '#bench/data/wallets.ts'
import { type Instance, openInstance } from '#bench/instance.ts'
import type { Entrant } from '#bench/measure.ts'
import { CORES, startMeter, timeOf, type Usage } from '#bench/processor.ts'
import { cpuProfileOf, microseconds, profilerOptions } from '#bench/profile/cpu.ts'
import { large, sharesOf } from '#bench/profile/functions.ts'
import { profileMemory } from '#bench/profile/memory.ts'
import { profileStart } from '#bench/profile/start.ts'
import { watchStatements } from '#bench/profile/statements.ts'
import { type Profile, SUBJECTS, type Subject } from '#bench/profile/subjects.ts'
import { profileText, writeResults } from '#bench/report.ts'
import { circumstances, readStored, withProfile, writeStored } from '#bench/results.ts'
import { capturing } from '#bench/scenarios/capture.ts'
import { firstPage } from '#bench/scenarios/lists.ts'
import { mutation, target } from '#bench/scenarios/orders.ts'
import { viewing } from '#bench/scenarios/page.ts'
import { entrantOf, WITHOUT_WORKER } from '#bench/scenarios/scenario.ts'
import { reversing } from '#bench/scenarios/wallets.ts'
import { openPosting } from '#bench/scenarios/webhooks.ts'
import { buildFolder, type Kind, launch, type Server } from '#bench/servers/launch.ts'
import { signIn } from '#bench/session.ts'
import { ensureBuild } from '#scripts/build.ts'
import { complain } from '#scripts/complain.ts'

type Loaded = {
  entrant: Entrant
  /** Processes beside it that are part of the path. */
  others?: Record<string, number>
  stop(): unknown
}

/** The hot paths, each loaded on a database with the given number of payments where it reads them. */
const PATHS: Record<Exclude<Subject, 'start' | 'memory'>, Path> = {
  order: onFresh((instance) => loaded(instance, 'start', (server) => entrantOf(server, target(instance)))),
  alone: onFresh((instance) =>
    loaded(instance, 'start-alone', (server) => entrantOf(server, target(instance))),
  ),
  baseline: onFresh((instance) =>
    loaded(instance, 'baseline', (server) => entrantOf(server, target(instance))),
  ),
  postgraphile: onFresh((instance) =>
    loaded(instance, 'postgraphile', (server) => entrantOf(server, mutation(instance))),
  ),
  capture: onFresh((instance) => loaded(instance, 'start', (server) => capturing(instance, server))),
  wallet: onFresh((instance) => reversingFrom(instance, 1)),
  wallets: onFresh((instance) => reversingFrom(instance, 1000)),
  list: {
    open: paymentsInstance,
    load: (instance) =>
      loaded(instance, 'start', (server) => entrantOf(server, firstPage(instance)), WITHOUT_WORKER),
  },
  page: {
    open: paymentsInstance,
    load: (instance) =>
      loaded(
        instance,
        'start',
        async (server) => viewing(server, '/payments', { cookie: await signIn(instance, server.url) }, 4),
        WITHOUT_WORKER,
      ),
  },
  webhooks: onFresh(async (instance) => {
    const { entrants, receiver, stop } = await openPosting(instance)
    return { entrant: entrants[1], others: { receiver }, stop }
  }),
}

type Path = {
  open(cluster: Cluster, rows: number): Promise<Instance>
  load(instance: Instance): Promise<Loaded>
}

function onFresh(load: Path['load']): Path {
  return { open: async (cluster) => openInstance(await cluster.fresh('bench_profile')), load }
}

async function reversingFrom(instance: Instance, count: number): Promise<Loaded> {
  const wallets = await makeWallets(instance, count)
  return loaded(instance, 'start', (server) => reversing(instance, server, wallets))
}

async function loaded(
  instance: Instance,
  kind: Kind,
  entrant: (server: Server) => Entrant | Promise<Entrant>,
  env: Record<string, string> = {},
): Promise<Loaded> {
  const server = await launch(kind, instance.url, env)
  return { entrant: await entrant(server), stop: () => server.stop() }
}

try {
  await profile()
  process.exit()
} catch (error) {
  complain(error)
  process.exit(1)
}

async function profile(): Promise<void> {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seconds: text, rows: text, results: { type: 'boolean' } },
  })
  const subject = SUBJECTS.find((name) => name === positionals[0])
  if (!subject) throw new Error(`Name one of ${SUBJECTS.join(', ')}.`)
  const folder = buildFolder()
  if (folder) await ensureBuild(folder)
  const about = circumstances()
  const made = await make(subject, Number(values.seconds ?? 10), Number(values.rows ?? 1_000_000))
  console.log(`${subject}: ${profileText(made)}`)
  if (values.results !== true) return
  const stored = withProfile(readStored(), subject, made, about)
  writeStored(stored)
  writeResults(stored)
}

async function make(subject: Subject, seconds: number, rows: number): Promise<Profile> {
  if (subject === 'start') return profileStart()
  if (subject === 'memory') return profileMemory()
  const { open, load } = PATHS[subject]
  const cluster = await openCluster('pg_stat_statements')
  try {
    const instance = await open(cluster, rows)
    process.env.NODE_OPTIONS = profilerOptions()
    const made = await profilePath(await load(instance), cluster, instance, seconds)
    await instance.close()
    return made
  } finally {
    await cluster.stop()
  }
}

async function profilePath(
  { entrant, others: beside = {}, stop }: Loaded,
  cluster: Cluster,
  instance: Instance,
  seconds: number,
): Promise<Profile> {
  const { pid } = entrant
  await entrant.prepare?.(seconds)
  await entrant.run(Math.max(2, seconds / 2))
  await entrant.prepare?.(seconds)
  await cluster.checkpoint()
  const statements = await watchStatements(cluster.adminUrl, new URL(instance.url).pathname.slice(1))
  const pids = Object.values(beside)
  const ended = startMeter({ server: pid, postmaster: cluster.postmaster, own: [pid, ...pids] })
  const before = pids.map(timeOf)
  const from = microseconds()
  const { requests, seconds: took } = await entrant.run(seconds)
  const to = microseconds()
  const usage = ended()
  const more = Object.keys(beside).map((name, at): [string, number] => [
    name,
    timeOf(pids[at] ?? 0) - (before[at] ?? 0),
  ])
  const database = await statements.end()
  await stop()
  const { groups, functions } = sharesOf(await cpuProfileOf(pid), from, to)
  const others = usage.others / (CORES * usage.seconds)
  return {
    headline: `${Math.round(requests / took).toLocaleString('en')}/s; others used ${(others * 100).toFixed(0)} % of the machine.`,
    sections: [
      {
        title: 'The machine, per request',
        unit: 'µs',
        entries: machineShares(usage, Object.fromEntries(more), requests),
      },
      { title: 'The server, by group of functions', unit: '%', entries: large(groups) },
      { title: 'The largest functions', unit: '%', entries: large(functions.slice(0, 12)) },
      { title: 'The backends at work, by what they did', unit: '%', entries: large(database.waits) },
      { title: 'The backends at work, by statement', unit: '%', entries: large(database.work) },
    ],
    lines: database.statements,
  }
}

/** Of all cores for the whole time: `idle` is what no process used, so a path that leaves some is not bound by them. */
function machineShares(
  { seconds, server, database, load, others }: Usage,
  more: Record<string, number>,
  requests: number,
): [string, number][] {
  const busy = { server, database, 'load generator': load, ...more, others }
  const all = CORES * seconds
  const idle = Math.max(0, all - Object.values(busy).reduce((sum, time) => sum + time, 0))
  const times = { ...busy, idle, 'all cores': all }
  return Object.entries(times).map(([name, time]) => [name, Math.round((time / requests) * 1e6)])
}
