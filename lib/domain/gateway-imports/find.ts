import { recordNotFound } from '#lib/domain/record.ts'
import type { gateway_imports } from '#lib/generated/prisma/client.ts'
import type { Context, Plain } from '#lib/pipeline/operation.ts'
import type { GatewayKind, RejectedRecord } from '#lib/ports/gateway-records.ts'
import { rateOf } from './rules.ts'
import { type GatewayImport, Progress } from './schema.ts'

export type ImportRow = Plain<gateway_imports>

/** The result of a page, as numbers of records. Those that were left out stand in `rows`, with the reason. */
export type Applied = {
  added: number
  same: number
  own: number
  rows: ImportedRow[]
  /** Entries that close what the history does not explain. */
  adjustments: number[]
}
export type ImportedRow = { record_id: string; outcome: 'own' | 'conflict' | 'rejected'; reason: string }

/** The gateway account that records come from. `created_by`: the person who has entered one instead. */
export type ImportSource = { acquirer_id: string; created_by?: string }

export function nothingApplied(): Applied {
  return { added: 0, same: 0, own: 0, rows: [], adjustments: [] }
}

export function conflict(record_id: string, reason: string): ImportedRow {
  return { record_id, outcome: 'conflict', reason }
}

/** @param place of the page, which names records without an ID */
export function rejectedRow({ id, reason }: RejectedRecord, place: string, index: number): ImportedRow {
  return { record_id: id ?? `${place}-${index + 1}`, outcome: 'rejected', reason }
}

/** An import of the account, locked until the transaction ends. @throws record_not_found */
export async function lockImport({ account, rows }: Context, id: string): Promise<ImportRow> {
  const [row] = await rows<ImportRow>(
    'SELECT * FROM gateway_imports WHERE account_id = $1 AND id = $2 FOR UPDATE',
    [account.id, id],
  )
  if (!row) throw recordNotFound('import', id)
  return row
}

export function shownImport(row: ImportRow, now: number): GatewayImport {
  const progress = Progress.parse(row.progress)
  const rate = rateOf(progress, Number(row.working_ms), now)
  const { id, acquirer_id, kind, adjustments, problem, created_by } = row
  return {
    id,
    acquirer_id,
    status: row.status === 'running' || row.status === 'stopped' ? row.status : 'finished',
    kind: kind as GatewayKind,
    since: row.since === null ? null : Number(row.since),
    until: Number(row.until),
    progress,
    ...rate,
    ends_at: row.status === 'running' ? rate.ends_at : null,
    adjustments,
    adjusted: Number(row.adjusted),
    problem,
    created_by,
    created_at: Number(row.created_at),
    finished_at: row.finished_at === null ? null : Number(row.finished_at),
  }
}

/**
 * When a movement of a gateway is booked: at its own time, and now where the month of that is closed here, since a closed
 * month does not change. The account is locked, as it is to close a month.
 */
export async function bookingTimes({ account, now, rows }: Context): Promise<(at: number) => number> {
  await rows('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [account.id])
  const [last] = await rows<{ ends_at: number | bigint | null }>(
    'SELECT max(ends_at) AS ends_at FROM balance_months WHERE account_id = $1',
    [account.id],
  )
  const closed = Number(last?.ends_at ?? 0)
  return (at) => (at > closed ? Math.min(at, now) : now)
}
