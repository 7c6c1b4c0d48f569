import { GatewayChecks } from '#lib/domain/acquirers/schema.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** How far a gateway account has been looked at; null for an acquirer that is none, and before the first time. */
export async function findChecks({ account, rows }: Context, id: string): Promise<GatewayChecks | null> {
  const [found] = await rows<object>(
    `SELECT polled_at, poll_error, requested_at, comparison IS NOT NULL AS comparing, compared_at, comparison_result,
       comparison_error, (SELECT count(*) FROM gateway_differences difference WHERE difference.account_id = $1
         AND difference.acquirer_id = $2 AND state = 'open') AS open
     FROM gateway_checks WHERE account_id = $1 AND acquirer_id = $2`,
    [account.id, id],
  )
  return found ? GatewayChecks.parse(found) : null
}
