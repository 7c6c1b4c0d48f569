import type { Metadata } from 'next'
import { issueBillAction } from '#app/(dashboard)/bills/actions.ts'
import { builderSetting } from '#app/(dashboard)/bills/setting.ts'
import { BillForm } from '#components/bills/builder/bill-form.tsx'
import { NeedsScript, SellerGaps, StartingPoints } from '#components/bills/builder/new-bill.tsx'
import { draftOf, duplicateOf } from '#components/bills/draft/of-bill.ts'
import { localText } from '#components/bills/draft/read-text.ts'
import { isStartingPoint, STARTING_POINTS } from '#components/bills/draft/starting-points.ts'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { issueBill } from '#lib/domain/bills/create.ts'
import { fetchBill } from '#lib/domain/bills/fetch.ts'
import { suggestReceiptNumber } from '#lib/domain/bills/suggest-number.ts'
import { deny, read, tryRead } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Issue bill · Bills' }

export default async function NewBill({ searchParams }: PageProps<'/bills/new'>) {
  const [{ account, permissions }, { from, start }] = await Promise.all([requireStaff(), searchParams])
  if (!permissions.has(issueBill.permission)) deny()
  const { setting, seller } = await builderSetting()
  const found = typeof from === 'string' ? await tryRead(fetchBill, { bill_id: from }) : null
  const original = found?.ok ? found.value : null
  const begun = isStartingPoint(start) ? start : 'retail'
  const template = original ? draftOf(original, setting) : STARTING_POINTS[begun].draft()
  const { zone } = setting
  const { receipt_type, store_code } = template
  const suggested = await read(suggestReceiptNumber, { zone, receipt_type, store_code: store_code.trim() })
  const now = localText(Math.floor(Date.now() / 60_000) * 60, zone)
  const initial = duplicateOf(template, suggested.receipt_number, now)
  return (
    <>
      <PageHead title={original ? 'Duplicate bill' : 'Issue bill'}>
        {original && (
          <>
            Copied, except number, date and payments, from{' '}
            <Id value={original.id} href={`/bills/${original.id}`} />
          </>
        )}
      </PageHead>
      <NeedsScript />
      {!original && <StartingPoints current={begun} />}
      <BillForm
        key={original?.id ?? begun}
        initial={initial}
        setting={original ? { ...setting, currency: original.receipt_summary.currency } : setting}
        seller={seller}
        issued={null}
        after={suggested.after}
        place={`counterfoil-bill ${account.id} ${original?.id ?? begun}`}
        send={issueBillAction}
      >
        <SellerGaps seller={seller}>
          <Link href="/settings/business" className="link">
            Complete the business details
          </Link>
        </SellerGaps>
      </BillForm>
    </>
  )
}
