import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHeartbeat } from '#lib/database/heartbeat.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openFigures } from './figures.ts'
import { observer } from './observer.ts'
import { createMetrics, serveMetrics } from './serve.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance({ queue: 'database' })
})
afterAll(() => instance.close())

const rows = async (text: string, values: unknown[] = []) => (await instance.runtime.query(text, values)).rows
const sources = () => ({
  pools: () => instance.database.pools,
  circuits: () => ['open' as const],
  dataDir: '.',
})

/** The samples of a page: a series with its labels, and its value. */
function samplesOf(page: string): Map<string, number> {
  const lines = page.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

async function withPage<T>(url: string, use: (samples: Map<string, number>) => T): Promise<T> {
  const metrics = createMetrics(openFigures(url), sources())
  try {
    return use(samplesOf(await metrics.page()))
  } finally {
    await metrics.close()
  }
}

describe('the metrics of the database', () => {
  it('are read without compiling the query, for which PostgreSQL would take seconds', async () => {
    const { rows: found } = await instance.runtime.query<{ name: string }>(
      'SELECT current_database() AS name',
      [],
    )
    // An own PostgreSQL has it on. The view tells what applies while the figures are read.
    await rows(`ALTER DATABASE ${found[0]?.name} SET jit = on`)
    await rows('ALTER TABLE backups RENAME TO backups_before')
    await rows(`CREATE VIEW backups AS SELECT (current_setting('jit') = 'on')::int AS finished_at`)
    try {
      await withPage(instance.url, (samples) => {
        expect(samples.get('counterfoil_backup_timestamp_seconds')).toBe(0)
      })
    } finally {
      await rows('DROP VIEW backups')
      await rows('ALTER TABLE backups_before RENAME TO backups')
    }
  })

  it('have jobs that are due, deferred and failed, with the age of the oldest', async () => {
    const insert = (state: string, after: string, queue = 'send-mail') =>
      rows(
        `INSERT INTO pgboss.job (name, data, state, start_after, created_on) VALUES ($3, '{}', $1::pgboss.job_state, now() + $2::interval, now() - interval '1 hour')`,
        [state, after, queue],
      )
    await insert('created', '-90 seconds')
    await insert('retry', '-30 seconds')
    await insert('created', '1 hour')
    await insert('created', '1 hour', 'release-transfer')
    await rows(`UPDATE pgboss.queue SET failed_count = 3, deferred_count = 1 WHERE name = 'send-mail'`)
    await withPage(instance.url, (samples) => {
      expect(samples.get('counterfoil_queue_jobs{queue="send-mail",state="ready"}')).toBe(2)
      expect(samples.get('counterfoil_queue_jobs{queue="send-mail",state="deferred"}')).toBe(1)
      expect(samples.get('counterfoil_queue_jobs{queue="send-mail",state="failed"}')).toBe(3)
      expect(samples.get('counterfoil_queue_jobs{queue="run-batch",state="ready"}')).toBe(0)
      const oldest = samples.get('counterfoil_queue_oldest_job_seconds{queue="send-mail"}')
      expect(oldest).toBeGreaterThan(89)
      expect(oldest).toBeLessThan(120)
      expect(samples.get('counterfoil_queue_oldest_job_seconds{queue="release-transfer"}')).toBe(0)
    })
    await rows(`DELETE FROM pgboss.job`)
  })

  it('have processes, checks, alerts, pools and the size of the database', async () => {
    const heartbeat = await startHeartbeat(instance.url, true, { kind: 'worker' })
    await rows(`UPDATE book_checks SET violated = 2, checked_at = 1000 WHERE name = 'ledger'`)
    await rows(
      `INSERT INTO alerts (id, name, summary, began_at, looked_at) VALUES ('alt_1', 'no_worker', 'x', 1, 1)`,
    )
    await withPage(instance.url, (samples) => {
      expect(samples.get('counterfoil_database_up')).toBe(1)
      expect(samples.get('counterfoil_processes{kind="worker"}')).toBe(1)
      expect(samples.get('counterfoil_processes{kind="server"}')).toBe(0)
      expect(samples.get('counterfoil_processes_running_jobs')).toBe(1)
      expect(samples.get('counterfoil_heartbeat_age_seconds{kind="worker"}')).toBeLessThan(5)
      expect(samples.get('counterfoil_ledger_invariants_violated')).toBe(2)
      // Not checked yet: no figure, rather than a zero that is not true.
      expect(samples.has('counterfoil_counters_different')).toBe(false)
      expect(samples.get('counterfoil_check_timestamp_seconds{check="ledger"}')).toBe(1000)
      expect(samples.get('counterfoil_alerts_active{alert="no_worker"}')).toBe(1)
      expect(samples.get('counterfoil_database_size_bytes')).toBeGreaterThan(1_000_000)
      expect(samples.get('counterfoil_database_wal_position_bytes')).toBeGreaterThan(0)
      // The role of the application may not list the log.
      expect(samples.has('counterfoil_database_wal_size_bytes')).toBe(false)
      expect(samples.get('counterfoil_acquirer_circuits{state="open"}')).toBe(1)
      expect([...samples.keys()]).toContain('counterfoil_pool_connections{pool="main",state="idle"}')
      expect(samples.get('counterfoil_disk_size_bytes')).toBeGreaterThan(0)
    })
    await heartbeat.stop()
    await rows(`DELETE FROM alerts`)
  })

  it('are read once for many scrapes, and again when they are old', async () => {
    const figures = openFigures(instance.url, { freshMs: 200 })
    const [one, two] = await Promise.all([figures.read(), figures.read()])
    expect(one).toBe(two)
    expect(await figures.read()).toBe(one)
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(await figures.read()).not.toBe(one)
    await figures.close()
  })
})

describe('a database that does not respond', () => {
  let server: Server
  const sockets = new Set<Socket>()
  beforeAll(async () => {
    server = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  it('holds a scrape up for a second at most, and leaves its figures out', async () => {
    const url = `postgresql://a:b@127.0.0.1:${(server.address() as AddressInfo).port}/c`
    const begun = performance.now()
    await withPage(url, (samples) => {
      expect(performance.now() - begun).toBeLessThan(20_000)
      expect(samples.get('counterfoil_database_up')).toBe(0)
      expect(samples.get('counterfoil_database_scrapes_failed_total')).toBe(1)
      expect([...samples.keys()].filter((name) => name.startsWith('counterfoil_queue'))).toEqual([])
      expect(samples.has('counterfoil_database_size_bytes')).toBe(false)
      expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0)
    })
    // However many scrapes there are, one look is under way.
    expect(sockets.size).toBe(1)
  })
})

describe('the address of the metrics', () => {
  const portOf = (server: Server) => (server.address() as AddressInfo).port

  it('serves /metrics and nothing else', async () => {
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const address = `127.0.0.1:${portOf(free)}`
    await new Promise((resolve) => free.close(resolve))
    const serving = await serveMetrics(address, instance.url, sources())
    observer()
      ?.request?.({ method: 'GET', traceparent: undefined })
      ?.end({ route: '/v1/orders', status: 200, aborted: false })
    const page = await fetch(`http://${address}/metrics`)
    expect(page.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(await page.text()).toContain(
      'counterfoil_http_request_duration_seconds_bucket{le="+Inf",method="GET",route="/v1/orders",status="2xx"} 1',
    )
    expect((await fetch(`http://${address}/`)).status).toBe(404)
    expect((await fetch(`http://${address}/metrics`, { method: 'POST' })).status).toBe(405)
    expect(await (await fetch(`http://${address}/metrics`, { method: 'HEAD' })).text()).toBe('')
    await serving.stop()
    await expect(fetch(`http://${address}/metrics`)).rejects.toThrow()
    expect(observer()).toBeUndefined()
  })

  it('that is taken is tried again until it is free', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = `127.0.0.1:${portOf(taken)}`
    const serving = await serveMetrics(address, instance.url, sources(), 50)
    await new Promise((resolve) => taken.close(resolve))
    let status = 0
    for (let tries = 0; status !== 200 && tries < 100; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      status = await fetch(`http://${address}/metrics`).then(
        (response) => response.status,
        () => 0,
      )
    }
    expect(status).toBe(200)
    await serving.stop()
  })
})
