import type { Condition } from '#lib/domain/conditions.ts'

/**
 * What approvals add up to, as SQL for the amount of one row: what waits for a decision, and what was approved and
 * carried out. What was rejected, withdrawn, expired or failed moved nothing.
 */
export function approvalSums(now: number): Record<string, string | Condition> {
  return {
    waiting: { sql: "CASE WHEN status = 'waiting' AND expires_at > ? THEN amount END", values: [now] },
    approved: "CASE WHEN status = 'approved' THEN amount END",
  }
}
