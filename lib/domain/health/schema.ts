import { z } from 'zod'
import { StoredInteger } from '#lib/values/money.ts'

/** The alerts, by name, with their heading in emails and lists. */
export const ALERT_TITLES = {
  job_failed: 'Jobs failed permanently',
  no_worker: 'No worker is running',
  disk_nearly_full: 'Disk nearly full',
  books_wrong: 'The books are wrong',
  acquirer_silent: 'Acquirer does not respond',
  backup_too_old: 'No new backup',
  archive_failing: 'Archive of the log failing',
} as const
export type AlertName = keyof typeof ALERT_TITLES
const ALERT_NAMES = Object.keys(ALERT_TITLES) as [AlertName, ...AlertName[]]

/** The work that a queue is for. */
export const QUEUE_LABELS: Readonly<Record<string, string>> = {
  'process-refund': 'Refunds at the bank',
  'expire-authorization': 'Expiry of authorizations',
  'ask-late-reply': 'Late responses of the bank',
  'ask-acquirer': 'Notifications of acquirers',
  'record-gateway-refund': 'Refunds made at a gateway',
  'import-gateway': 'Imports from a gateway',
  'send-mail': 'Emails',
  'release-transfer': 'Holds of transfers',
  'process-payout': 'Payouts at the bank',
  'process-settlement': 'Settlements at the bank',
  'fill-webhook-gap': 'Missed webhook events',
  'expire-approval': 'Expiry of approvals',
  'run-approval': 'Approved requests',
  'run-batch': 'Batches',
  'make-export': 'Scheduled exports',
}

/** A process that lives: no name of a machine and no process ID. */
const Process = z.object({
  kind: z.enum(['server', 'worker']).nullable(),
  runs_jobs: z.boolean(),
  version: z.string().nullable(),
  started_at: StoredInteger,
  beat_at: StoredInteger,
})
export type Process = z.output<typeof Process>

const FailedJob = z.object({
  id: z.string(),
  queue: z.string(),
  object_id: z.string().nullable(),
  retries: StoredInteger,
  failed_at: StoredInteger,
})
export type FailedJob = z.output<typeof FailedJob>

const QueueState = z.object({
  queue: z.string(),
  waiting: StoredInteger,
  active: StoredInteger,
  failed: StoredInteger,
})
export type QueueState = z.output<typeof QueueState>

const AlertState = z.object({
  id: z.string(),
  name: z.enum(ALERT_NAMES),
  summary: z.string(),
  began_at: StoredInteger,
  ended_at: StoredInteger.nullable(),
})
export type AlertState = z.output<typeof AlertState>

/** What concerns every merchant of a server, for the merchant that has it alone. */
const InstanceHealth = z.object({
  database_bytes: StoredInteger,
  queues: z.array(QueueState),
  books: z.object({ checked_at: StoredInteger.nullable(), violated: StoredInteger }),
  alerts: z.array(AlertState),
})

export const Health = z.object({
  processes: z.array(Process),
  /** Of this account. Due counts up to 10,000. */
  deliveries: z.object({
    due: StoredInteger,
    oldest_due_at: StoredInteger.nullable(),
    failing_webhooks: StoredInteger,
    disabled_webhooks: StoredInteger,
  }),
  /** The acquirer of live mode that takes new payments, with its calls of the last hour. */
  acquirer: z
    .object({ id: z.string(), name: z.string(), calls: StoredInteger, failed: StoredInteger })
    .nullable(),
  failed_jobs: z.array(FailedJob),
  /** Null where several merchants share the server: it would tell each of the others. */
  instance: InstanceHealth.nullable(),
})
export type Health = z.output<typeof Health>
