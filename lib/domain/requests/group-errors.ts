import { z } from 'zod'
import { all, equal, numbered } from '#lib/database/conditions.ts'
import type { Columns } from '#lib/database/query.ts'
import { conditionsOf, filterInputOf } from '#lib/domain/filters.ts'
import { PAGE, PAGED } from '#lib/domain/list.ts'
import { REQUEST_FILTERS } from '#lib/domain/requests/filters.ts'
import { latest } from '#lib/domain/requests/latest-lines.ts'
import { explain } from '#lib/domain/requests/rules.ts'
import { ErrorGroup, SEARCHED } from '#lib/domain/requests/schema.ts'
import type { request_logs } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

type Group = Columns<request_logs, 'error_field' | 'operation'> & {
  error_reason: string
  count: number | bigint
  last_at: number | bigint
  last_id: string
  actors: number | bigint
  names: string[]
  total: number | bigint
}

export const groupErrors = defineOperation({
  name: 'group_errors',
  title: 'Group the errors of the request log',
  summary:
    'One page of the latest errors by reason, field and operation, latest first: how often, when last, and for whom. The latest request of a group is its cursor.',
  permission: 'requests:read',
  http: null,
  effect: 'read',
  input: filterInputOf(REQUEST_FILTERS).extend(PAGE),
  output: z.object({ items: z.array(ErrorGroup), ...PAGED, ...SEARCHED }),
  async run(context, { count, after, before, ...filters }) {
    const account_id = context.account.id
    const cursor = before ?? after
    const upwards = before !== undefined
    const { conditions, shown } = await latest(context, filters, true)
    const where = all([
      ...equal('account_id', account_id),
      { sql: 'error_reason IS NOT NULL', values: [] },
      ...conditionsOf(context, REQUEST_FILTERS, filters),
      ...conditions,
    ])
    const edge = cursor === undefined ? [] : [beyond(account_id, cursor, upwards)]
    const direction = upwards ? 'ASC' : 'DESC'
    const { sql, values } = numbered({
      sql: `WITH groups AS (
         SELECT error_reason, error_field, operation, count(*) AS count, max(created_at) AS last_at, max(id) AS last_id,
                count(DISTINCT actor_id) AS actors,
                (array_agg(DISTINCT coalesce(actor_name, actor_id)))[1:4] AS names
         FROM request_logs
         WHERE ${where.sql}
         GROUP BY error_reason, error_field, operation)
       SELECT *, (SELECT count(*) FROM groups) AS total FROM groups WHERE ${all(edge).sql}
       ORDER BY last_at ${direction}, last_id ${direction} LIMIT ?`,
      values: [...where.values, ...all(edge).values, count + 1],
    })
    const found = await context.rows<Group>(sql, values)
    const more = found.length > count
    const groups = upwards ? found.slice(0, count).reverse() : found.slice(0, count)
    return {
      items: groups.map((group) => ({ ...group, explanation: explain(group.error_reason) })),
      total: Number(found[0]?.total ?? 0),
      counted: true,
      capped: false,
      totals: [],
      tabs: {},
      has_newer: upwards ? more : cursor !== undefined,
      has_older: upwards ? true : more,
      above: null,
      empty: false,
      ...shown,
    }
  },
})

/** The groups whose latest request is older, or newer, than a given one. */
function beyond(account_id: string, cursor: string, upwards: boolean) {
  return {
    sql: `(last_at, last_id) ${upwards ? '>' : '<'} (SELECT created_at, id FROM request_logs WHERE account_id = ? AND id = ?)`,
    values: [account_id, cursor],
  }
}
