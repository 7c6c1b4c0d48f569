import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DATA_DIR } from '#bench/cluster.ts'
import { fillPayments } from '#bench/data/payments.ts'
import { openInstance } from '#bench/instance.ts'
import { type Ask, type Load, median, sendLoad } from '#bench/load.ts'
import { memoryOf, memoryOfDatabase } from '#bench/memory.ts'
import { type Figure, NO_BUILD, type Result, type Setting } from '#bench/scenarios/scenario.ts'
import { buildFolder, launch, type Server } from '#bench/servers/launch.ts'
import { openLocalDatabase } from '#scripts/database.ts'
import { migrate } from '#scripts/migrate.ts'

/** An installation of its own, with the embedded PostgreSQL of `npm start` and a merchant with some payments. */
const FOLDER = `${DATA_DIR}-start`
const PAYMENTS = 1000
/** How long each part of the load is sent before memory is measured, which grows with it: the same in every run. */
export const LOAD_SECONDS = 6

/** From the start of an existing build and database to the first response, and the memory before and after some load. */
export async function start({ conditions }: Setting): Promise<Result> {
  if (!buildFolder()) return { outcomes: [], plans: [], notes: [NO_BUILD] }
  const authorization = await openInstallation()
  const seconds: number[] = []
  for (let round = 1; round < conditions.rounds; round += 1) {
    const server = await startInstallation()
    seconds.push(server.readyAfter / 1000)
    await server.stop()
    process.stderr.write('.')
  }
  const server = await startInstallation()
  seconds.push(server.readyAfter / 1000)
  const first = memoryOf(server.pid).now
  for (const work of loadsOf(server, authorization)) await work.send(LOAD_SECONDS)
  const after = memoryOf(server.pid)
  const figures: Figure[] = [
    { what: 'start to the first response', value: median(seconds), unit: 's' },
    { what: 'memory of the server at the start', value: first, unit: 'MB' },
    { what: 'memory of the server after load', value: after.now, unit: 'MB' },
    { what: 'memory of the server at its peak', value: after.peak, unit: 'MB' },
    { what: 'memory of its PostgreSQL after load', value: memoryOfDatabase(postmasterPid()), unit: 'MB' },
  ]
  await server.stop()
  return { outcomes: [], plans: [], figures, notes: [] }
}

/** The process of the PostgreSQL that `npm start` has started. */
export function postmasterPid(): number {
  return Number(readFileSync(join(FOLDER, 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0])
}

export function startInstallation(more: Record<string, string> = {}): Promise<Server> {
  return launch('start', '', { DATA_DIR: FOLDER, ...more })
}

/** The database and the build, as a server that was stopped leaves them. @returns the header that the server takes */
export async function openInstallation(): Promise<string> {
  const database = await openLocalDatabase({ dataDir: FOLDER, durable: true })
  await migrate(database.url)
  const { authorization, accountId, database: opened, close } = await openInstance(database.url)
  if ((await opened.prisma.payments.count()) === 0)
    await fillPayments(opened.pool, { accountId, count: PAYMENTS, others: [], total: PAYMENTS })
  await close()
  await database.stop()
  // The first start may make a build.
  await (await startInstallation()).stop()
  return authorization
}

/** The load in its order: orders and lists over the API, and a page that Next draws. */
export function loadsOf(
  { url }: Server,
  authorization: string,
): { name: string; send(seconds: number): Promise<Load> }[] {
  const headers = { authorization, 'content-type': 'application/json' }
  const body = JSON.stringify({ amount: 50_000, currency: 'INR' })
  const requests: { name: string; status: number; next(): Ask }[] = [
    { name: 'orders', status: 201, next: () => ({ method: 'POST', path: '/v1/orders', body }) },
    { name: 'lists', status: 200, next: () => ({ method: 'GET', path: '/v1/payments?count=100' }) },
    { name: 'pages', status: 200, next: () => ({ method: 'GET', path: '/login' }) },
  ]
  return requests.map(({ name, ...request }) => ({
    name,
    send: (seconds) => sendLoad({ url, connections: 32, headers, ...request }, seconds),
  }))
}
