import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { firstRing } from '#lib/auth/key-ring.ts'
import { systemActor } from '#lib/auth/system-actor.ts'
import { type Database, openDatabase as openPool } from '#lib/database/client.ts'
import { represent } from '#lib/domain/customers/rules.ts'
import { Customer } from '#lib/domain/customers/schema.ts'
import { createMerchant } from '#lib/domain/merchants/create.ts'
import { createWebhook } from '#lib/domain/webhooks/create.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { type Actor, defineOperation, type Operation, type Runtime } from '#lib/pipeline/operation.ts'
import { loadEnv } from '#lib/process/env.ts'
import { createRuntime } from '#lib/runtime.ts'
import { newId } from '#lib/values/id.ts'
import { openLocalDatabase } from '#scripts/database.ts'
import { migrate } from '#scripts/migrate.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'
import { faultFolder, until } from './instance.ts'

const EVENTS = 10_000
/** Written by one transaction, since sending them is the subject, and writing them would take most of the time. */
const TOGETHER = 20
const CLIENTS = 8
/** Two workers share the queue; each is killed as often as the receiver, in random order. */
const WORKERS = 2
/** The minimum number of events between two kills. */
const BETWEEN_KILLS = 500
/** The number of events that may arrive twice for each kill: those on its connections, and those not yet recorded. */
const TWICE_A_KILL = 128

/** Creates customers, each with its event. */
const createCustomers = defineOperation({
  name: 'create_customers',
  title: 'Create customers',
  summary: 'Creates customers at once.',
  permission: 'customers:write',
  emits: ['customer.created'],
  http: null,
  input: z.strictObject({ first: z.int() }),
  output: z.object({ ids: z.array(z.string()) }),
  async run(context, { first }) {
    const rows = Array.from({ length: TOGETHER }, (_, each) => ({
      account_id: context.account.id,
      id: context.newId('customer'),
      ...represent(
        { name: 'Asha Rao', email: `a${first + each}@example.com`, notes: {} },
        context.account.country,
      ),
      created_by: 'system:test',
      created_at: BigInt(context.now),
    }))
    await context.tables.customers.createMany({ data: rows })
    for (const row of rows)
      context.emit({ event: 'customer.created', payload: { customer: Customer.parse(row) } })
    return { ids: rows.map(({ id }) => id) }
  },
})

const folder = faultFolder('webhooks')
const heardFile = `${folder}/heard.txt`
const heard = () => (existsSync(heardFile) ? readFileSync(heardFile, 'utf8').split('\n').filter(Boolean) : [])

let cluster: Awaited<ReturnType<typeof openLocalDatabase>>
let database: Database
let runtime: Runtime
let actor: Actor
let environment: NodeJS.ProcessEnv
beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cluster = await openLocalDatabase({ dataDir: folder, durable: false })
  await migrate(cluster.url)
  const settings = {
    DATABASE_URL: cluster.url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'warn',
    DATA_DIR: folder,
  }
  // That of `npm start`: loading its modules is most of what a worker that is killed does.
  const NODE_COMPILE_CACHE = resolve('node_modules/.cache/compile')
  environment = { ...process.env, ...settings, BASE_URL: '', NODE_COMPILE_CACHE }
  database = openPool(cluster.url, CLIENTS)
  runtime = createRuntime({ database, env: loadEnv(settings), ring: firstRing(settings.SECRET_KEY) })
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

async function run<I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>, input: z.input<I>) {
  const meta = { requestId: newId('request', Date.now()) }
  return (await execute(runtime, operation, actor, input, meta)).value
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
      for (let first = next; first < EVENTS; first = next) {
        next += TOGETHER
        acknowledged.push(...(await run(createCustomers, { first })).ids)
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
      await until('events arrive', 300_000, async () => heard().length >= before + BETWEEN_KILLS)
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
