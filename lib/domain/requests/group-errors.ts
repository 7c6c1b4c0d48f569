import { z } from 'zod'
import { all, equal, numbered } from '#lib/domain/conditions.ts'
import { conditionsOf, inputOf } from '#lib/domain/filters.ts'
import { explain } from '#lib/domain/requests/explain.ts'
import { REQUEST_FILTERS } from '#lib/domain/requests/filters.ts'
import { ErrorGroup } from '#lib/domain/requests/schema.ts'
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
  input: inputOf(REQUEST_FILTERS),
  output: z.object({ items: z.array(ErrorGroup), more: z.boolean() }),
  async run(context, filters) {
    const where = all([
      ...equal('account_id', context.account.id),
      { sql: 'error_reason IS NOT NULL', values: [] },
      ...conditionsOf(context, REQUEST_FILTERS, filters),
    ])
    const { sql, values } = numbered({
      sql: `SELECT error_reason, error_field, operation, count(*) AS count, max(created_at) AS last_at, max(id) AS last_id,
              count(DISTINCT actor_id) AS actors,
              (array_agg(DISTINCT coalesce(actor_name, actor_id)))[1:4] AS names
       FROM request_logs
       WHERE ${where.sql}
       GROUP BY error_reason, error_field, operation
       ORDER BY last_at DESC, count DESC LIMIT ${MOST + 1}`,
      values: where.values,
    })
    const groups = await context.rows<Record<string, unknown> & { error_reason: string; named: string[] }>(
      sql,
      values,
    )
    return {
      items: groups.slice(0, MOST).map((group) => ({ ...group, explanation: explain(group.error_reason) })),
      more: groups.length > MOST,
    }
  },
})
