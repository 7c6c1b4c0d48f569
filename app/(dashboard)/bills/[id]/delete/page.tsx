import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { deleteBillAction } from '#app/(dashboard)/bills/actions.ts'
import { DeleteBillPageForm } from '#components/bills/delete-bill.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { fetchBill } from '#lib/domain/bills/fetch.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { tryRead } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Delete bill · Bills' }

/** Asks before a bill is deleted, where there is no script to ask in a dialog. */
export default async function DeleteBillPage({ params }: PageProps<'/bills/[id]/delete'>) {
  const { id } = await params
  const found = await tryRead(fetchBill, { bill_id: id })
  if (!found.ok || found.value.status === 'deleted') notFound()
  const number = found.value.receipt_number
  return (
    <div className="max-w-130">
      <Crumbs href="/bills" label="Bills" id={id} />
      <PageHead title={`Delete bill ${number}?`} />
      <DeleteBillPageForm id={id} number={number} action={deleteBillAction} initial={openForm()} />
    </div>
  )
}
