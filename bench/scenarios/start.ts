import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DATA_DIR } from '#bench/cluster.ts'
import { fillPayments } from '#bench/data/payments.ts'
import { openInstance } from '#bench/instance.ts'
import { median, sendLoad } from '#bench/load.ts'
import { memoryOf, memoryOfDatabase } from '#bench/memory.ts'
import { type Figure, NO_BUILD, type Result, type Setting } from '#bench/scenarios/scenario.ts'
import { buildFolder, launch, type Server } from '#bench/servers/launch.ts'
import { openDatabase } from '#scripts/database.ts'
import { migrate } from '#scripts/migrate.ts'

/** An installation of its own, with the embedded PostgreSQL of `npm start` and a merchant with some payments. */
const FOLDER = `${DATA_DIR}-start`
const PAYMENTS = 1000

/** From the start of an existing build and database to the first response, and the memory before and after some load. */
export async function start({ conditions }: Setting): Promise<Result> {
  if (!buildFolder()) return { outcomes: [], plans: [], notes: [NO_BUILD] }
  const authorization = await prepare()
  const begin = () => launch('start', '', { DATA_DIR: FOLDER })
  // The first one may make a build.
  await (await begin()).stop()
  const seconds: number[] = []
  for (let round = 1; round < conditions.rounds; round += 1) {
    const server = await begin()
    seconds.push(server.readyAfter / 1000)
    await server.stop()
    process.stderr.write('.')
  }
  const server = await begin()
  seconds.push(server.readyAfter / 1000)
  const postmaster = Number(
    readFileSync(join(FOLDER, 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0],
  )
  const first = memoryOf(server.pid).now
  await load(server, authorization, conditions.seconds)
  const after = memoryOf(server.pid)
  const figures: Figure[] = [
    { what: 'start to the first response', value: median(seconds), unit: 's' },
    { what: 'memory of the server at the start', value: first, unit: 'MB' },
    { what: 'memory of the server after load', value: after.now, unit: 'MB' },
    { what: 'memory of the server at its peak', value: after.peak, unit: 'MB' },
    { what: 'memory of its PostgreSQL after load', value: memoryOfDatabase(postmaster), unit: 'MB' },
  ]
  await server.stop()
  return { outcomes: [], plans: [], figures, notes: [] }
}

/** The database, as a server that was stopped leaves it. @returns the header that the server takes */
async function prepare(): Promise<string> {
  const database = await openDatabase({ dataDir: FOLDER, durable: true })
  await migrate(database.url)
  const { authorization, accountId, database: opened, close } = await openInstance(database.url)
  if ((await opened.prisma.payments.count()) === 0)
    await fillPayments(opened.pool, { accountId, count: PAYMENTS, others: [], total: PAYMENTS })
  await close()
  await database.stop()
  return authorization
}

/** Orders and lists over the API, and a page that Next draws. */
async function load({ url }: Server, authorization: string, seconds: number): Promise<void> {
  const headers = { authorization, 'content-type': 'application/json' }
  const body = JSON.stringify({ amount: 50_000, currency: 'INR' })
  const requests = [
    { status: 201, next: () => ({ method: 'POST', path: '/v1/orders', body }) as const },
    { status: 200, next: () => ({ method: 'GET', path: '/v1/payments?count=100' }) as const },
    { status: 200, next: () => ({ method: 'GET', path: '/login' }) as const },
  ]
  for (const request of requests) await sendLoad({ url, connections: 32, headers, ...request }, seconds)
}
