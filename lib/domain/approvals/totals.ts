import type { Condition } from '#lib/domain/conditions.ts'

/**
 * The sums of approvals, as SQL for the amount of one row: pending ones, and those that were approved and ran.
 * Rejected, withdrawn, expired and failed ones moved nothing.
 */
export function approvalSums(now: number): Record<string, string | Condition> {
  return {
    waiting: { sql: "CASE WHEN status = 'waiting' AND expires_at > ? THEN amount END", values: [now] },
    approved: "CASE WHEN status = 'approved' THEN amount END",
  }
}
