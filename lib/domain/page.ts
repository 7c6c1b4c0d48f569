import { refused } from '#lib/errors.ts'
import type { Context } from '#lib/operation.ts'
import type { Page } from '#lib/values/page.ts'

type Row = { id: string; created_at: bigint }
type Table<R extends Row> = {
  findMany(query: object): Promise<R[]>
  findFirst(query: object): Promise<R | null>
}

/**
 * One page of a table, newest first. A cursor costs the same at any depth: the row it names is looked up, and the
 * index (account_id, created_at, id) is entered there. `skip` reads and drops what it skips.
 * @throws record_not_found when the cursor names nothing of the account
 */
export async function pageOf<R extends Row>(
  context: Context,
  table: unknown,
  where: object,
  page: Page,
): Promise<R[]> {
  // Prisma's delegates are generic over their arguments in ways that no shared type can say.
  const rows = table as Table<R>
  const bounds: object[] = []
  if (page.from !== undefined) bounds.push({ created_at: { gte: page.from } })
  if (page.to !== undefined) bounds.push({ created_at: { lte: page.to } })
  if (page.starting_after !== undefined)
    bounds.push(await beyond(context, rows, 'starting_after', page.starting_after))
  if (page.ending_before !== undefined)
    bounds.push(await beyond(context, rows, 'ending_before', page.ending_before))
  // Before a cursor means next to it: the page is read upwards from there and turned round.
  const upwards = page.ending_before !== undefined && page.starting_after === undefined
  const direction = upwards ? 'asc' : 'desc'
  const found = await rows.findMany({
    where: { ...where, AND: bounds },
    orderBy: [{ created_at: direction }, { id: direction }],
    take: page.count,
    skip: page.skip,
  })
  return upwards ? found.reverse() : found
}

async function beyond<R extends Row>(
  context: Context,
  rows: Table<R>,
  side: 'starting_after' | 'ending_before',
  id: string,
) {
  const cursor = await rows.findFirst({
    where: { account_id: context.account.id, id },
    select: { id: true, created_at: true },
  })
  if (!cursor)
    throw refused('record_not_found', `${side} names ${id}, which is not in this account and mode.`, {
      field: side,
    })
  const [edge, past] = side === 'starting_after' ? (['lte', 'lt'] as const) : (['gte', 'gt'] as const)
  // The first condition bounds the index scan; the second drops the few of the same second on the wrong side.
  return {
    created_at: { [edge]: cursor.created_at },
    OR: [{ created_at: { [past]: cursor.created_at } }, { id: { [past]: cursor.id } }],
  }
}
