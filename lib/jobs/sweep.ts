import type { Runtime } from '#lib/operation.ts'
import { DAY } from '#lib/values/time.ts'

/** Answers are kept for two days; what is promised is one (open points, section 1). */
const KEPT = 2 * DAY

/** Forgets idempotency keys that are older than promised, a thousand at a time. @returns how many */
export async function sweepIdempotencyKeys(runtime: Runtime): Promise<number> {
  const before = Math.floor(runtime.clock() / 1000) - KEPT
  let total = 0
  for (;;) {
    const { rows } = await runtime.query(
      `DELETE FROM idempotency_keys WHERE (account_id, key) IN
         (SELECT account_id, key FROM idempotency_keys WHERE created_at < $1 LIMIT 1000) RETURNING 1`,
      [before],
    )
    total += rows.length
    if (rows.length < 1000) return total
  }
}
