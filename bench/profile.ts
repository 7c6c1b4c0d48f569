/**
 * `node bench/profile.ts capture|order|alone|wallet|postgraphile|webhooks [--seconds 10]`: where the time of a hot path
 * goes. It loads one server as its scenario does, and prints the shares of the machine by process, of the server by group of
 * functions (Node's sampling profiler), and of the database by statement and by what its backends waited for.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Cluster, DATA_DIR, openCluster } from '#bench/cluster.ts'
import { makeWallets } from '#bench/data/wallets.ts'
import { type Instance, openInstance } from '#bench/instance.ts'
import type { Entrant } from '#bench/measure.ts'
import { startMeter, type Usage } from '#bench/processor.ts'
import { type CpuProfile, sharesOf } from '#bench/profile/functions.ts'
import { watchStatements } from '#bench/profile/statements.ts'
import { capturing } from '#bench/scenarios/capture.ts'
import { mutation, target } from '#bench/scenarios/orders.ts'
import { entrantOf } from '#bench/scenarios/scenario.ts'
import { reversing } from '#bench/scenarios/wallets.ts'
import { openPosting } from '#bench/scenarios/webhooks.ts'
import { buildFolder, type Kind, launch, type Server } from '#bench/servers/launch.ts'
import { ensureBuild } from '#scripts/build.ts'
import { complain } from '#scripts/complain.ts'

type Subject = { entrant: Entrant; stop(): unknown }

const SUBJECTS: Record<string, (instance: Instance) => Promise<Subject>> = {
  capture: (instance) => loaded(instance, 'start', (server) => capturing(instance, server)),
  order: (instance) => loaded(instance, 'start', (server) => entrantOf(server, target(instance))),
  alone: (instance) => loaded(instance, 'start-alone', (server) => entrantOf(server, target(instance))),
  async wallet(instance) {
    const one = await makeWallets(instance, 1)
    return loaded(instance, 'start', (server) => reversing(instance, server, one))
  },
  postgraphile: (instance) =>
    loaded(instance, 'postgraphile', (server) => entrantOf(server, mutation(instance))),
  async webhooks(instance) {
    const { entrants, stop } = await openPosting(instance)
    return { entrant: entrants[1], stop }
  },
}

const FOLDER = join(DATA_DIR, 'profiles')
/** Microseconds between two samples of the profiler. */
const INTERVAL = 500

try {
  await profile()
  process.exit()
} catch (error) {
  complain(error)
  process.exit(1)
}

async function profile(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seconds: { type: 'string' } },
  })
  const [name = ''] = positionals
  const open = SUBJECTS[name]
  if (!open) throw new Error(`Name one of ${Object.keys(SUBJECTS).join(', ')}.`)
  const folder = buildFolder()
  if (folder) await ensureBuild(folder)
  const cluster = await openCluster('pg_stat_statements')
  try {
    const instance = await openInstance(await cluster.fresh('bench_profile'))
    // Every process that begins from here on is profiled.
    rmSync(FOLDER, { recursive: true, force: true })
    mkdirSync(FOLDER, { recursive: true })
    process.env.NODE_OPTIONS = `--cpu-prof --cpu-prof-dir=${FOLDER} --cpu-prof-interval=${INTERVAL}`
    const subject = await open(instance)
    console.log(await measureSubject(name, subject, cluster, instance, Number(values.seconds ?? 10)))
    await instance.close()
  } finally {
    await cluster.stop()
  }
}

async function loaded(
  instance: Instance,
  kind: Kind,
  entrant: (server: Server) => Entrant,
): Promise<Subject> {
  const server = await launch(kind, instance.url)
  return { entrant: entrant(server), stop: () => server.stop() }
}

async function measureSubject(
  name: string,
  { entrant, stop }: Subject,
  cluster: Cluster,
  instance: Instance,
  seconds: number,
): Promise<string> {
  const { pid } = entrant
  await entrant.prepare?.(seconds)
  await entrant.run(Math.max(2, seconds / 2))
  await entrant.prepare?.(seconds)
  await cluster.checkpoint()
  const statements = await watchStatements(cluster.adminUrl, new URL(instance.url).pathname.slice(1))
  const ended = startMeter({ server: pid, postmaster: cluster.postmaster, own: [pid] })
  const from = microseconds()
  const { requests, seconds: took } = await entrant.run(seconds)
  const to = microseconds()
  const usage = ended()
  const database = await statements.end()
  await stop()
  const file = await profileOf(pid)
  const { groups, functions } = sharesOf(JSON.parse(readFileSync(file, 'utf8')) as CpuProfile, from, to)
  return [
    `${name}: ${Math.round(requests / took)}/s.`,
    `The machine, per request: ${machineShares(usage, requests)}.`,
    `The server, by group of functions: ${listed(groups)}.`,
    `The largest functions: ${listed(functions.slice(0, 25))}.`,
    `The backends at work, by what they did: ${listed(database.waits)}.`,
    `The backends at work, by statement: ${listed(database.work)}.`,
    `Statements by the time in them:\n${database.statements.join('\n')}`,
  ].join('\n\n')
}

/** The monotonic clock of the machine, by which the profiler tells time. */
function microseconds(): number {
  return Number(process.hrtime.bigint() / 1000n)
}

/** The profile of the main thread, which is written when the process ends. */
async function profileOf(pid: number): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const name = existsSync(FOLDER) && readdirSync(FOLDER).find((file) => file.includes(`.${pid}.0.`))
    if (name && isWhole(join(FOLDER, name))) return join(FOLDER, name)
    await sleep(100)
  }
  throw new Error(`The process ${pid} wrote no profile.`)
}

function isWhole(file: string): boolean {
  return readFileSync(file, 'utf8').endsWith('}')
}

function machineShares({ seconds, server, database, load, others }: Usage, requests: number): string {
  const micros = (time: number) => `${Math.round((time / requests) * 1e6)} µs`
  const idle = Math.max(0, 2 * seconds - server - database - load - others)
  return `server ${micros(server)}, database ${micros(database)}, load generator ${micros(load)}, others ${micros(others)}, idle ${micros(idle)}`
}

function listed(shares: [string, number][]): string {
  return shares
    .filter(([, share]) => share >= 0.005)
    .map(([what, share]) => `${what} ${(share * 100).toFixed(1)} %`)
    .join(', ')
}
