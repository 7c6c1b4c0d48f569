import { Gauge, type Registry } from 'prom-client'
import type { MetricFigures } from './figures.ts'

type Value = [labels: Record<string, string>, value: number | null]
type Described = { help: string; labels?: readonly string[]; values(figures: MetricFigures): Value[] }

const one = (value: number | null): Value[] => [[{}, value]]

/** The metrics of the whole instance, read from the database: every process that exposes metrics has the same. */
const DESCRIBED: Record<string, Described> = {
  counterfoil_queue_jobs: {
    help: 'Jobs by queue and state; ready: due and not taken, deferred: due later, failed: out of retries.',
    labels: ['queue', 'state'],
    values: ({ queues }) =>
      queues.flatMap(({ queue, ...counts }) =>
        (['ready', 'deferred', 'active', 'failed'] as const).map(
          (state): Value => [{ queue, state }, counts[state]],
        ),
      ),
  },
  counterfoil_queue_oldest_job_seconds: {
    help: 'For how long the oldest ready job of a queue has been due.',
    labels: ['queue'],
    values: ({ queues }) => queues.map(({ queue, oldest }) => [{ queue }, oldest ?? 0]),
  },
  counterfoil_webhook_deliveries_due: {
    help: 'Deliveries of webhooks that are due and not sent, counted up to 10,000.',
    values: ({ deliveries_due }) => one(deliveries_due),
  },
  counterfoil_webhook_oldest_delivery_seconds: {
    help: 'For how long the oldest due delivery of a webhook has been due.',
    values: ({ oldest_delivery }) => one(oldest_delivery ?? 0),
  },
  counterfoil_processes: {
    help: 'Processes with a heartbeat in the last 10 seconds, by kind.',
    labels: ['kind'],
    values: ({ processes }) => [
      [{ kind: 'server' }, processes.filter(({ kind }) => kind === 'server').length],
      [{ kind: 'worker' }, processes.filter(({ kind }) => kind === 'worker').length],
    ],
  },
  counterfoil_processes_running_jobs: {
    help: 'Processes that run jobs, inside a server or apart, with a heartbeat in the last 10 seconds.',
    values: ({ processes }) => one(processes.filter(({ works }) => works).length),
  },
  counterfoil_heartbeat_age_seconds: {
    help: 'The age of the newest heartbeat, by kind of process.',
    labels: ['kind'],
    values: ({ processes }) =>
      ['server', 'worker'].flatMap((kind): Value[] => {
        const ages = processes.filter((one) => one.kind === kind).map(({ age }) => age)
        return ages.length === 0 ? [] : [[{ kind }, Math.min(...ages)]]
      }),
  },
  counterfoil_ledger_invariants_violated: {
    help: 'Rules of the ledger that did not hold when the worker last checked.',
    values: ({ checks }) => one(checks.ledger?.violated ?? null),
  },
  counterfoil_counters_different: {
    help: 'Counters that differed from the records when the worker last checked.',
    values: ({ checks }) => one(checks.counters?.violated ?? null),
  },
  counterfoil_check_timestamp_seconds: {
    help: 'When the worker last finished a check of the books, in Unix seconds.',
    labels: ['check'],
    values: ({ checks }) =>
      Object.entries(checks).map(([check, { checked_at }]): Value => [{ check }, checked_at]),
  },
  counterfoil_alerts_active: {
    help: 'Alerts that have begun and not ended, by name.',
    labels: ['alert'],
    values: ({ alerts }) => Object.entries(alerts).map(([alert, count]): Value => [{ alert }, count]),
  },
  counterfoil_backup_timestamp_seconds: {
    help: 'When the last backup was finished, in Unix seconds; absent before the first.',
    values: ({ last_backup_at }) => one(last_backup_at),
  },
  counterfoil_database_size_bytes: {
    help: 'The size of the database.',
    values: ({ database_bytes }) => one(database_bytes),
  },
  counterfoil_database_connections: {
    help: 'Connections to the database, of all clients.',
    values: ({ connections }) => one(connections),
  },
  counterfoil_database_wal_position_bytes: {
    help: 'The position in the write-ahead log; its rate is how much is written.',
    values: ({ wal_position }) => one(wal_position),
  },
  counterfoil_database_wal_size_bytes: {
    help: 'The size of the write-ahead log on disk, where the role may read it (pg_monitor).',
    values: ({ wal_bytes }) => one(wal_bytes),
  },
  counterfoil_database_standbys: {
    help: 'Standby servers that stream from the database.',
    values: ({ standbys }) => one(standbys),
  },
  counterfoil_database_replication_lag_seconds: {
    help: 'The largest replay lag of a standby, where the role may read it (pg_monitor).',
    values: ({ replication_lag }) => one(replication_lag),
  },
  counterfoil_database_archive_failing: {
    help: '1 when PostgreSQL last failed to archive its log, else 0; absent where it does not archive.',
    values: ({ archive_failing }) => one(archive_failing === null ? null : Number(archive_failing)),
  },
  counterfoil_database_archive_timestamp_seconds: {
    help: 'When PostgreSQL last archived a part of its log, in Unix seconds; absent where it does not archive.',
    values: ({ archived_at }) => one(archived_at),
  },
}

/** The gauges of the database. @returns sets them to figures, or takes them away where there are none */
export function createDatabaseMetrics(registry: Registry): (figures: MetricFigures | null) => void {
  const gauges = Object.entries(DESCRIBED).map(([name, { help, labels = [], values }]) => ({
    gauge: new Gauge({ name, help, labelNames: [...labels], registers: [registry] }),
    isAlone: labels.length === 0,
    values,
  }))
  return (figures) => {
    for (const { gauge, isAlone, values } of gauges) {
      gauge.reset()
      // A gauge without labels would otherwise be 0.
      if (isAlone) gauge.remove()
      for (const [labels, value] of figures === null ? [] : values(figures))
        if (value !== null) gauge.set(labels, value)
    }
  }
}
