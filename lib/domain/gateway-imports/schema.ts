import { z } from 'zod'
import { OfAcquirer } from '#lib/domain/acquirers/schema.ts'
import { GATEWAY_KINDS, GatewayKind } from '#lib/ports/gateway-records.ts'
import { Id } from '#lib/values/id.ts'
import { StoredInteger } from '#lib/values/money.ts'
import { Timestamp } from '#lib/values/timestamp.ts'

/** The kinds of records, in the order in which they are imported. */
export const IMPORT_KINDS = GATEWAY_KINDS
export type ImportKind = GatewayKind

export const IMPORT_STATUSES = ['running', 'stopped', 'finished'] as const

/** How many records of a kind were read, and with which result. */
const KindProgress = z.object({
  /** As counted at the start; null until then. */
  total: z.int().nullable(),
  read: z.int(),
  added: z.int(),
  /** Imported before. */
  same: z.int(),
  /** Of payments that this server created at the gateway. */
  own: z.int(),
  left_out: z.int(),
})
export const Progress = z.record(GatewayKind, KindProgress)
export type Progress = z.output<typeof Progress>

export const NO_PROGRESS: Progress = Object.fromEntries(
  GATEWAY_KINDS.map((kind) => [kind, { total: null, read: 0, added: 0, same: 0, own: 0, left_out: 0 }]),
) as Progress

/** An import of what an account at a gateway has. */
export const GatewayImport = z.object({
  id: z.string(),
  acquirer_id: z.string(),
  status: z.enum(IMPORT_STATUSES),
  /** The kind that is being read. */
  kind: GatewayKind,
  since: StoredInteger.nullable(),
  until: StoredInteger,
  progress: Progress,
  /** Records read in a second; null before the first. */
  per_second: z.number().nullable(),
  /** When it ends at this rate; null where that is unknown, or it does not run. */
  ends_at: StoredInteger.nullable(),
  adjustments: z.int(),
  adjusted: StoredInteger,
  problem: z.string().nullable(),
  created_by: z.string(),
  created_at: StoredInteger,
  finished_at: StoredInteger.nullable(),
})
export type GatewayImport = z.output<typeof GatewayImport>

/** A record that was left out, with the reason. */
export const LeftOutRow = z.object({ kind: GatewayKind, record_id: z.string(), reason: z.string() })
export type LeftOutRow = z.output<typeof LeftOutRow>

export const GatewayImportDetails = z.object({
  /** The newest one; null before the first. */
  import: GatewayImport.nullable(),
  /** The first of those that were left out. */
  left_out: z.array(LeftOutRow),
})
export type GatewayImportDetails = z.output<typeof GatewayImportDetails>

export const StartGatewayImport = OfAcquirer.extend({
  since: Timestamp.optional().meta({ description: 'Only records created at or after this time.' }),
})
export const OfImport = z.strictObject({ id: Id('gateway_import') })
