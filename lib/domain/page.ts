import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import type { Page } from '#lib/values/page.ts'

/** What a column must be: a value, one of several, begin with a text (as LIKE takes it), or be within bounds. */
type Wanted =
  | undefined
  | null
  | string
  | boolean
  | { in: string[] }
  | { startsWith: string }
  | { gte?: number | undefined; lte?: number | undefined }

/**
 * One page of a table, newest first, as one statement. A cursor costs the same at any depth: the row it names is
 * where the index (account_id, created_at, id) is entered. `skip` reads and drops what it skips. It is plain SQL, since
 * making objects of a hundred rows is most of what a list costs.
 * @param where columns and what they must be; names come from the code, values never do
 * @throws record_not_found when the cursor names nothing of the account
 */
export async function pageOf<R>(
  context: Context,
  table: string,
  where: Record<string, Wanted>,
  page: Page,
): Promise<R[]> {
  const values: unknown[] = []
  const place = (value: unknown) => `$${values.push(value)}`
  const conditions = Object.entries(where).flatMap(([column, wanted]) => conditionsOf(column, wanted, place))
  if (page.from !== undefined) conditions.push(`created_at >= ${place(page.from)}`)
  if (page.to !== undefined) conditions.push(`created_at <= ${place(page.to)}`)
  const beyond = (id: string, sign: '<' | '>') =>
    `(created_at, id) ${sign} (SELECT created_at, id FROM ${table} WHERE account_id = ${place(context.account.id)} AND id = ${place(id)})`
  if (page.starting_after !== undefined) conditions.push(beyond(page.starting_after, '<'))
  if (page.ending_before !== undefined) conditions.push(beyond(page.ending_before, '>'))
  // Before a cursor means next to it: the page is read upwards from there and turned round.
  const upwards = page.ending_before !== undefined && page.starting_after === undefined
  const direction = upwards ? 'ASC' : 'DESC'
  const skip = page.skip === 0 ? '' : ` OFFSET ${place(page.skip)}`
  const rows = await context.rows<R>(
    `SELECT * FROM ${table} WHERE ${conditions.join(' AND ')}
     ORDER BY created_at ${direction}, id ${direction} LIMIT ${place(page.count)}${skip}`,
    values,
  )
  if (rows.length === 0) await assertCursors(context, table, page)
  return upwards ? rows.reverse() : rows
}

function conditionsOf(column: string, wanted: Wanted, place: (value: unknown) => string): string[] {
  if (wanted === undefined) return []
  if (wanted === null) return [`${column} IS NULL`]
  if (typeof wanted !== 'object') return [`${column} = ${place(wanted)}`]
  if ('startsWith' in wanted) return [`${column} LIKE ${place(`${wanted.startsWith}%`)}`]
  if ('in' in wanted) return [`${column} = ANY(${place(wanted.in)}::text[])`]
  return [
    ...(wanted.gte === undefined ? [] : [`${column} >= ${place(wanted.gte)}`]),
    ...(wanted.lte === undefined ? [] : [`${column} <= ${place(wanted.lte)}`]),
  ]
}

/** After a cursor that exists nowhere there is nothing, too; only then it is looked for. */
async function assertCursors(context: Context, table: string, page: Page): Promise<void> {
  for (const side of ['starting_after', 'ending_before'] as const) {
    const id = page[side]
    if (id === undefined) continue
    const found = await context.rows(`SELECT 1 FROM ${table} WHERE account_id = $1 AND id = $2`, [
      context.account.id,
      id,
    ])
    if (found.length === 0)
      throw refused('record_not_found', `${side} names ${id}, which is not in this account and mode.`, {
        field: side,
      })
  }
}
