import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { copyDataFolder } from '#scripts/copy-folder.ts'
import { databaseUrl, readAccess } from '#scripts/postgres/cluster.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'
import { testFolder } from '#scripts/test-folder.ts'

/** Short delays, so that interrupted work is found at once. */
const SETTINGS = {
  LOG_LEVEL: 'warn',
  SIMULATOR_REFUND_DELAY_SECONDS: '1',
  SIMULATOR_LATE_REPLY_SECONDS: '2',
  SETTLE_AFTER_SECONDS: '1',
  SETTLE_EVERY_SECONDS: '0.5',
  JOB_POLL_SECONDS: '0.5',
  RATE_LIMIT_PER_SECOND: '100000',
  NETWORK_LIMIT_FACTOR: '1000',
}

/** Whether writes that wait at the same time share a statement: kills are survived either way. */
export const JOINED = [
  ['joined', 'on'],
  ['one by one', 'off'],
] as const

/** Ways to run that a storm of writes survives. */
export const STORMS: [string, Record<string, string>][] = [
  ['writes joined', { JOIN_WRITES: 'on' }],
  ['writes one by one', { JOIN_WRITES: 'off' }],
  ['two server processes', { SERVERS: '2' }],
]

/** The data folder of an instance, which need not exist. */
export function faultFolder(name: string): string {
  const parent = testFolder('faults')
  mkdirSync(parent, { recursive: true })
  return join(parent, name)
}

/** The data folder of an instance that was started once and stopped; the others start from a copy (template.ts). */
export const TEMPLATE = faultFolder('template')

/** The busiest connection of the server. */
const BACKENDS = `FROM pg_stat_activity WHERE usename = 'counterfoil' AND backend_type = 'client backend'
  AND application_name <> 'counterfoil start' ORDER BY state_change DESC LIMIT 1`

type Reply = { status: number; body: Record<string, unknown> & { id?: string; status?: string } }

/**
 * A complete instance in separate processes that can be killed: started by the code of `npm start`, with its own data
 * folder. `start` may name the calls to the bank at which the server kills itself.
 */
export async function openKillable(name: string, settings: Record<string, string> = {}) {
  const folder = faultFolder(name)
  rmSync(folder, { recursive: true, force: true })
  if (existsSync(TEMPLATE)) copyDataFolder(TEMPLATE, folder)
  const port = settings.PORT ?? String(await freePort())
  const url = `http://localhost:${port}`
  const env = {
    ...process.env,
    ...SETTINGS,
    DATA_DIR: folder,
    PORT: port,
    BASE_URL: url,
    DATABASE_URL: '',
    NODE_ENV: 'production' as const,
    ...settings,
  }
  let child: ChildProcess | undefined
  let credentials = ''

  /** @param from the path that responds once the server has got far enough */
  async function start(faultPoints = '', from = '/readyz'): Promise<void> {
    const log = openSync(`${folder}.log`, 'a')
    child = spawn(process.execPath, ['scripts/start.mjs'], {
      env: { ...env, FAULT_POINTS: faultPoints },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    await until(`${name} is ready`, 300_000, async () => {
      if (child?.exitCode !== null)
        throw new Error(`The server did not start.\n${readFileSync(`${folder}.log`, 'utf8')}`)
      return (await fetch(`${url}${from}`)).ok
    })
    const { test } = JSON.parse(readFileSync(`${folder}/demo.json`, 'utf8')) as {
      test: { key_id: string; key_secret: string }
    }
    credentials = `Basic ${Buffer.from(`${test.key_id}:${test.key_secret}`).toString('base64')}`
  }

  /** @throws if the connection breaks before the response is complete */
  async function ask(method: string, path: string, body?: object, idempotencyKey?: string): Promise<Reply> {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        authorization: credentials,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(20_000),
    })
    return { status: response.status, body: (await response.json()) as Reply['body'] }
  }

  return {
    url,
    start,
    ask,
    /** Of the process that was started, which may have others. */
    pid: () => child?.pid ?? 0,
    /** The API key, as the header `authorization` has it. */
    credentials: () => credentials,
    /**
     * Repeats a request until there is a definite response: not a broken connection, "still running" or "try again".
     */
    async insist(
      method: string,
      path: string,
      body: object,
      idempotencyKey: string,
      pauseMs = 100,
    ): Promise<Reply> {
      for (let tries = 0; ; tries += 1) {
        const response = await ask(method, path, body, idempotencyKey).catch(() => undefined)
        if (response && response.status < 500 && response.status !== 409 && response.status !== 429)
          return response
        if (tries * pauseMs >= 60_000)
          throw new Error(`No definite response to ${method} ${path}: ${JSON.stringify(response)}`)
        await sleep(pauseMs)
      }
    },
    /** `kill -9` of the server. PostgreSQL lives on as an orphan. */
    async kill(): Promise<void> {
      child?.kill('SIGKILL')
      await gone()
    },
    /** `kill -9` of PostgreSQL under the running server, or SIGINT: its fast stop. The server starts it again. */
    killDatabase(signal: 'SIGKILL' | 'SIGINT' = 'SIGKILL'): void {
      const pid = Number(readFileSync(`${folder}/postgres/postmaster.pid`, 'utf8').split('\n')[0])
      process.kill(pid, signal)
    },
    /** `kill -9` of one of the server's connections, after which PostgreSQL starts all of itself again. */
    async killBackend(): Promise<void> {
      const [backend] = await asSuperuser<{ pid: number }>(`SELECT pid ${BACKENDS}`)
      if (!backend) throw new Error('The server has no connection to its database.')
      process.kill(backend.pid, 'SIGKILL')
    },
    /** Ends one of the server's connections, and nothing else. */
    async endBackend(): Promise<void> {
      await asSuperuser(`SELECT pg_terminate_backend(pid) ${BACKENDS}`)
    },
    gone,
    async stop(): Promise<void> {
      child?.kill('SIGTERM')
      await gone()
    },
    /** How many statements have written events of several requests since a time, in Unix seconds. */
    async sharedStatements(since: number): Promise<number> {
      const rows = await asSuperuser<{ count: string }>(
        `SELECT count(*) FROM (SELECT FROM events WHERE created_at >= ${since}
           GROUP BY xmin::text HAVING count(DISTINCT request_id) > 1) AS shared`,
      )
      return Number(rows[0]?.count)
    },
    asSuperuser,
    /** The findings of `doctor`; the server must be running, since they share its database. */
    async doctor(): Promise<unknown> {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['bin/counterfoil.mjs', 'doctor', '--json'],
        { env },
      ).catch((failed: { stdout: string }) => failed)
      return JSON.parse(stdout)
    },
  }

  async function asSuperuser<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
    const connectionString = databaseUrl(readAccess(join(folder, 'postgres.json')), 'superuser')
    const client = new pg.Client({ connectionString })
    // A backend that is killed takes this connection with it.
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Row>(statement)).rows
    } finally {
      await client.end()
    }
  }

  async function gone(): Promise<void> {
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}

export type Killable = Awaited<ReturnType<typeof openKillable>>

/** Kills the server and its database in turn, four times, each time at a random instant. */
export async function killRepeatedly(instance: Killable): Promise<void> {
  for (let kill = 0; kill < 4; kill += 1) {
    await sleep(500 + Math.random() * 1000)
    if (kill % 2 === 1) instance.killDatabase()
    else {
      await instance.kill()
      await instance.start()
    }
  }
}

/** Waits until a condition holds. @throws with the last value on timeout */
export async function until(
  what: string,
  milliseconds: number,
  holds: () => Promise<boolean>,
): Promise<void> {
  const end = performance.now() + milliseconds
  for (;;) {
    if (await holds().catch((error) => (error instanceof TypeError ? false : Promise.reject(error)))) return
    if (performance.now() > end) throw new Error(`After ${milliseconds} ms it did not hold that ${what}.`)
    await sleep(50)
  }
}

/** A payment that the bank authorizes. */
export const paymentOf = (order: { id?: string }, amount: number) => ({
  amount,
  currency: 'INR',
  order_id: order.id,
  email: 'payer@example.com',
  contact: '+919876543210',
  method: 'card',
  card: { number: '4100280000001007', expiry_month: '12', expiry_year: '2032', cvv: '123' },
})
