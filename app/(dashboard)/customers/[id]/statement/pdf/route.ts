import type { NextRequest } from 'next/server'
import { periodOf } from '#app/(dashboard)/customers/[id]/statement/statement.ts'
import { MAX_ON_PAPER, wholeStatement } from '#app/(dashboard)/customers/[id]/statement/whole.ts'
import { queryOf } from '#components/ui/query.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { sealStatement } from '#lib/domain/wallets/seal-statement.ts'
import { print } from '#lib/print/pdf/print.ts'
import { dateField } from '#lib/print/statement-periods.ts'
import { env } from '#lib/process/env.ts'
import { fileError } from '#lib/surfaces/file-error.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { pdfFile } from '#lib/surfaces/printed-bill.ts'
import { codeText } from '#lib/values/statement-code.ts'

type Context = { params: Promise<{ id: string }> }

/** The statement of a period as a PDF, which is made while it is sent. */
export async function GET(request: NextRequest, { params }: Context): Promise<Response> {
  const [{ id }, { account }] = await Promise.all([params, requireStaff()])
  const query = queryOf(Object.fromEntries(request.nextUrl.searchParams))
  const { period, zone, now } = await periodOf(query)
  if (period.problem) return fileError(request, { status: 400, description: period.problem })
  const read = await wholeStatement(id, { from: period.from, to: period.to ?? now })
  if (!read.ok) return fileError(request, read)
  const { sums, lines, customer_id, name, contact, currency } = read.value
  const range = { id, from: period.from, to: period.to ?? now }
  const sealed = await tryRead(sealStatement, { ...range, zone, through: lines[0]?.seq ?? 0 })
  if (!sealed.ok) return fileError(request, sealed)
  const code = codeText(sealed.value.code)
  const csv = `${env().BASE_URL}/customers/${id}/statement/csv${request.nextUrl.search}`
  const statement = {
    customer: { id: customer_id, name, contact },
    merchant: account.merchant_name,
    test: account.mode === 'test',
    currency,
    period,
    lines,
    zone,
    now,
    // The printed figures and the verifiable ones are the same.
    sums: sealed.value.sums,
    seal: { code, url: `${env().BASE_URL}/statement/${code}` },
    ...(sums.entries > MAX_ON_PAPER ? { rest: { csv } } : {}),
  }
  const file = `statement-${id}-${dateField(period.to ?? now, zone)}.pdf`
  return pdfFile(file, () =>
    print('statement', [statement], { merchant: account.merchant_name, signal: request.signal }),
  )
}
