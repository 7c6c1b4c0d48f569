import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { getPayoutDetails } from '#lib/domain/payouts/fetch.ts'
import { print } from '#lib/print/pdf/print.ts'
import { fileError } from '#lib/surfaces/file-error.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { pdfFile } from '#lib/surfaces/printed-bill.ts'

type Context = { params: Promise<{ id: string }> }

/** The advice of a payout as a file. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const [{ account }, { time_zone: zone }] = await Promise.all([requireStaff(), currentPreferences()])
  const found = await tryRead(getPayoutDetails, { id: (await params).id })
  if (!found.ok) return fileError(request, found)
  const sender = { name: account.merchant_name, test: account.mode === 'test', zone }
  const payout = found.value
  const by = { merchant: account.merchant_name, signal: request.signal }
  return pdfFile(`payout-advice-${payout.id}.pdf`, () => print('payout', [payout, sender], by), 'attachment')
}
