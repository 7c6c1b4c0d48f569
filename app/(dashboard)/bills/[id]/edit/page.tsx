import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { reissueBillAction } from '#app/(dashboard)/bills/actions.ts'
import { builderSetting } from '#app/(dashboard)/bills/setting.ts'
import { BillForm } from '#components/bills/builder/bill-form.tsx'
import { NeedsScriptToChange, Restated } from '#components/bills/builder/new-bill.tsx'
import { build } from '#components/bills/draft/build.ts'
import { draftOf, preservedOf } from '#components/bills/draft/of-bill.ts'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { reissueBill } from '#lib/domain/bills/create.ts'
import { fetchBill } from '#lib/domain/bills/fetch.ts'
import { deny, tryRead } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Edit bill · Bills' }

export default async function ChangeBill({ params }: PageProps<'/bills/[id]/edit'>) {
  const [{ id }, { account, permissions }] = await Promise.all([params, requireStaff()])
  if (!permissions.has(reissueBill.permission)) deny()
  const [{ setting, seller }, found] = await Promise.all([
    builderSetting(),
    tryRead(fetchBill, { bill_id: id }),
  ])
  if (!found.ok || found.value.status === 'deleted') notFound()
  const bill = found.value
  const billed = { ...setting, currency: bill.receipt_summary.currency }
  const [initial, preserved] = [draftOf(bill, setting), preservedOf(bill)]
  return (
    <>
      <Crumbs href="/bills" label="Bills" id={id} />
      <PageHead title={`Edit bill ${bill.receipt_number}`}>
        The previous version is kept. The public page shows the new version.
      </PageHead>
      <NeedsScriptToChange id={id} />
      <BillForm
        initial={initial}
        setting={billed}
        seller={seller}
        preserved={preserved}
        issued={{ id }}
        after={null}
        place={`counterfoil-bill ${account.id} ${id} ${bill.version}`}
        send={reissueBillAction.bind(null, { bill_id: id, expected_version: bill.version })}
      >
        <Restated
          stated={bill.receipt_summary.net_payable_amount}
          computed={build(initial, billed, preserved).sums.net}
          currency={billed.currency}
        />
      </BillForm>
    </>
  )
}
