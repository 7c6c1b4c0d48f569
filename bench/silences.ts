/**
 * How long no write is acknowledged after a kill, under load: `node bench/silences.ts [--kills 20] [--only TEXT]`. Clients
 * create orders, each with an idempotency key that is repeated until there is a definite response. Afterwards every order
 * that was acknowledged has to be there once, and `doctor` finds nothing. "After an hour of load" is made shorter: orders are
 * written until a crash has nearly as much of the write-ahead log to replay as the settings of the database allow.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { statementLoop } from '#bench/scenarios/orders.ts'
import { CREATE_ORDER, orderOf } from '#bench/servers/order-statement.ts'
import { faultFolder, type Killable, openKillable } from '#e2e/faults/instance.ts'
import { newId } from '#lib/values/id.ts'
import { databaseUrl, readAccess } from '#scripts/postgres/cluster.ts'

/** Requests at the same time, each followed by a pause in milliseconds: the load leaves room for what starts again. */
const CLIENTS = 8
const PAUSE_MS = 20
/** How long writes flow before a kill and after the silence, in milliseconds. */
const FLOW_MS = 2000
/** The part of the write-ahead log that a crash may have to replay, and that it has after the load. */
const LOADED = 0.85

type Blow = {
  name: string
  /** The longest silence that is meant to follow, in seconds. */
  goal: number
  strike: (instance: Killable) => Promise<void> | void
  /** Before each kill, as much is written as a crash can have to replay. */
  isLoaded?: boolean
}

type Acknowledged = {
  id: string
  key: string
  /** By `performance.now()`. */
  at: number
  /** Since its first request, in milliseconds. */
  waited: number
}

const BLOWS: Blow[] = [
  {
    name: 'server -9, restarted at once',
    goal: 1,
    strike: (instance) => instance.kill().then(() => instance.start()),
  },
  {
    name: 'server SIGTERM, restarted',
    goal: 1.5,
    strike: (instance) => instance.stop().then(() => instance.start()),
  },
  {
    name: 'server and database at once',
    goal: 2,
    strike: async (instance) => {
      instance.killDatabase()
      await instance.kill()
      await instance.start()
    },
  },
  { name: 'one backend -9', goal: 1, strike: (instance) => instance.killBackend() },
  { name: 'postmaster -9', goal: 1.5, strike: (instance) => instance.killDatabase() },
  {
    name: 'postmaster -9 after an hour of load',
    goal: 5,
    strike: (instance) => instance.killDatabase(),
    isLoaded: true,
  },
  { name: 'fast restart of the database', goal: 1, strike: (instance) => instance.killDatabase('SIGINT') },
  { name: 'one backend ended', goal: 0.1, strike: (instance) => instance.endBackend() },
]

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '20' }, only: { type: 'string', default: '' } },
})
const kills = Number(values.kills)
const instance = await openKillable('silences')
const log: Acknowledged[] = []
let isGoing = true
try {
  await instance.start()
  const clients = Array.from({ length: CLIENTS }, (_, number) => write(number))
  console.log('| Kill | Kills | Silence: median | 99th percentile | Goal | A request that was cut: at most |')
  console.log('|---|--:|--:|--:|--:|--:|')
  for (const blow of BLOWS.filter(({ name }) => name.includes(values.only))) await measure(blow)
  isGoing = false
  await Promise.all(clients)
  const wrong = await differences()
  console.log(`\n${log.length} orders were acknowledged; ${wrong.length} of them are missing or double.`)
  const { ok } = (await instance.doctor()) as { ok: boolean }
  console.log(ok ? '`doctor` finds no problem.' : '`doctor` finds problems.')
  if (wrong.length > 0 || !ok) process.exitCode = 1
} finally {
  await instance.stop()
}

/** One client: order after order, the same key until there is a definite response. */
async function write(number: number): Promise<void> {
  for (let turn = 0; isGoing; turn += 1) {
    const key = `silence-${process.pid}-${number}-${turn}`
    const begun = performance.now()
    const { body } = await instance.insist(
      'POST',
      '/orders',
      { amount: 100, currency: 'INR', receipt: key },
      key,
      10,
    )
    const at = performance.now()
    log.push({ id: String(body.id), key, at, waited: at - begun })
    await sleep(PAUSE_MS)
  }
}

async function measure({ name, goal, strike, isLoaded }: Blow): Promise<void> {
  const silences: number[] = []
  const waits: number[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    if (isLoaded) await load()
    else await sleep(FLOW_MS)
    const struck = performance.now()
    await strike(instance)
    await flowing(struck)
    const since = log.filter(({ at }) => at > struck - FLOW_MS)
    const gaps = since.map(({ at }, index) => at - (since[index - 1]?.at ?? at))
    silences.push(Math.max(...gaps))
    waits.push(Math.max(...since.map(({ waited }) => waited)))
  }
  const sorted = silences.toSorted((one, other) => one - other)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  const cells = [name, kills, seconds(at(0.5)), seconds(at(0.99)), `${goal} s`, seconds(Math.max(...waits))]
  console.log(`| ${cells.join(' | ')} |`)
}

/** Writes orders past the server, which would take longer, until a crash has nearly the most to replay. */
async function load(): Promise<void> {
  const url = databaseUrl(readAccess(`${faultFolder('silences')}/postgres.json`), 'application')
  const [, credentials = ''] = instance.credentials().split(' ')
  const [keyId] = Buffer.from(credentials, 'base64').toString().split(':')
  const [key] = await instance.asSuperuser<{ account_id: string; id: string; name: string }>(
    `SELECT account_id, id, name FROM api_keys WHERE id = '${keyId}'`,
  )
  if (!key) throw new Error('The database has no API key of the demo merchant.')
  const actor = { ...key, accountId: key.account_id }
  const body = JSON.stringify({ amount: 100, currency: 'INR' })
  for (;;) {
    const [log] = await instance.asSuperuser<{ bytes: number; most: number }>(
      `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 AS bytes,
         pg_size_bytes(current_setting('max_wal_size'))::float8 AS most FROM pg_control_checkpoint()`,
    )
    if (log && log.bytes > LOADED * log.most) {
      console.log(`${Math.round(log.bytes / 2 ** 20)} MB of the log to replay`)
      return
    }
    const values = () => orderOf(actor, newId('request', Date.now()), body).values
    await statementLoop(url, 8, 1, 'order', CREATE_ORDER, values)
  }
}

/** Waits until each client has written since, and then for as long as writes flow before a kill. */
async function flowing(since: number): Promise<void> {
  for (;;) {
    const last = log.findLastIndex(({ at }) => at <= since)
    if (log.length - last > 2 * CLIENTS) break
    await sleep(50)
  }
  await sleep(FLOW_MS)
}

async function differences(): Promise<string[]> {
  const rows = await instance.asSuperuser<{ id: string; receipt: string }>(
    `SELECT id, receipt FROM orders WHERE receipt LIKE 'silence-${process.pid}-%'`,
  )
  const found = Map.groupBy(rows, ({ receipt }) => receipt)
  return log.flatMap(({ key, id }) => {
    const orders = found.get(key) ?? []
    return orders.length === 1 && orders[0]?.id === id ? [] : [key]
  })
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}
