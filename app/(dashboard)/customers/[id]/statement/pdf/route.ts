import type { NextRequest } from 'next/server'
import { periodOf } from '#app/(dashboard)/customers/[id]/statement/statement.ts'
import { MOST_ON_PAPER, wholeStatement } from '#app/(dashboard)/customers/[id]/statement/whole.ts'
import { queryOf } from '#components/ui/query.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { dateField } from '#lib/paper/statement-periods.ts'
import { statementPdf } from '#lib/pdf/statement-pdf.ts'
import { pdfFile } from '#lib/surfaces/pdf-file.ts'

type Context = { params: Promise<{ id: string }> }

/** The statement of a period as a PDF, which is made while it is sent. */
export async function GET(request: NextRequest, { params }: Context): Promise<Response> {
  const [{ id }, { account }] = await Promise.all([params, requireStaff()])
  const query = queryOf(Object.fromEntries(request.nextUrl.searchParams))
  const { period, zone, now } = await periodOf(query)
  if (period.problem) return refused(period.problem, 400)
  const read = await wholeStatement(id, { from: period.from, to: period.to ?? now })
  if (!read.ok) return refused(`${read.description}\n${read.request_id}`, statusOf(read.reason))
  const { sums, lines, customer_id, name, contact, currency } = read.value
  if (sums.entries > MOST_ON_PAPER)
    return refused(
      `This period has ${sums.entries} entries, and a PDF holds ${MOST_ON_PAPER}. Choose a shorter period, or take the CSV.`,
      400,
    )
  const pdf = statementPdf({
    customer: { id: customer_id, name, contact },
    merchant: account.merchant_name,
    test: account.mode === 'test',
    ...{ currency, period, sums, lines, zone, now },
  })
  return pdfFile(`statement-${id}-${dateField(period.to ?? now, zone)}.pdf`, pdf)
}

function refused(text: string, status: number): Response {
  return new Response(`${text}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

function statusOf(reason: string): number {
  return reason === 'record_not_found' ? 404 : reason === 'permission_denied' ? 403 : 400
}
