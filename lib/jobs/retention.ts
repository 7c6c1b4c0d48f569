import { foldCountChanges } from '#lib/counters/fold.ts'
import {
  cleanupAlerts,
  cleanupApprovalLocks,
  cleanupApprovals,
  cleanupAuditLines,
  cleanupEvents,
  cleanupGatewayDifferences,
  cleanupGrantSpending,
  cleanupGrants,
  cleanupIdempotencyKeys,
  cleanupMails,
  cleanupMovedAlone,
  cleanupPasskeyChallenges,
  cleanupPasswordResets,
  cleanupRequestLog,
  cleanupScheduledExports,
  cleanupSessions,
  cleanupStatementDrafts,
  cleanupStatementSeals,
  cleanupWalletCodes,
} from '#lib/jobs/cleanup.ts'
import { cleanupLeftClients, cleanupTokens, cleanupUnusedClients } from '#lib/jobs/cleanup-authorizations.ts'
import { cleanupWebhooks } from '#lib/jobs/cleanup-webhooks.ts'
import { retakeJobs } from '#lib/jobs/retake.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { HOUR, MINUTE } from '#lib/values/time.ts'

/** Kept for ever, and why that is right. */
type Retained = { retained: string }
/** Deleted: after which time, why then, how often it is looked for in seconds, and by which cleanups. */
type Deleted = {
  deleted: string
  why: string
  every: number
  cleanups: ((system: Runtime) => Promise<unknown>)[]
}

const MONEY = 'Money records, and the records that say whose they are.'
const SETUP = 'Set up by staff; small, and named by other records.'

/**
 * What becomes of the rows of every table. The worker's cleanups are drawn from this, docs/operations.md shows it, and a
 * test fails for a table that is missing.
 */
export const RETENTION: Record<string, Retained | Deleted> = {
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
  batches: { retained: `${MONEY} The person who moved it, and the file.` },
  batch_rows: { retained: MONEY },
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
  invitations: { retained: SETUP },
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
    cleanups: [foldCountChanges],
  },
  alerts: {
    deleted: '90 days after they end',
    why: 'They say when something was wrong.',
    every: 6 * HOUR,
    cleanups: [cleanupAlerts],
  },
  processes: {
    deleted: '3 seconds after the last heartbeat',
    why: 'The jobs of a dead process go back to the queue.',
    every: 1,
    cleanups: [retakeJobs],
  },
  oauth_artifacts: {
    deleted:
      'When they expire: codes after 1 minute, requests after 1 to 15 minutes, tokens after 1 hour to 30 days',
    why: 'Strangers can have them stored.',
    every: MINUTE,
    cleanups: [cleanupTokens],
  },
  oauth_clients: {
    deleted:
      'Self-registered apps 6 hours after registration when no one authorized them, and 2 years after authorization when no grant is left',
    why: 'Strangers can register them.',
    every: MINUTE,
    cleanups: [cleanupUnusedClients, cleanupLeftClients],
  },
  passkey_challenges: {
    deleted: 'After 5 minutes, or when they are used',
    why: 'Strangers can have them stored.',
    every: MINUTE,
    cleanups: [cleanupPasskeyChallenges],
  },
  wallet_codes: {
    deleted: 'After 1 day',
    why: 'A one-time password counts for an hour; the day shows how often one was asked for.',
    every: HOUR,
    cleanups: [cleanupWalletCodes],
  },
  idempotency_keys: {
    deleted: 'After 2 days',
    why: 'A repeat within a day is promised the same response.',
    every: HOUR,
    cleanups: [cleanupIdempotencyKeys],
  },
  request_logs: {
    deleted: 'After the days set under Retention, for each account',
    why: 'For finding faults; holds personal data.',
    every: HOUR,
    cleanups: [cleanupRequestLog],
  },
  acquirer_calls: {
    deleted: 'After the days set for request logs under Retention, for each account',
    why: 'For finding faults of a bank.',
    every: HOUR,
    cleanups: [cleanupRequestLog],
  },
  gateway_differences: {
    deleted: '1 year after they are solved; others stay',
    why: 'They say what differed from a gateway, and who acknowledged it.',
    every: 6 * HOUR,
    cleanups: [cleanupGatewayDifferences],
  },
  webhook_attempts: {
    deleted: 'After 30 days',
    why: 'For finding faults of endpoints.',
    every: 6 * HOUR,
    cleanups: [cleanupWebhooks],
  },
  webhook_deliveries: {
    deleted: '30 days after the last attempt; pending ones stay',
    why: 'A replay reaches back as far.',
    every: 6 * HOUR,
    cleanups: [cleanupWebhooks],
  },
  bank_statement_drafts: {
    deleted: 'After 1 day, or when they are imported',
    why: 'Files whose columns were never chosen.',
    every: HOUR,
    cleanups: [cleanupStatementDrafts],
  },
  scheduled_exports: {
    deleted: 'After 90 days; the files after 7',
    why: 'They say who was sent which file.',
    every: 6 * HOUR,
    cleanups: [cleanupScheduledExports],
  },
  sessions: {
    deleted: '90 days after they expire',
    why: 'They say from which networks a person signs in.',
    every: HOUR,
    cleanups: [cleanupSessions],
  },
  password_resets: {
    deleted: '90 days after they expire',
    why: 'They say when a person set a password without the former one.',
    every: HOUR,
    cleanups: [cleanupPasswordResets],
  },
  mails: {
    deleted: 'After `MAIL_RETENTION_DAYS`, 1 year by default, or fewer days set under Retention',
    why: 'Copies of what was sent; hold personal data.',
    every: 6 * HOUR,
    cleanups: [cleanupMails],
  },
  grant_spending: {
    deleted: 'After 1 year',
    why: 'A limit counts 24 hours; the page of an app shows the rest.',
    every: 6 * HOUR,
    cleanups: [cleanupGrantSpending],
  },
  moved_alone: {
    deleted: 'After 2 days',
    why: 'An approval threshold counts 24 hours.',
    every: 6 * HOUR,
    cleanups: [cleanupMovedAlone],
  },
  approval_locks: {
    deleted: '2 days after they were last taken',
    why: 'A lock counts for one transaction.',
    every: 6 * HOUR,
    cleanups: [cleanupApprovalLocks],
  },
  oauth_grants: {
    deleted: '2 years after they end',
    why: 'They say who let which app act.',
    every: 6 * HOUR,
    cleanups: [cleanupGrants],
  },
  events: {
    deleted: 'After `EVENT_RETENTION_DAYS`, 2 years by default, or fewer days set under Retention',
    why: 'Timelines and replays; the records themselves stay.',
    every: 6 * HOUR,
    cleanups: [cleanupEvents],
  },
  approvals: {
    deleted: 'After `AUDIT_RETENTION_DAYS`, 8 years by default; waiting ones stay',
    why: 'They say who approved money.',
    every: 6 * HOUR,
    cleanups: [cleanupApprovals],
  },
  audit_lines: {
    deleted: 'After `AUDIT_RETENTION_DAYS`, 8 years by default',
    why: 'Books and their audit trail are kept for eight years in India.',
    every: 6 * HOUR,
    cleanups: [cleanupAuditLines],
  },
  statement_seals: {
    deleted: 'After `AUDIT_RETENTION_DAYS`, 8 years by default',
    why: 'A printed statement can be checked as long.',
    every: 6 * HOUR,
    cleanups: [cleanupStatementSeals],
  },
}

/** Each cleanup once, with how often it runs in seconds. */
export function cleanupTasks(): {
  name: string
  every: number
  cleanup: (system: Runtime) => Promise<unknown>
}[] {
  const tasks = new Map<(system: Runtime) => Promise<unknown>, { name: string; every: number }>()
  for (const [table, verdict] of Object.entries(RETENTION)) {
    if ('retained' in verdict) continue
    for (const cleanup of verdict.cleanups)
      if (!tasks.has(cleanup)) tasks.set(cleanup, { name: `cleanup of ${table}`, every: verdict.every })
  }
  return [...tasks].map(([cleanup, task]) => ({ ...task, cleanup }))
}

/** The rows of the table in docs/operations.md. */
export function retentionRows(): string[] {
  return Object.entries(RETENTION).map(([table, verdict]) =>
    'retained' in verdict
      ? `| \`${table}\` | Kept for ever | ${verdict.retained} |`
      : `| \`${table}\` | ${verdict.deleted} | ${verdict.why} |`,
  )
}
