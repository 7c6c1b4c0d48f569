import { z } from 'zod'
import { conditionsOf } from '#lib/domain/requests/conditions.ts'
import { explain } from '#lib/domain/requests/explain.ts'
import { ErrorGroup, RequestFilters } from '#lib/domain/requests/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

/** As many kinds of refusals as a page shows; the latest are the ones that matter. */
const MOST = 100

export const groupErrors = defineOperation({
  name: 'group_errors',
  title: 'Group the errors of the request log',
  summary: 'Groups errors by reason, field and operation: how often, when last, and for whom.',
  permission: 'requests:read',
  http: null,
  effect: 'read',
  input: RequestFilters,
  output: z.object({ items: z.array(ErrorGroup), more: z.boolean() }),
  async run(context, filters) {
    const values: unknown[] = [context.account.id]
    const where = conditionsOf(filters).map(({ sql, values: of }) => {
      let at = values.length
      values.push(...of)
      return sql.replace(/\?/g, () => `$${++at}`)
    })
    const groups = await context.rows<Record<string, unknown> & { error_reason: string; named: string[] }>(
      `SELECT error_reason, error_field, operation, count(*) AS count, max(created_at) AS last_at, max(id) AS last_id,
              count(DISTINCT actor_id) AS actors,
              (array_agg(DISTINCT coalesce(actor_name, actor_id)))[1:4] AS names
       FROM request_logs
       WHERE ${['account_id = $1', 'error_reason IS NOT NULL', ...where].join(' AND ')}
       GROUP BY error_reason, error_field, operation
       ORDER BY last_at DESC, count DESC LIMIT ${MOST + 1}`,
      values,
    )
    return {
      items: groups.slice(0, MOST).map((group) => ({ ...group, explanation: explain(group.error_reason) })),
      more: groups.length > MOST,
    }
  },
})
