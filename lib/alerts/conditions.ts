import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { DEAD_AFTER } from '#lib/database/heartbeat.ts'
import type { Query } from '#lib/database/query.ts'
import { archiveStatus } from '#lib/database/wal-archive.ts'
import { silentAcquirers } from '#lib/domain/acquirers/silent.ts'
import type { AlertName } from '#lib/domain/health/schema.ts'
import { sizeText } from '#lib/values/number-text.ts'
import { DAY, HOUR } from '#lib/values/time.ts'

/** What is wrong at present. */
export type AlertCondition = {
  name: AlertName
  /** Where there may be several: the machine or the ID of the acquirer. */
  subject: string
  /** What is wrong and what to do, without data of customers. */
  summary: string
}

/** Seconds without a heartbeat of any process that runs jobs; /readyz says the same. */
const WORKER_GONE_AFTER = Math.max(10, DEAD_AFTER)

/** A disk is nearly full below this share or this number of bytes; the alert ends with half as much again. */
const FREE_SHARE = 0.05
const FREE_BYTES = 1_000_000_000
const ENOUGH = 1.5

/** In seconds. */
const BACKUP_TOO_OLD = 2 * DAY

type Looked = {
  query: Query
  dataDir: string
  /** The folder of WAL_ARCHIVE. */
  archive?: string | undefined
  now: number
  activeHere: (name: AlertName) => boolean
}

/** Everything that an alert is about, as it is now. @param looked.now in seconds */
export async function conditionsNow(looked: Looked): Promise<AlertCondition[]> {
  const { query, now } = looked
  const [state, silent, disk, archive] = await Promise.all([
    instanceState(query),
    silentAcquirers(
      async <Row>(sql: string, values: unknown[]) => (await query<Row & object>(sql, values)).rows,
      now,
    ),
    diskCondition(looked),
    archiveCondition(looked),
  ])
  return [
    ...jobCondition(state.failed),
    ...(state.works ? [] : [NO_WORKER]),
    ...bookCondition(state.checks),
    ...backupCondition(state.last_backup_at, now),
    ...silent.map(
      // By IDs: the names are the merchant's, and go with it.
      ({ id, merchant_id }): AlertCondition => ({
        name: 'acquirer_silent',
        subject: id,
        summary: `The acquirer ${id} of ${merchant_id} has responded to no call for 10 minutes, so live payments fail. Run "npm run counterfoil -- doctor" for the last error.`,
      }),
    ),
    ...disk,
    ...archive,
  ]
}

const NO_WORKER: AlertCondition = {
  name: 'no_worker',
  subject: '',
  summary:
    'No process runs jobs: refunds, payouts, webhooks and emails are queued. Start one with "npm run worker", or set WORKER=inside.',
}

type State = {
  works: boolean
  failed: { name: string; count: number }[]
  checks: { name: string; violated: number; detail: string | null }[]
  last_backup_at: number | null
}

async function instanceState(query: Query): Promise<State> {
  const { rows } = await query<State>(
    `SELECT EXISTS (SELECT 1 FROM processes WHERE works AND beat_at > now() - interval '${WORKER_GONE_AFTER} seconds') AS works,
       (SELECT coalesce(json_agg(json_build_object('name', name, 'count', failed_count) ORDER BY name), '[]')
        FROM pgboss.queue WHERE failed_count > 0) AS failed,
       (SELECT coalesce(json_agg(json_build_object('name', name, 'violated', violated, 'detail', detail) ORDER BY name), '[]')
        FROM book_checks WHERE violated > 0) AS checks,
       (SELECT max(finished_at) FROM backups) AS last_backup_at`,
    [],
  )
  if (!rows[0]) throw new Error('The database returned no state.')
  return rows[0]
}

function jobCondition(failed: State['failed']): AlertCondition[] {
  if (failed.length === 0) return []
  const list = failed.map(({ name, count }) => `${name} (${count})`).join(', ')
  return [
    {
      name: 'job_failed',
      subject: '',
      summary: `Jobs failed after all retries: ${list}. See "npm run counterfoil -- jobs list", and retry or drop them.`,
    },
  ]
}

function bookCondition(checks: State['checks']): AlertCondition[] {
  if (checks.length === 0) return []
  const parts = checks.map(({ name, violated, detail }) =>
    name === 'ledger'
      ? `Rules of the ledger that do not hold: ${detail}`
      : `${violated} counters differ from the records: run "npm run counterfoil -- counters repair".`,
  )
  return [
    {
      name: 'books_wrong',
      subject: '',
      summary: `${parts.join(' ')} Run "npm run counterfoil -- doctor" for the records.`,
    },
  ]
}

/** Where backups are made at all: an operator may have other ways. `doctor` says the same. */
function backupCondition(last: number | null, now: number): AlertCondition[] {
  if (last === null || now - Number(last) < BACKUP_TOO_OLD) return []
  const hours = Math.floor((now - Number(last)) / HOUR)
  return [
    {
      name: 'backup_too_old',
      subject: '',
      summary: `The last backup is ${hours} hours old. Run "npm run counterfoil -- backup", and look why the scheduled one did not.`,
    },
  ]
}

/** Of the folder only processes that have the setting know; `doctor` says the same. */
async function archiveCondition({ query, archive }: Looked): Promise<AlertCondition[]> {
  const { problems } = await archiveStatus(query, archive)
  if (problems.length === 0) return []
  return [{ name: 'archive_failing', subject: archive ?? '', summary: problems.join(' ') }]
}

/** The disk of the data folder on this machine: documents, and the embedded database. */
async function diskCondition({ dataDir, activeHere }: Looked): Promise<AlertCondition[]> {
  const { bsize, blocks, bavail } = await statfs(dataDir)
  const free = bsize * bavail
  const total = bsize * blocks
  const factor = activeHere('disk_nearly_full') ? ENOUGH : 1
  if (free >= factor * FREE_BYTES && free >= factor * FREE_SHARE * total) return []
  return [
    {
      name: 'disk_nearly_full',
      subject: hostname(),
      summary: `The disk of the data folder on ${hostname()} has ${sizeText(free)} of ${sizeText(total)} left. Free some space, or writes will fail.`,
    },
  ]
}
