import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { deleteBillAction } from '#app/(dashboard)/bills/actions.ts'
import { AttachedDocuments } from '#app/(dashboard)/documents/attached-documents.tsx'
import { BillPageHead } from '#components/bills/bill-head.tsx'
import { BillPublicPage, BillStubFacts } from '#components/bills/bill-stub-facts.tsx'
import { BillVersions } from '#components/bills/bill-versions.tsx'
import { BillPaper } from '#components/bills/document/bill-paper.tsx'
import { BillQrCode } from '#components/bills/document/qr-code.tsx'
import { PrintPreview } from '#components/bills/print-preview.tsx'
import { SumCheck } from '#components/bills/sum-check.tsx'
import { JsonTab } from '#components/shared/json-tab.tsx'
import { TimelineSection } from '#components/shared/record-timeline.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { reissueBill } from '#lib/domain/bills/create.ts'
import { fetchBillTimeline, fetchBillVersions, getBillDetails } from '#lib/domain/bills/fetch.ts'
import type { BillDetails } from '#lib/domain/bills/schema.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read, tryRead } from '#lib/surfaces/page.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { missingPermission } from '#lib/values/permissions.ts'

const billOf = cache((bill_id: string) =>
  /^bill_[0-9A-Za-z]{14}$/.test(bill_id) ? read(getBillDetails, { bill_id }) : notFound(),
)

export async function generateMetadata({ params }: PageProps<'/bills/[id]'>): Promise<Metadata> {
  const [{ bill }, { grouping }] = await Promise.all([billOf((await params).id), currentPreferences()])
  const { net_payable_amount: amount, currency } = bill.receipt_summary
  const state = bill.status === 'deleted' ? 'withdrawn' : 'billed'
  return { title: `${formatMoney(amount, currency, grouping)} ${state} · ${bill.receipt_number} · Bills` }
}

export default async function BillPage({ params, searchParams }: PageProps<'/bills/[id]'>) {
  const [{ id }, { tab }, { permissions }] = await Promise.all([params, searchParams, requireStaff()])
  const viewed = await billOf(id)
  const { bill } = viewed
  const disabledReason = permissions.has(reissueBill.permission)
    ? null
    : missingPermission(reissueBill.permission)
  const at = `/bills/${id}`
  return (
    <div>
      <Crumbs href="/bills" label="Bills" id={id} />
      <div className="bill-page">
        <Slip
          stub={
            <>
              <BillPublicPage bill={bill} />
              <BillStubFacts viewed={viewed} />
              <StubSection title="Documents">
                <AttachedDocuments objectId={id} />
              </StubSection>
            </>
          }
        >
          <BillPageHead
            bill={bill}
            disabledReason={disabledReason}
            remove={{ action: deleteBillAction, initial: openForm() }}
          />
          <div className="mt-5">
            <Tabs
              label="Views of this bill"
              tabs={[
                { href: at, label: 'Bill', current: tab !== 'json' && tab !== 'versions' },
                {
                  href: `${at}?tab=versions`,
                  label: 'Versions',
                  count: bill.version,
                  current: tab === 'versions',
                },
                { href: `${at}?tab=json`, label: 'JSON', current: tab === 'json' },
              ]}
            />
          </div>
          {tab === 'json' ? (
            <JsonTab value={bill} request={{ method: 'GET', path: `/v1/bills/${id}` }} />
          ) : tab === 'versions' ? (
            <Versions viewed={viewed} />
          ) : (
            <Overview viewed={viewed} />
          )}
        </Slip>
      </div>
    </div>
  )
}

async function Overview({ viewed: { bill, seller } }: { viewed: BillDetails }) {
  const timeline = await tryRead(fetchBillTimeline, { bill_id: bill.id })
  return (
    <>
      {bill.status === 'deleted' && (
        <div className="mb-4">
          <Notice tone="bad" title="Withdrawn">
            This bill was deleted. Its last version is shown here and is not public.
          </Notice>
        </div>
      )}
      <SumCheck bill={bill} />
      <PrintPreview name="paper">
        <BillPaper
          bill={bill}
          seller={seller}
          heading="h2"
          code={
            bill.status === 'issued' && (
              <BillQrCode text={bill.receipt_url} label="Public page of this bill" />
            )
          }
        />
      </PrintPreview>
      <div className="print:hidden mt-7">
        <TimelineSection timeline={timeline} own={bill.id} />
      </div>
    </>
  )
}

async function Versions({ viewed: { bill, deleted_at } }: { viewed: BillDetails }) {
  const [versions, timeline] = await Promise.all([
    tryRead(fetchBillVersions, { bill_id: bill.id }),
    tryRead(fetchBillTimeline, { bill_id: bill.id }),
  ])
  if (!versions.ok) return <Failure requestId={versions.request_id}>{versions.description}</Failure>
  const deletion = timeline.ok ? timeline.value.items.find(({ what }) => what === 'bill.deleted') : undefined
  return (
    <BillVersions
      versions={versions.value.items}
      deletion={deleted_at === null ? null : { at: deleted_at, by: deletion?.actor_name ?? null }}
    />
  )
}
