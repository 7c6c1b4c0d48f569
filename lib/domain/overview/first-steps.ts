import { z } from 'zod'
import { FirstSteps } from '#lib/domain/overview/schema.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { MINUTE } from '#lib/values/time.ts'
import { findGoLive } from './go-live.ts'

/** The oldest active key, for examples. Never its secret. */
async function sampleKey(context: Context): Promise<string | null> {
  const key = await context.tables.api_keys.findFirst({
    where: {
      account_id: context.account.id,
      revoked_at: null,
      OR: [{ expires_at: null }, { expires_at: { gt: context.now } }],
    },
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
    select: { id: true },
  })
  return key?.id ?? null
}

export const fetchSampleKey = defineOperation({
  name: 'fetch_sample_key',
  title: 'Fetch the key of the examples',
  summary: 'Returns the ID of the oldest active key, for the examples of the documentation.',
  permission: 'keys:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ key_id: z.string().nullable() }),
  run: async (context) => ({ key_id: await sampleKey(context) }),
})

export const fetchFirstSteps = defineOperation({
  name: 'fetch_first_steps',
  title: 'Fetch the first steps',
  summary: 'Returns which of the first steps of an account have been taken, and the key to take them with.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: FirstSteps,
  async run(context) {
    const account_id = context.account.id
    // Each query stops at the first row, except in the history of a demo, which completes no step for its
    // visitor. A key says that it was used some seconds after its first request, which the log has at once; only the
    // last minute of the log is read, since one without requests by keys can be long.
    const [found] = await context.tables.$queryRaw<object[]>`
      WITH began AS (SELECT coalesce(history_until, 0) AS at FROM accounts WHERE id = ${account_id})
      SELECT EXISTS (SELECT FROM api_keys WHERE account_id = ${account_id} AND revoked_at IS NULL
               AND (expires_at IS NULL OR expires_at > ${context.now})) AS has_key,
             (SELECT at > 0 FROM began) AS has_history,
             (SELECT id FROM webhook_endpoints WHERE account_id = ${account_id} AND deleted_at IS NULL ORDER BY created_at, id LIMIT 1) AS webhook_id,
             EXISTS (SELECT FROM api_keys WHERE account_id = ${account_id} AND last_used_at IS NOT NULL)
               OR EXISTS (SELECT FROM request_logs WHERE account_id = ${account_id} AND created_at > ${context.now - MINUTE}
                 AND actor_kind = 'key') AS called,
             EXISTS (SELECT FROM orders WHERE account_id = ${account_id} AND created_at > (SELECT at FROM began)) AS ordered,
             EXISTS (SELECT FROM payments WHERE account_id = ${account_id}) AS has_payment,
             EXISTS (SELECT FROM payments WHERE account_id = ${account_id} AND status IN ('captured', 'refunded') AND captured
               AND captured_at > (SELECT at FROM began)) AS captured,
             EXISTS (SELECT FROM refunds WHERE account_id = ${account_id} AND created_at > (SELECT at FROM began) AND NOT automatic) AS refunded,
             EXISTS (SELECT FROM webhook_endpoints endpoint WHERE account_id = ${account_id} AND EXISTS
               (SELECT FROM webhook_deliveries WHERE account_id = ${account_id} AND endpoint_id = endpoint.id
                  AND created_at > (SELECT at FROM began) AND state = 'delivered')) AS delivered,
             (SELECT CASE WHEN status <> 'paid' THEN id END FROM orders WHERE account_id = ${account_id}
               ORDER BY created_at DESC, id DESC LIMIT 1) AS order_id,
             (SELECT id FROM payments WHERE account_id = ${account_id} AND status = 'captured'
               ORDER BY created_at DESC, id DESC LIMIT 1) AS payment_id`
    const { permissions } = context.actor
    return {
      ...found,
      ...(!permissions.has('webhooks:read') && { webhook_id: null }),
      key_id: permissions.has('keys:read') ? await sampleKey(context) : null,
      go_live: context.account.mode === 'live' ? await findGoLive(context) : null,
    }
  },
})
