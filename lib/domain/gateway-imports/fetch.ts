import { OfAcquirer } from '#lib/domain/acquirers/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { type ImportRow, shownImport } from './find.ts'
import { GatewayImportDetails, type LeftOutRow } from './schema.ts'

/** So many records that were left out are shown. */
export const MAX_SHOWN = 100

export const getGatewayImport = defineOperation({
  name: 'get_gateway_import',
  title: 'Get the import from a gateway',
  summary:
    'Returns the newest import from a gateway with its progress, and the first records that it left out, with the reasons.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: OfAcquirer,
  output: GatewayImportDetails,
  async run({ account, now, rows }, { id }) {
    const [row] = await rows<ImportRow>(
      `SELECT * FROM gateway_imports WHERE account_id = $1 AND acquirer_id = $2
       ORDER BY created_at DESC, id DESC LIMIT 1`,
      [account.id, id],
    )
    if (!row) return { import: null, left_out: [] }
    const left_out = await rows<LeftOutRow>(
      `SELECT kind, record_id, reason FROM gateway_import_rows
       WHERE account_id = $1 AND import_id = $2 AND outcome IN ('conflict', 'rejected')
       ORDER BY outcome, kind, record_id LIMIT ${MAX_SHOWN}`,
      [account.id, row.id],
    )
    return { import: shownImport(row, now), left_out }
  },
})
