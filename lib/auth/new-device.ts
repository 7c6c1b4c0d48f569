import { deviceIn } from '#lib/auth/device.ts'
import type { From } from '#lib/auth/sign-in.ts'
import { database } from '#lib/db.ts'
import { sendNewDeviceEmail } from '#lib/domain/users/new-device.ts'
import { systemActor } from '#lib/jobs/system-actor.ts'
import { logFault } from '#lib/log.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { runtime } from '#lib/runtime.ts'
import { newId } from '#lib/values/id.ts'

type SignedIn = { sessionId: string; user: { id: string; email: string } }

/**
 * Emails a person after a sign-in from a browser without the cookie of a device of theirs, except after their first
 * sign-in. A fault is logged and never stops a sign-in.
 */
export async function noticeNewDevice({ sessionId, user }: SignedIn, from: From): Promise<void> {
  if (deviceIn(from.cookies ?? null, user.email) !== null) return
  try {
    const { rows } = await database().pool.query<{ account_id: string }>(
      `SELECT account.id AS account_id FROM memberships membership
       JOIN accounts account ON account.merchant_id = membership.merchant_id
       WHERE membership.user_id = $1
         AND EXISTS (SELECT 1 FROM sessions earlier WHERE earlier.user_id = $1 AND earlier.id <> $2)
       ORDER BY membership.created_at, account.mode LIMIT 1`,
      [user.id, sessionId],
    )
    const [found] = rows
    if (!found) return
    const system = runtime()
    const actor = await systemActor(system.query, found.account_id, 'sign-in')
    const requestId = newId('request', system.clock())
    await execute(system, sendNewDeviceEmail, actor, { session_id: sessionId }, { requestId, ip: from.ip })
  } catch (thrown) {
    logFault(thrown, {}, 'The email about a new browser failed.')
  }
}
