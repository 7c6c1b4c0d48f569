import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { deleteBillPlainly } from '#app/(dashboard)/bills/[id]/delete/actions.ts'
import { Consequences } from '#components/bills/consequences.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { fetchBill } from '#lib/domain/bills/fetch.ts'
import { tryRead } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Delete bill · Bills' }

/** Asks before a bill is withdrawn, where there is no script to ask in a dialog. */
export default async function DeleteBillPage({ params }: PageProps<'/bills/[id]/delete'>) {
  const { id } = await params
  const found = await tryRead(fetchBill, { bill_id: id })
  if (!found.ok || found.value.status === 'deleted') notFound()
  return (
    <div className="max-w-130">
      <Crumbs href="/bills" label="Bills" id={id} />
      <PageHead title={`Delete bill ${found.value.receipt_number}?`} />
      <Consequences />
      <form action={deleteBillPlainly} className="mt-5 flex flex-wrap gap-2">
        <input type="hidden" name="bill_id" value={id} />
        <button type="submit" className="button" data-variant="danger">
          Delete bill {found.value.receipt_number}
        </button>
        <Link href={`/bills/${id}`} className="button" data-variant="default">
          Cancel
        </Link>
      </form>
    </div>
  )
}
