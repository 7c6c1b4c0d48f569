import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase as openPool } from '#lib/db.ts'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { createMerchant } from '#lib/domain/merchants/create.ts'
import { createWebhook } from '#lib/domain/webhooks/create.ts'
import { loadEnv } from '#lib/env.ts'
import { systemActor } from '#lib/jobs/system-actor.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor, Runtime } from '#lib/pipeline/operation.ts'
import { createRuntime } from '#lib/runtime.ts'
import { newId } from '#lib/values/id.ts'
import { openDatabase } from '#scripts/database.ts'
import { migrate } from '#scripts/migrate.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'
import { until } from './instance.ts'

const EVENTS = 10_000
const CLIENTS = 8
/** Two workers share the queue; each is killed as often as the receiver, in random order. */
const WORKERS = 2
/** The minimum number of events between two kills. */
const BETWEEN_KILLS = 500
/** The number of events that may arrive twice for each kill: those on its connections, and those not yet recorded. */
const TWICE_A_KILL = 128

const folder = '.test/faults/webhooks'
const heardFile = `${folder}/heard.txt`
const heard = () => (existsSync(heardFile) ? readFileSync(heardFile, 'utf8').split('\n').filter(Boolean) : [])

let cluster: Awaited<ReturnType<typeof openDatabase>>
let database: Database
let runtime: Runtime
let actor: Actor
let environment: NodeJS.ProcessEnv
beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cluster = await openDatabase({ dataDir: folder, durable: false })
  await migrate(cluster.url)
  const settings = {
    DATABASE_URL: cluster.url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'warn',
    DATA_DIR: folder,
  }
  environment = { ...process.env, ...settings, BASE_URL: '' }
  database = openPool(cluster.url, CLIENTS)
  runtime = createRuntime({ database, env: loadEnv(settings) })
  const merchant = await database.prisma.$transaction((tables) =>
    createMerchant(tables, { name: 'Test Stores', country: 'IN' }, Date.now(), {
      authorization_window_seconds: 259_200,
    }),
  )
  actor = await systemActor(runtime.query, merchant.accounts.test, 'test')
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await database.close()
  await cluster.stop()
})

const children = new Set<ChildProcess>()
function start(...args: string[]): ChildProcess {
  const log = openSync(`${folder}.log`, 'a')
  const child = spawn(process.execPath, args, { env: environment, stdio: ['ignore', log, log] })
  closeSync(log)
  children.add(child)
  return child
}
async function kill(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
  children.delete(child)
}

async function run(operation: unknown, input: object) {
  const meta = { requestId: newId('request', Date.now()) }
  return (await execute(runtime, operation as typeof createWebhook, actor, input as never, meta)).value
}

describe('ten thousand events', () => {
  it('all arrive though workers and receiver are killed at random, and few arrive twice', {
    timeout: 600_000,
  }, async () => {
    const port = String(await freePort())
    const receiver = () => start('e2e/faults/receiver.ts', port, heardFile)
    const worker = () => start('scripts/worker.ts')
    await run(createWebhook, { url: `http://127.0.0.1:${port}/`, events: ['customer.created'] })
    let receiving = receiver()
    const workers = Array.from({ length: WORKERS }, worker)

    const acknowledged: string[] = []
    let next = 0
    const client = async () => {
      for (let number = next++; number < EVENTS; number = next++) {
        const customer = await run(createCustomer, { name: 'Asha Rao', email: `a${number}@example.com` })
        acknowledged.push(customer.id)
      }
    }
    const writing = Promise.all(Array.from({ length: CLIENTS }, client))
    let kills = 0
    const pending = async () =>
      Number(
        (await runtime.query("SELECT count(*) FROM webhook_deliveries WHERE state = 'pending'", [])).rows[0]
          ?.count,
      )
    const isDone = async () => acknowledged.length === EVENTS && (await pending()) === 0

    // Each kill waits for some progress since the last one, so that a slow machine gets anywhere, too.
    while (heard().length < EVENTS - 2 * BETWEEN_KILLS) {
      const before = heard().length
      await until('events arrive', 120_000, async () => heard().length >= before + BETWEEN_KILLS)
      await sleep(Math.random() * 200)
      kills += 1
      if (kills % 3 === 0) {
        await kill(receiving)
        await sleep(Math.random() * 500)
        receiving = receiver()
      } else {
        const which = kills % WORKERS
        await kill(workers[which])
        workers[which] = worker()
      }
    }
    await writing
    await until('everything has arrived', 300_000, isDone)

    const lines = heard()
    const arrived = new Set(lines)
    const { rows } = await runtime.query(
      "SELECT id, object_id FROM events WHERE event = 'customer.created'",
      [],
    )
    const eventOf = new Map(rows.map((row) => [String(row.object_id), String(row.id)]))
    const lost = acknowledged.filter((id) => !arrived.has(eventOf.get(id) ?? ''))
    expect(acknowledged).toHaveLength(EVENTS)
    expect(lost).toEqual([])
    expect(arrived.size).toBe(EVENTS)
    const twice = lines.length - arrived.size
    console.log(`${EVENTS} events, ${kills} kills, ${twice} arrived more than once.`)
    expect(twice).toBeLessThanOrEqual(kills * TWICE_A_KILL)
    const states = await runtime.query('SELECT DISTINCT state FROM webhook_deliveries', [])
    expect(states.rows).toEqual([{ state: 'delivered' }])
  })
})
