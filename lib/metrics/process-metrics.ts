import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client'
import type { Circuit } from '#lib/ports/acquirer.ts'
import { version } from '#lib/process/version.ts'
import type { Observer, Watched } from './observer.ts'

/** Upper bounds in seconds: most requests take milliseconds, a bank takes seconds. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const OUTSIDE_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** How often the event loop is looked at, in milliseconds: each look wakes the process. */
const LOOP_MS = 20

/** What a scrape looks at in this process. */
export type MetricSources = {
  pools(): Record<string, { totalCount: number; idleCount: number; waitingCount: number }>
  circuits(): Circuit[]
  dataDir: string
}

/**
 * The metrics that this process counts by itself: requests, jobs, deliveries, calls to acquirers, its pools, and those of
 * Node (processor, memory, event loop, garbage collection).
 */
export function createProcessMetrics(registry: Registry, sources: MetricSources): Observer {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_MS })
  const registers = [registry]
  new Gauge({
    name: 'counterfoil_build_info',
    help: 'The version of this process; the value is 1.',
    labelNames: ['version'],
    registers,
  }).set({ version: version() }, 1)
  addPools(registers, sources)
  addDisk(registers, sources)
  addCircuits(registers, sources)
  const requests = new Histogram({
    name: 'counterfoil_http_request_duration_seconds',
    help: 'Requests from the first byte to the end of the response, by method, route pattern and status class.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const jobs = new Histogram({
    name: 'counterfoil_job_duration_seconds',
    help: 'Jobs that this process ran, by queue and result.',
    labelNames: ['queue', 'result'],
    buckets: OUTSIDE_SECONDS,
    registers,
  })
  const deliveries = new Histogram({
    name: 'counterfoil_webhook_delivery_duration_seconds',
    help: 'Attempts to deliver an event, by result: delivered, or the kind of the failure.',
    labelNames: ['result'],
    buckets: OUTSIDE_SECONDS,
    registers,
  })
  const calls = new Histogram({
    name: 'counterfoil_acquirer_call_duration_seconds',
    help: 'Calls to acquirers of live mode, by call and outcome; error: no response that counts.',
    labelNames: ['call', 'outcome'],
    buckets: OUTSIDE_SECONDS,
    registers,
  })
  return {
    request: ({ method }) =>
      timed((seconds, { route, status, aborted }) =>
        requests.observe({ method, route, status: aborted ? 'aborted' : classOf(status) }, seconds),
      ),
    job: ({ queue }) => timed((seconds, { result }) => jobs.observe({ queue, result }, seconds)),
    delivery: () => timed((seconds, { result }) => deliveries.observe({ result }, seconds)),
    acquirerCall: ({ call, live }) =>
      live ? timed((seconds, { outcome }) => calls.observe({ call, outcome }, seconds)) : undefined,
  }
}

function timed<Ended>(record: (seconds: number, ended: Ended) => void): Watched<Ended> {
  const begun = performance.now()
  return {
    within: (work) => work(),
    end: (ended) => record((performance.now() - begun) / 1000, ended),
  }
}

/** `2xx` and so on. */
function classOf(status: number | null): string {
  return `${Math.floor((status ?? 0) / 100)}xx`
}

/** Counts scrapes that had to do without the figures of the database. */
export function createScrapeMetrics(registry: Registry) {
  const registers = [registry]
  return {
    up: new Gauge({
      name: 'counterfoil_database_up',
      help: 'Whether the database responded to the queries for these metrics in time.',
      registers,
    }),
    late: new Counter({
      name: 'counterfoil_database_scrapes_failed_total',
      help: 'Scrapes without the figures of the database, since it did not respond in time.',
      registers,
    }),
    seconds: new Gauge({
      name: 'counterfoil_database_query_seconds',
      help: 'How long the queries for these metrics took last.',
      registers,
    }),
  }
}

function addPools(registers: Registry[], { pools }: MetricSources): void {
  new Gauge({
    name: 'counterfoil_pool_connections',
    help: 'Connections of this process to the database, by pool and state; waiting: requests that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools())) {
        this.set({ pool, state: 'in_use' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
}

/** The disk of the data folder: documents, and the embedded database. */
function addDisk(registers: Registry[], { dataDir }: MetricSources): void {
  const add = (name: string, help: string, blocksOf: (disk: StatsFs) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const disk = await statfs(dataDir)
        this.set(disk.bsize * blocksOf(disk))
      },
    })
  add('counterfoil_disk_size_bytes', 'The size of the disk of the data folder.', ({ blocks }) => blocks)
  add('counterfoil_disk_free_bytes', 'The free space on the disk of the data folder.', ({ bavail }) => bavail)
}

function addCircuits(registers: Registry[], { circuits }: MetricSources): void {
  new Gauge({
    name: 'counterfoil_acquirer_circuits',
    help: 'Acquirers that this process has opened, by the state of the circuit breaker; open: calls are not sent.',
    labelNames: ['state'],
    registers,
    collect() {
      const states = circuits()
      for (const state of ['closed', 'half_open', 'open'] as const)
        this.set({ state }, states.filter((one) => one === state).length)
    },
  })
}
