import { randomUUID } from 'node:crypto'
import { makeZip } from 'client-zip'
import { finishAccountExport } from '#lib/domain/account-exports/request.ts'
import { accountExportKey } from '#lib/domain/account-exports/schema.ts'
import type { account_exports } from '#lib/generated/prisma/client.ts'
import { type Contents, contentsOf, rowCountOf } from '#lib/jobs/export-contents.ts'
import { systemActor } from '#lib/jobs/system-actor.ts'
import { log } from '#lib/log.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import type { Columns } from '#lib/query.ts'
import { newId } from '#lib/values/id.ts'

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
