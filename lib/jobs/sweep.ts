import type { Runtime } from '#lib/operation.ts'
import { DAY } from '#lib/values/time.ts'

/** Answers are kept for two days; what is promised is one (open points, section 1). */
const KEPT = 2 * DAY

/**
 * Deletes lines of the request log that are older than their account keeps them, a thousand at a time, so that no
 * statement holds many rows. @returns how many
 */
export async function sweepRequestLog(runtime: Runtime): Promise<number> {
  const now = Math.floor(runtime.clock() / 1000)
  const { rows: accounts } = await runtime.query('SELECT id, request_log_days AS days FROM accounts', [])
  let total = 0
  for (const { id, days } of accounts) {
    for (let swept = 1000; swept === 1000; total += swept) {
      const { rows } = await runtime.query(
        `DELETE FROM request_logs WHERE (account_id, id) IN
           (SELECT account_id, id FROM request_logs WHERE account_id = $1 AND created_at < $2
            ORDER BY created_at, id LIMIT 1000) RETURNING 1`,
        [id, now - Number(days) * DAY],
      )
      swept = rows.length
    }
  }
  return total
}

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

/** Forgets the one-time passwords of wallets, which count for an hour. @returns how many */
export async function sweepWalletCodes(runtime: Runtime): Promise<number> {
  const before = Math.floor(runtime.clock() / 1000) - DAY
  const { rows } = await runtime.query('DELETE FROM wallet_codes WHERE created_at < $1 RETURNING 1', [before])
  return rows.length
}
