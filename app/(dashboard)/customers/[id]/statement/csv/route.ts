import type { NextRequest } from 'next/server'
import { periodOf } from '#app/(dashboard)/customers/[id]/statement/statement.ts'
import { queryOf } from '#components/ui/query.ts'
import { statementColumns } from '#components/wallets/statement-table.tsx'
import { recordExport } from '#lib/domain/exports/download.ts'
import { exportStatementEntries } from '#lib/domain/wallets/get-statement-details.ts'
import { csvFile } from '#lib/surfaces/csv.ts'
import { fileError } from '#lib/surfaces/file-error.ts'

type Context = { params: Promise<{ id: string }> }

/** All entries of a period as a file, oldest first, written while it is sent. */
export async function GET(request: NextRequest, { params }: Context): Promise<Response> {
  const { id } = await params
  const query = queryOf(Object.fromEntries(request.nextUrl.searchParams))
  const { period, zone } = await periodOf(query)
  if (period.problem) return fileError(request, { status: 400, description: period.problem })
  return csvFile(
    request,
    exportStatementEntries,
    { id, from: period.from, to: period.to, count: 500 },
    {
      noun: `statement-${id}`,
      columns: statementColumns(zone),
      zone,
      record: recordExport,
      next: (line) => ({ above: line.seq }),
    },
  )
}
