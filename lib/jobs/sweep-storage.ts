import type { Runtime } from '#lib/operation.ts'
import { NONE } from '#lib/storage/preview/find.ts'
import { DAY } from '#lib/values/time.ts'

/** How many objects are compared with the table at once. */
const AT_ONCE = 500

/** `documents/acc_…/doc_…` and `previews/acc_…/doc_…/small`. */
const KEY = /^(?:documents|previews)\/(acc_\w+)\/(doc_\w+)(?:\/|$)/

/**
 * Removes objects that belong to no document: a crash between storing and recording leaves them. They have a day, so
 * that nothing is removed which is only just being recorded. What could not be drawn may be tried again as well.
 * @returns how many objects, and cut off writes, were removed
 */
export async function sweepStorage(
  runtime: Pick<Runtime, 'query' | 'storage'>,
  now = Math.floor(Date.now() / 1000),
): Promise<number> {
  const before = now - DAY
  let removed = await runtime.storage.clearUnfinished(before)
  for (const prefix of ['documents/', 'previews/']) {
    let keys: string[] = []
    for await (const { key, stored_at } of runtime.storage.list(prefix)) {
      if (stored_at >= before || !KEY.test(key)) continue
      keys.push(key)
      if (keys.length < AT_ONCE) continue
      removed += await removeUnrecorded(runtime, keys)
      keys = []
    }
    removed += await removeUnrecorded(runtime, keys)
  }
  return removed
}

async function removeUnrecorded(
  { query, storage }: Pick<Runtime, 'query' | 'storage'>,
  keys: string[],
): Promise<number> {
  const named = keys.map((key) => KEY.exec(key) ?? [])
  const { rows } = await query(
    `SELECT wanted.key FROM unnest($1::text[], $2::text[], $3::text[]) AS wanted (key, account_id, id)
     WHERE wanted.key LIKE $4 OR NOT EXISTS (SELECT FROM documents WHERE documents.account_id = wanted.account_id AND documents.id = wanted.id)`,
    [keys, named.map(([, account]) => account), named.map(([, , id]) => id), `previews/%/${NONE}`],
  )
  for (const { key } of rows) await storage.delete(String(key))
  return rows.length
}
