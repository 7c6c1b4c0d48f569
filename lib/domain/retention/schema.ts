import { z } from 'zod'
import { StoredInteger } from '#lib/values/money.ts'
import { HOUR, MINUTE } from '#lib/values/time.ts'

/** Kept for ever, and why that is right. */
type Retained = { retained: string }
/** Deleted: after which time, why then, and how often it is looked for in seconds. */
type Deleted = { deleted: string; why: string; every: number }

const MONEY = 'Money records, and the records that say whose they are.'
const SETUP = 'Set up by staff; small, and named by other records.'

/**
 * What becomes of the rows of every table. The worker's cleanups belong to these (lib/jobs/retention.ts), docs/operations.md
 * and the page of all tables show them, and a test fails for a table that is missing.
 */
export const RETENTION = {
  orders: { retained: MONEY },
  payments: { retained: MONEY },
  cards: { retained: MONEY },
  refunds: { retained: MONEY },
  transfers: { retained: MONEY },
  reversals: { retained: MONEY },
  payouts: { retained: MONEY },
  fund_accounts: { retained: MONEY },
  wallets: { retained: MONEY },
  customer_transactions: { retained: MONEY },
  customers: { retained: MONEY },
  ledger_transactions: { retained: MONEY },
  ledger_postings: { retained: MONEY },
  ledger_balances: { retained: MONEY },
  balance_movements: { retained: MONEY },
  balance_months: { retained: MONEY },
  settlements: { retained: MONEY },
  bank_statements: { retained: `${MONEY} What the bank says that it paid.` },
  bank_statement_lines: { retained: `${MONEY} What the bank says that it paid.` },
  bank_statement_columns: { retained: SETUP },
  bank_operations: { retained: `${MONEY} The references by which the bank is asked.` },
  batches: {
    deleted: '90 days after the check when they were never started; others are kept for ever',
    why: `${MONEY} The person who moved it, and the file.`,
    every: 6 * HOUR,
  },
  batch_rows: {
    deleted: 'With their batch',
    why: MONEY,
    every: 6 * HOUR,
  },
  simulator_records: {
    retained: 'The memory of the bank simulator, which keeps old payments as a bank does.',
  },
  bills: { retained: 'Tax documents.' },
  bill_versions: { retained: 'Tax documents.' },
  documents: { retained: 'Uploaded by staff, who delete them.' },
  document_links: { retained: 'Uploaded by staff, who delete them.' },
  comments: { retained: 'Written by staff, who delete their own.' },
  merchants: { retained: SETUP },
  logos: { retained: 'Shown on the bills that were issued with them.' },
  accounts: { retained: SETUP },
  users: { retained: SETUP },
  memberships: { retained: SETUP },
  roles: { retained: SETUP },
  invitations: {
    deleted: '1 year after they expire, unless they were accepted',
    why: 'They say who was invited, with names and emails.',
    every: 6 * HOUR,
  },
  refund_links: { retained: 'Links that staff gave to customers, until staff revoke them.' },
  totp_secrets: { retained: SETUP },
  recovery_codes: { retained: SETUP },
  passkeys: { retained: SETUP },
  sign_in_links: { retained: SETUP },
  list_views: { retained: SETUP },
  export_schedules: { retained: SETUP },
  api_keys: { retained: SETUP },
  oauth_blocks: { retained: SETUP },
  webhook_endpoints: { retained: SETUP },
  acquirers: { retained: SETUP },
  gateway_checks: { retained: 'How far a gateway account was looked at: one row for each.' },
  gateway_imports: { retained: `${MONEY} What was imported, and when.` },
  gateway_import_rows: { retained: `${MONEY} What an import left out, and why.` },
  audit_seals: { retained: 'They prove that the audit log was not changed; one row for up to 1000 lines.' },
  instance: { retained: 'One row.' },
  key_ring: { retained: 'One row.' },
  secret_keys: { retained: 'One row, and two while SECRET_KEY is being changed.' },
  book_checks: { retained: 'One row for each check of the books.' },
  backups: { retained: 'One row for each backup, until `--keep` deletes it.' },
  closures: { retained: 'That a merchant was deleted, when, and on whose request.' },
  account_exports: { retained: 'Who took everything, and when; the files are deleted after 7 days.' },
  _prisma_migrations: { retained: 'One row for each migration.' },

  record_counts: { retained: 'Counters of the money records.' },
  record_count_changes: {
    deleted: 'Within seconds',
    why: 'Added to record_counts by the worker.',
    every: 2,
  },
  alerts: {
    deleted: '90 days after they end',
    why: 'They say when something was wrong.',
    every: 6 * HOUR,
  },
  processes: {
    deleted: '3 seconds after the last heartbeat',
    why: 'The jobs of a dead process go back to the queue.',
    every: 1,
  },
  oauth_artifacts: {
    deleted:
      'When they expire: codes after 1 minute, requests after 1 to 15 minutes, tokens after 1 hour to 30 days',
    why: 'Strangers can have them stored.',
    every: MINUTE,
  },
  oauth_clients: {
    deleted:
      'Self-registered apps 6 hours after registration when no one authorized them, and 2 years after authorization when no grant is left',
    why: 'Strangers can register them.',
    every: MINUTE,
  },
  passkey_challenges: {
    deleted: 'After 5 minutes, or when they are used',
    why: 'Strangers can have them stored.',
    every: MINUTE,
  },
  wallet_codes: {
    deleted: 'After 1 day',
    why: 'A one-time password counts for an hour; the day shows how often one was asked for.',
    every: HOUR,
  },
  idempotency_keys: {
    deleted: 'After 2 days',
    why: 'A repeat within a day is promised the same response.',
    every: HOUR,
  },
  request_logs: {
    deleted: 'After the days set under Retention, for each account',
    why: 'For finding faults; holds personal data.',
    every: HOUR,
  },
  acquirer_calls: {
    deleted: 'After the days set for request logs under Retention, for each account',
    why: 'For finding faults of a bank.',
    every: HOUR,
  },
  gateway_differences: {
    deleted: '1 year after they are solved; others stay',
    why: 'They say what differed from a gateway, and who acknowledged it.',
    every: 6 * HOUR,
  },
  webhook_attempts: {
    deleted: 'After 30 days',
    why: 'For finding faults of endpoints.',
    every: 6 * HOUR,
  },
  webhook_deliveries: {
    deleted: '30 days after the last attempt; pending ones stay',
    why: 'A replay reaches back as far.',
    every: 6 * HOUR,
  },
  bank_statement_drafts: {
    deleted: 'After 1 day, or when they are imported',
    why: 'Files whose columns were never chosen.',
    every: HOUR,
  },
  scheduled_exports: {
    deleted: 'After 90 days; the files after 7',
    why: 'They say who was sent which file.',
    every: 6 * HOUR,
  },
  sessions: {
    deleted: '90 days after they expire',
    why: 'They say from which networks a person signs in.',
    every: HOUR,
  },
  password_resets: {
    deleted: '90 days after they expire',
    why: 'They say when a person set a password without the former one.',
    every: HOUR,
  },
  mails: {
    deleted: 'After `MAIL_RETENTION_DAYS`, 1 year by default, or fewer days set under Retention',
    why: 'Copies of what was sent; hold personal data.',
    every: 6 * HOUR,
  },
  grant_spending: {
    deleted: 'After 1 year',
    why: 'A limit counts 24 hours; the page of an app shows the rest.',
    every: 6 * HOUR,
  },
  moved_alone: {
    deleted: 'After 2 days',
    why: 'An approval threshold counts 24 hours.',
    every: 6 * HOUR,
  },
  approval_locks: {
    deleted: '2 days after they were last taken',
    why: 'A lock counts for one transaction.',
    every: 6 * HOUR,
  },
  oauth_grants: {
    deleted: '2 years after they end',
    why: 'They say who let which app act.',
    every: 6 * HOUR,
  },
  events: {
    deleted: 'After `EVENT_RETENTION_DAYS`, 2 years by default, or fewer days set under Retention',
    why: 'Timelines and replays; the records themselves stay.',
    every: 6 * HOUR,
  },
  approvals: {
    deleted: 'After `AUDIT_RETENTION_DAYS`, 8 years by default; waiting ones stay',
    why: 'They say who approved money.',
    every: 6 * HOUR,
  },
  audit_lines: {
    deleted: 'After `AUDIT_RETENTION_DAYS`, 8 years by default',
    why: 'Books and their audit trail are kept for eight years in India.',
    every: 6 * HOUR,
  },
  statement_seals: {
    deleted: 'After `AUDIT_RETENTION_DAYS`, 8 years by default',
    why: 'A printed statement can be checked as long.',
    every: 6 * HOUR,
  },
} as const satisfies Record<string, Retained | Deleted>

type Tables = typeof RETENTION
/** The tables whose old rows are deleted. */
export type DeletedTable = { [T in keyof Tables]: Tables[T] extends Deleted ? T : never }[keyof Tables]

/** Each table with its verdict. */
export const TABLES: [name: string, verdict: Retained | Deleted][] = Object.entries(RETENTION)

const TableRetention = z.object({
  name: z.string(),
  /** After which time rows are deleted; null for a table that is kept for ever. */
  deleted: z.string().nullable(),
  why: z.string(),
  /** How many rows there are, as PostgreSQL estimates it, and their size with indexes. Null where merchants share the server. */
  rows: StoredInteger.nullable(),
  bytes: StoredInteger.nullable(),
  /** When the oldest row was created; null where no index tells it, or there is none. */
  oldest_at: StoredInteger.nullable(),
  /** About when a worker next looks for old rows; null where none does. */
  next_at: StoredInteger.nullable(),
})
export type TableRetention = z.output<typeof TableRetention>

export const AllRetention = z.object({
  tables: z.array(TableRetention),
  /** Whether a process runs that deletes old rows. */
  has_worker: z.boolean(),
})
