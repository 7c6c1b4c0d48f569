import type { Columns } from '#lib/database/query.ts'
import { FILE_DAYS } from '#lib/domain/exports/schema.ts'
import type { bills, scheduled_exports } from '#lib/generated/prisma/client.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { NONE } from '#lib/storage/preview/find.ts'
import { DAY } from '#lib/values/time.ts'

/** How many objects are compared with the table at once. */
const AT_ONCE = 500

/** A bill that was not requested for that long is rendered again. */
const PRINTED_RETENTION = 30 * DAY

/** `printed/bills/<token>/<digest>` */
const PRINTED = /^printed\/bills\/(\w+)\//

/** `documents/acc_…/doc_…` and `previews/acc_…/doc_…/small`. */
const KEY = /^(?:documents|previews)\/(acc_\w+)\/(doc_\w+)(?:\/|$)/

/**
 * Removes objects that belong to no document: a crash between storing and recording leaves them. They have a day, so
 * that nothing is removed which is only just being recorded. What could not be drawn may be tried again as well.
 * @returns how many objects, and cut off writes, were removed
 */
export async function cleanupStorage(
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
  return removed + (await cleanupPrinted(runtime, now)) + (await cleanupExports(runtime, now))
}

/** Removes printed bills that were withdrawn or deleted, and those that are old. @returns how many */
async function cleanupPrinted(
  { query, storage }: Pick<Runtime, 'query' | 'storage'>,
  now: number,
): Promise<number> {
  let removed = 0
  let young: string[] = []
  const withdrawn = async () => {
    const tokens = young.map((key) => PRINTED.exec(key)?.[1])
    const { rows } = await query<Columns<bills, 'token'>>(
      "SELECT token FROM bills WHERE token = ANY($1) AND status = 'issued'",
      [tokens],
    )
    const issued = new Set(rows.map(({ token }) => token))
    const gone = young.filter((_, index) => !issued.has(tokens[index] ?? ''))
    for (const key of gone) await storage.delete(key)
    removed += gone.length
    young = []
  }
  for await (const { key, stored_at } of storage.list('printed/')) {
    if (stored_at >= now - PRINTED_RETENTION) young.push(key)
    else {
      await storage.delete(key)
      removed += 1
    }
    if (young.length === AT_ONCE) await withdrawn()
  }
  await withdrawn()
  return removed
}

/**
 * Removes the files of scheduled exports that can no longer be downloaded, and those that a crash or a second process
 * left. @returns how many
 */
async function cleanupExports(
  { query, storage }: Pick<Runtime, 'query' | 'storage'>,
  now: number,
): Promise<number> {
  let removed = 0
  let young: string[] = []
  const unrecorded = async () => {
    const { rows } = await query<Columns<scheduled_exports, 'object'>>(
      `SELECT object FROM scheduled_exports WHERE account_id = ANY($1) AND object = ANY($2) AND expires_at > $3`,
      [young.map((key) => key.split('/')[1]), young, now],
    )
    const stored = new Set(rows.map(({ object }) => object))
    const gone = young.filter((key) => !stored.has(key))
    for (const key of gone) await storage.delete(key)
    removed += gone.length
    young = []
  }
  for await (const { key, stored_at } of storage.list('exports/')) {
    // Stored a while before it is recorded: the day is for that.
    if (stored_at < now - (FILE_DAYS + 1) * DAY) {
      await storage.delete(key)
      removed += 1
    } else if (stored_at < now - DAY) young.push(key)
    if (young.length === AT_ONCE) await unrecorded()
  }
  await unrecorded()
  return removed
}

async function removeUnrecorded(
  { query, storage }: Pick<Runtime, 'query' | 'storage'>,
  keys: string[],
): Promise<number> {
  const named = keys.map((key) => KEY.exec(key) ?? [])
  const { rows } = await query<{ key: string }>(
    `SELECT wanted.key FROM unnest($1::text[], $2::text[], $3::text[]) AS wanted (key, account_id, id)
     WHERE wanted.key LIKE $4 OR NOT EXISTS (SELECT FROM documents WHERE documents.account_id = wanted.account_id AND documents.id = wanted.id)`,
    [keys, named.map(([, account]) => account), named.map(([, , id]) => id), `previews/%/${NONE}`],
  )
  for (const { key } of rows) await storage.delete(key)
  return rows.length
}
