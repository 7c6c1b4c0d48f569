import { foldCountChanges } from '#lib/counters/fold.ts'
import { type DeletedTable, RETENTION, TABLES } from '#lib/domain/retention/schema.ts'
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
  cleanupInvitations,
  cleanupMails,
  cleanupMovedAlone,
  cleanupPasskeyChallenges,
  cleanupPasswordResets,
  cleanupRequestLog,
  cleanupScheduledExports,
  cleanupSessions,
  cleanupStatementDrafts,
  cleanupStatementSeals,
  cleanupUnstartedBatches,
  cleanupWalletCodes,
} from '#lib/jobs/cleanup.ts'
import { cleanupLeftClients, cleanupTokens, cleanupUnusedClients } from '#lib/jobs/cleanup-authorizations.ts'
import { cleanupWebhooks } from '#lib/jobs/cleanup-webhooks.ts'
import { retakeJobs } from '#lib/jobs/retake.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'

type Cleanup = (system: Runtime) => Promise<unknown>

/** What deletes the old rows of each table that is not kept for ever. */
export const CLEANUPS: Record<DeletedTable, Cleanup[]> = {
  batches: [cleanupUnstartedBatches],
  batch_rows: [cleanupUnstartedBatches],
  invitations: [cleanupInvitations],
  record_count_changes: [foldCountChanges],
  alerts: [cleanupAlerts],
  processes: [retakeJobs],
  oauth_artifacts: [cleanupTokens],
  oauth_clients: [cleanupUnusedClients, cleanupLeftClients],
  passkey_challenges: [cleanupPasskeyChallenges],
  wallet_codes: [cleanupWalletCodes],
  idempotency_keys: [cleanupIdempotencyKeys],
  request_logs: [cleanupRequestLog],
  acquirer_calls: [cleanupRequestLog],
  gateway_differences: [cleanupGatewayDifferences],
  webhook_attempts: [cleanupWebhooks],
  webhook_deliveries: [cleanupWebhooks],
  bank_statement_drafts: [cleanupStatementDrafts],
  scheduled_exports: [cleanupScheduledExports],
  sessions: [cleanupSessions],
  password_resets: [cleanupPasswordResets],
  mails: [cleanupMails],
  grant_spending: [cleanupGrantSpending],
  moved_alone: [cleanupMovedAlone],
  approval_locks: [cleanupApprovalLocks],
  oauth_grants: [cleanupGrants],
  events: [cleanupEvents],
  approvals: [cleanupApprovals],
  audit_lines: [cleanupAuditLines],
  statement_seals: [cleanupStatementSeals],
}

/** Each cleanup once, with how often it runs in seconds. */
export function cleanupTasks(): { name: string; every: number; cleanup: Cleanup }[] {
  const tasks = new Map<Cleanup, { name: string; every: number }>()
  for (const [table, cleanups] of Object.entries(CLEANUPS) as [DeletedTable, Cleanup[]][])
    for (const cleanup of cleanups)
      if (!tasks.has(cleanup))
        tasks.set(cleanup, { name: `cleanup of ${table}`, every: RETENTION[table].every })
  return [...tasks].map(([cleanup, task]) => ({ ...task, cleanup }))
}

/** The rows of the table in docs/operations.md. */
export function retentionRows(): string[] {
  return TABLES.map(([table, verdict]) =>
    'retained' in verdict
      ? `| \`${table}\` | Kept for ever | ${verdict.retained} |`
      : `| \`${table}\` | ${verdict.deleted} | ${verdict.why} |`,
  )
}
