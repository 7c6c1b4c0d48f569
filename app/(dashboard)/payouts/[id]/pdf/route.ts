import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { viewPayout } from '#lib/domain/payouts/browse.ts'
import { payoutAdvicePdf } from '#lib/pdf/payout-advice.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { payoutFile } from '#lib/surfaces/payout-file.ts'
import { refusedFile } from '#lib/surfaces/refused-file.ts'

type Context = { params: Promise<{ id: string }> }

/** The advice of a payout as a file. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const [{ account }, { time_zone: zone }] = await Promise.all([requireStaff(), currentPreferences()])
  const found = await tryRead(viewPayout, { id: (await params).id })
  if (!found.ok) return refusedFile(request, found)
  const sender = { name: account.merchant_name, test: account.mode === 'test', zone }
  return payoutFile(found.value.id, payoutAdvicePdf(found.value, sender))
}
