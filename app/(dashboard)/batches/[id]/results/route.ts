import type { NextRequest } from 'next/server'
import { RESULT_COLUMNS } from '#components/batches/rows-table.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { exportBatchRows } from '#lib/domain/batches/fetch.ts'
import { recordExport } from '#lib/domain/exports/download.ts'
import { csvFile } from '#lib/surfaces/csv.ts'

type Props = { params: Promise<{ id: string }> }

/** The rows of a batch with their results, as a file. */
export async function GET(request: NextRequest, { params }: Props) {
  await requireStaff()
  const [{ id }, { time_zone: zone }] = await Promise.all([params, currentPreferences()])
  return csvFile(
    request,
    exportBatchRows,
    { id },
    {
      noun: `batch-${id}`,
      columns: RESULT_COLUMNS,
      zone,
      record: recordExport,
      next: ({ number }) => ({ after: number }),
    },
  )
}
