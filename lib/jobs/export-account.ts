import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { makeZip } from 'client-zip'
import { systemActor } from '#lib/auth/system-actor.ts'
import type { Columns } from '#lib/database/query.ts'
import { finishAccountExport } from '#lib/domain/account-exports/request.ts'
import { accountExportKey } from '#lib/domain/account-exports/schema.ts'
import type { account_exports, documents } from '#lib/generated/prisma/client.ts'
import { ACCOUNT_TABLES_OF } from '#lib/jobs/account-tables.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Account, Runtime } from '#lib/pipeline/operation.ts'
import { isNotStored } from '#lib/ports/storage.ts'
import { log } from '#lib/process/log.ts'
import { newId } from '#lib/values/id.ts'

type Source = Pick<Runtime, 'query' | 'storage' | 'clock'>
type Written = { rows: number; files: number; step: string }
type File = { name: string; lastModified: Date; input: AsyncIterable<Uint8Array | string> | string }
type Contents = AsyncIterable<File>

/** How many rows are read at once. */
const PAGE = 500

/** The tables of an export with the columns that each leaves out. */
const TABLES = Object.entries(ACCOUNT_TABLES_OF).flatMap(([table, { exported }]) =>
  'no' in exported ? [] : [{ table, without: ['account_id', ...(exported.without ?? [])] }],
)

/** How many rows and documents there are now. */
async function rowCountOf({ query }: Source, accountId: string): Promise<{ rows: number; files: number }> {
  let all = 0
  for (const { table } of TABLES) {
    const { rows } = await query<{ count: number }>(
      `SELECT count(*) AS count FROM ${table} WHERE account_id = $1`,
      [accountId],
    )
    all += Number(rows[0]?.count)
  }
  const { rows } = await query<{ count: number }>(
    'SELECT count(*) AS count FROM documents WHERE account_id = $1',
    [accountId],
  )
  return { rows: all, files: Number(rows[0]?.count) }
}

/**
 * The files of an export, each begun when the one before is written, so that a page of rows is all that is in memory:
 * one NDJSON file for each kind that has rows, the documents as they were uploaded, and a description at the end.
 */
async function* contentsOf(source: Source, account: Account, progress: Written): Contents {
  const lastModified = new Date(source.clock())
  const counts: Record<string, number> = {}
  for (const { table, without } of TABLES) {
    progress.step = table
    const key = await keyOf(source, table)
    const before = progress.rows
    yield {
      name: `${table}.ndjson`,
      lastModified,
      input: lines(source, account.id, { table, key, without }, progress),
    }
    counts[table] = progress.rows - before
  }
  yield { name: 'business.json', lastModified, input: await businessOf(source, account) }
  progress.step = 'documents'
  const missing: string[] = []
  yield* documentsOf(source, account.id, progress, missing)
  yield {
    name: 'export.json',
    lastModified,
    input: `${JSON.stringify({ ...about(account), created_at: lastModified.toISOString(), rows: counts, documents: progress.files, missing_documents: missing }, null, 2)}\n`,
  }
}

/** Everything of an account as one ZIP file, for the command line. `written` counts what has gone into it. */
export function accountZip(
  source: Source,
  account: Account,
): { zip: ReadableStream<Uint8Array>; written: Written } {
  const written = { rows: 0, files: 0, step: '' }
  return { zip: makeZip(contentsOf(source, account, written)), written }
}

function about({ id, merchant_id, merchant_name, mode, country, currency }: Account) {
  return {
    account: { id, merchant_id, merchant_name, mode, country, currency },
    format:
      'One file for each kind of record, one JSON object per line, in the order of the IDs. Amounts are in the smallest unit of the currency, times in Unix seconds. Each row is as it was when it was read. Secrets and full bank account numbers are left out.',
  }
}

/** The details of the merchant, the settings of the account, and the people with their roles. */
async function businessOf({ query }: Source, account: Account): Promise<string> {
  const { rows } = await query<{ business: unknown }>(
    `SELECT jsonb_build_object(
       'business', (SELECT to_jsonb(m) - 'logo_hash' FROM merchants m WHERE m.id = $1),
       'account', (SELECT to_jsonb(a) FROM accounts a WHERE a.id = $2),
       'team', (SELECT COALESCE(jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name, 'email', person.email,
           'role', own.role, 'since', own.created_at) ORDER BY own.created_at, person.id), '[]')
         FROM memberships own JOIN users person ON person.id = own.user_id WHERE own.merchant_id = $1)) AS business`,
    [account.merchant_id, account.id],
  )
  return `${JSON.stringify(rows[0]?.business, null, 2)}\n`
}

type Table = { table: string; key: string[]; without: string[] }

/** The rows of a table as lines, page after page along its primary key. */
async function* lines(
  { query }: Source,
  accountId: string,
  { table, key, without }: Table,
  progress: Written,
): AsyncGenerator<string> {
  const columns = key.join(', ')
  let after: unknown[] | null = null
  for (;;) {
    const values: unknown[] = [accountId, without]
    const place: string = after
      ? `AND (${columns}) > (${after.map((value) => `$${values.push(value)}`).join(', ')})`
      : ''
    const { rows } = await query<{ line: string; key: unknown[] }>(
      `SELECT (to_jsonb(t) - $2::text[])::text AS line, to_jsonb(ARRAY[${key.map((name) => `t.${name}::text`).join(', ')}]) AS key
       FROM ${table} t WHERE account_id = $1 ${place} ORDER BY ${columns} LIMIT ${PAGE}`,
      values,
    )
    if (rows.length > 0) yield `${rows.map(({ line }) => line).join('\n')}\n`
    progress.rows += rows.length
    if (rows.length < PAGE) return
    after = rows.at(-1)?.key ?? []
  }
}

/** The columns of the primary key after the account. */
async function keyOf({ query }: Source, table: string): Promise<string[]> {
  const { rows } = await query<{ name: string }>(
    `SELECT a.attname AS name FROM pg_index i
     JOIN unnest(i.indkey) WITH ORDINALITY AS k (attnum, place) ON true
     JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
     WHERE i.indrelid = to_regclass($1) AND i.indisprimary ORDER BY k.place`,
    [table],
  )
  const names = rows.map(({ name }) => name).filter((name) => name !== 'account_id')
  return names.length > 0 ? names : ['account_id']
}

type DocumentRow = Columns<documents, 'id' | 'name' | 'storage_key' | 'created_at'>

async function* documentsOf(
  { query, storage }: Source,
  accountId: string,
  progress: Written,
  missing: string[],
): Contents {
  let after = ''
  for (;;) {
    const { rows } = await query<DocumentRow>(
      `SELECT id, name, storage_key, created_at FROM documents WHERE account_id = $1 AND id > $2 ORDER BY id LIMIT ${PAGE}`,
      [accountId, after],
    )
    for (const { id, name, storage_key, created_at } of rows) {
      const bytes: Readable | null = await storage.get(storage_key).catch((thrown) => {
        if (isNotStored(thrown)) return null
        throw thrown
      })
      if (bytes === null) missing.push(id)
      else
        yield {
          name: `documents/${id}/${name}`,
          lastModified: new Date(Number(created_at) * 1000),
          input: bytes as AsyncIterable<Uint8Array>,
        }
      progress.files += 1
    }
    if (rows.length < PAGE) return
    after = rows.at(-1)?.id ?? ''
  }
}

/** So long a worker that says nothing is taken for alive, in seconds; then another begins from the start. */
const LEASE = 120
const ATTEMPTS = 3
/** How often progress is written, in milliseconds. */
const REPORT_INTERVAL = 1000

type Claimed = Columns<account_exports, 'account_id' | 'id' | 'attempts'>

/** Writes the exports that are queued, one after the other, and removes the files of those that have expired. */
export async function exportAccounts(system: Runtime): Promise<void> {
  await expireExports(system)
  for (;;) {
    const worker = randomUUID()
    const claimed = await claim(system, worker)
    if (!claimed) return
    await writeExport(system, claimed, worker)
  }
}

async function claim({ query, clock }: Runtime, worker: string): Promise<Claimed | undefined> {
  const now = Math.floor(clock() / 1000)
  const { rows } = await query<Claimed>(
    `UPDATE account_exports SET status = 'running', leased_by = $1, leased_until = $2, attempts = attempts + 1,
       rows = 0, files = 0, bytes = 0
     WHERE (account_id, id) = (
       SELECT account_id, id FROM account_exports
       WHERE status = 'queued' OR (status = 'running' AND leased_until < $3)
       ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING account_id, id, attempts`,
    [worker, now + LEASE, now],
  )
  return rows[0]
}

async function writeExport(system: Runtime, row: Claimed, worker: string): Promise<void> {
  const { account_id, id } = row
  const actor = await systemActor(system.query, account_id, 'account-exports')
  const end = (outcome: Parameters<typeof finish>[3]) => finish(system, actor, { id, worker }, outcome)
  if (row.attempts > ATTEMPTS) return end({ status: 'failed', error: 'The server was restarted too often.' })
  try {
    const counted = await rowCountOf(system, account_id)
    await system.query(
      'UPDATE account_exports SET rows_expected = $3, files_expected = $4 WHERE account_id = $1 AND id = $2',
      [account_id, id, counted.rows, counted.files],
    )
    const progress = { rows: 0, files: 0, bytes: 0, step: '' }
    const contents: Contents = contentsOf(system, actor.account, progress)
    const zip = makeZip(contents)
    const report = teller(system, row, worker, progress)
    await system.storage.put(accountExportKey(account_id, id), counting(zip, progress, report))
    await end({ status: 'ready', rows: progress.rows, files: progress.files, bytes: progress.bytes })
  } catch (thrown) {
    log().warn({ err: thrown, export: id }, 'An export failed.')
    await end({ status: 'failed', error: 'The export could not be written. Request it again.' })
  }
}

type Progress = { rows: number; files: number; bytes: number; step: string }

/** Passes the bytes on, counts them, and says from time to time how far it is. */
async function* counting(zip: ReadableStream<Uint8Array>, progress: Progress, report: () => Promise<void>) {
  for await (const chunk of zip) {
    progress.bytes += chunk.length
    await report()
    yield chunk
  }
}

/** Writes progress, at most once a second, and renews the lease. @throws when another worker has taken it over */
function teller({ query, clock }: Runtime, row: Claimed, worker: string, progress: Progress) {
  let at = 0
  return async () => {
    if (performance.now() - at < REPORT_INTERVAL) return
    at = performance.now()
    const { rows } = await query(
      `UPDATE account_exports SET rows = $4, files = $5, bytes = $6, step = $7, leased_until = $8
       WHERE account_id = $1 AND id = $2 AND leased_by = $3 AND status = 'running' RETURNING 1`,
      [
        row.account_id,
        row.id,
        worker,
        progress.rows,
        progress.files,
        progress.bytes,
        progress.step,
        Math.floor(clock() / 1000) + LEASE,
      ],
    )
    if (rows.length === 0) throw new Error('Another worker has taken the export over, or it was deleted.')
  }
}

type Outcome =
  | { status: 'ready'; rows: number; files: number; bytes: number }
  | { status: 'failed'; error: string }

async function finish(
  system: Runtime,
  actor: Awaited<ReturnType<typeof systemActor>>,
  names: { id: string; worker: string },
  outcome: Outcome,
): Promise<void> {
  const meta = { requestId: newId('request', system.clock()) }
  await execute(system, finishAccountExport, actor, { ...names, outcome }, meta)
}

/** Deletes the files of exports that can no longer be downloaded. */
async function expireExports({ query, storage, clock }: Runtime): Promise<void> {
  const { rows } = await query<Columns<account_exports, 'account_id' | 'id'>>(
    "SELECT account_id, id FROM account_exports WHERE status = 'ready' AND expires_at <= $1",
    [Math.floor(clock() / 1000)],
  )
  for (const { account_id, id } of rows) {
    await storage.delete(accountExportKey(account_id, id))
    await query(
      "UPDATE account_exports SET status = 'expired' WHERE account_id = $1 AND id = $2 AND status = 'ready'",
      [account_id, id],
    )
  }
}
