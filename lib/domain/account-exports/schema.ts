import { z } from 'zod'
import { Id } from '#lib/values/id.ts'
import { StoredInteger } from '#lib/values/money.ts'
import { DAY } from '#lib/values/time.ts'

/** For how long an export can be downloaded, in seconds. */
export const EXPORT_RETENTION = 7 * DAY

const EXPORT_STATUSES = ['queued', 'running', 'ready', 'failed', 'expired'] as const

/** Everything of an account as one ZIP file. */
export const AccountExport = z.object({
  id: z.string(),
  status: z.enum(EXPORT_STATUSES),
  requested_by: z.string(),
  requested_by_id: z.string(),
  step: z.string().nullable(),
  rows: StoredInteger,
  rows_expected: StoredInteger,
  files: z.int(),
  files_expected: z.int(),
  bytes: StoredInteger,
  error: z.string().nullable(),
  created_at: StoredInteger,
  finished_at: StoredInteger.nullable(),
  expires_at: StoredInteger.nullable(),
})
export type AccountExport = z.output<typeof AccountExport>

export const FetchAccountExport = z.strictObject({ id: Id('account_export') })

/** How the worker ended an export. */
export const FinishAccountExport = z.strictObject({
  id: Id('account_export'),
  worker: z.string(),
  outcome: z.discriminatedUnion('status', [
    z.strictObject({ status: z.literal('ready'), rows: z.int(), files: z.int(), bytes: z.int() }),
    z.strictObject({ status: z.literal('failed'), error: z.string() }),
  ]),
})

/** The file of an export, as its download needs it. */
export const AccountExportFile = z.object({
  id: z.string(),
  name: z.string(),
  bytes: StoredInteger,
  storage_key: z.string(),
})

/** Where the file of an export lies: apart from scheduled exports, whose cleanup knows only their own. */
export function accountExportKey(accountId: string, id: string): string {
  return `account-exports/${accountId}/${id}.zip`
}
