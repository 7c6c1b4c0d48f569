import type { Metadata } from 'next'
import { cache } from 'react'
import { RecordComments } from '#app/(dashboard)/comments/record-comments.tsx'
import { AttachedDocuments } from '#app/(dashboard)/documents/attached-documents.tsx'
import {
  createRefundLinkAction,
  revokeRefundLinkAction,
  updateRefundAction,
} from '#app/(dashboard)/refunds/actions.ts'
import { methodInWords } from '#components/payments/method-labels.ts'
import { NotesPanel } from '#components/payments/notes-panel.tsx'
import { RefundCustomerLink } from '#components/refunds/customer-link.tsx'
import { RefundAdvice } from '#components/refunds/refund-advice.tsx'
import { speedWords } from '#components/refunds/refund-labels.ts'
import { RefundProgress } from '#components/refunds/refund-progress.tsx'
import { RefundStub } from '#components/refunds/refund-stub.tsx'
import { AutoRefresh } from '#components/shared/auto-refresh.tsx'
import { JsonTab } from '#components/shared/json-tab.tsx'
import { PrintButton } from '#components/shared/print-button.tsx'
import { TimelineSection } from '#components/shared/record-timeline.tsx'
import { snippetOf } from '#components/shared/snippets.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Money } from '#components/ui/money.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { Slip, SlipHead, StubSection } from '#components/ui/slip.tsx'
import { StatusPill, statusWord } from '#components/ui/status-pill.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { getAcquirerDetails } from '#lib/domain/acquirers/get-details.ts'
import { fetchRefund, fetchRefundTimeline, getRefundDetails } from '#lib/domain/refunds/fetch.ts'
import type { RefundDetails } from '#lib/domain/refunds/schema.ts'
import { updateRefund } from '#lib/domain/refunds/update.ts'
import { env } from '#lib/process/env.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read, tryRead } from '#lib/surfaces/page.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { missingPermission } from '#lib/values/permissions.ts'
import { MINUTE } from '#lib/values/time.ts'

const refundOf = cache((id: string) => read(getRefundDetails, { id }))

export async function generateMetadata({ params }: PageProps<'/refunds/[id]'>): Promise<Metadata> {
  const [refund, { grouping }] = await Promise.all([refundOf((await params).id), currentPreferences()])
  const status = statusWord({ kind: 'refund', status: refund.status }).toLowerCase()
  return {
    title: `${formatMoney(refund.amount, refund.currency, grouping)} ${status} · ${refund.id} · Refunds`,
  }
}

export default async function RefundPage({ params, searchParams }: PageProps<'/refunds/[id]'>) {
  const [{ id }, { tab }, { account, permissions }] = await Promise.all([
    params,
    searchParams,
    requireStaff(),
  ])
  const refund = await refundOf(id)
  const now = Math.floor(Date.now() / 1000)
  const advises = refund.status !== 'failed'
  const disabledReason = permissions.has(updateRefund.permission)
    ? null
    : missingPermission(updateRefund.permission)
  const notes = (
    <>
      <NotesPanel
        id={id}
        notes={Array.isArray(refund.notes) ? {} : refund.notes}
        disabledReason={disabledReason}
        update={updateRefundAction}
      />
      <StubSection title="Documents">
        <AttachedDocuments objectId={id} />
      </StubSection>
    </>
  )
  const link = (
    <RefundCustomerLink
      refund={refund}
      disabledReason={disabledReason}
      create={createRefundLinkAction}
      revoke={revokeRefundLinkAction}
      open={openForm}
    />
  )
  return (
    <>
      {/* In print the advice replaces the record. */}
      <div className={advises ? 'print:hidden' : undefined}>
        <Crumbs href="/refunds" label="Refunds" id={id} />
        <Slip
          stub={
            <RefundStub
              refund={refund}
              linked={permissions.has(getAcquirerDetails.permission)}
              link={link}
              notes={notes}
            />
          }
        >
          <RefundHead
            refund={refund}
            curl={snippetOf('curl', env().BASE_URL, { method: 'GET', path: `/v1/refunds/${id}` })}
          />
          <div className="mt-5">
            <Tabs
              label="Views of this refund"
              tabs={[
                { href: `/refunds/${id}`, label: 'Overview', current: tab !== 'json' },
                { href: `/refunds/${id}?tab=json`, label: 'JSON', current: tab === 'json' },
              ]}
            />
          </div>
          {tab === 'json' ? (
            <JsonTab
              value={await read(fetchRefund, { id })}
              request={{ method: 'GET', path: `/v1/refunds/${id}` }}
            />
          ) : (
            <Overview refund={refund} now={now} />
          )}
        </Slip>
      </div>
      {advises && <RefundAdvice refund={refund} merchant={account.merchant_name} />}
      {refund.status === 'pending' && <AutoRefresh seconds={now - refund.created_at < 5 * MINUTE ? 3 : 20} />}
    </>
  )
}

async function Overview({ refund, now }: { refund: RefundDetails; now: number }) {
  const timeline = await tryRead(fetchRefundTimeline, { id: refund.id })
  return (
    <>
      <RefundProgress refund={refund} now={now} />
      <TimelineSection timeline={timeline} own={refund.id} />
      <RecordComments objectId={refund.id} />
    </>
  )
}

/** The amount of a refund, its destination, and its status. */
function RefundHead({ refund, curl }: { refund: RefundDetails; curl: string }) {
  return (
    <SlipHead
      amount={<Money amount={refund.amount} currency={refund.currency} />}
      actions={
        <>
          <CopyButton value={curl}>Copy curl</CopyButton>
          {refund.status !== 'failed' && <PrintButton>Print advice</PrintButton>}
        </>
      }
    >
      <StatusPill kind="refund" status={refund.status} />
      <span>
        {speedWords(refund)} speed, to {methodInWords(refund.payment)}
      </span>
    </SlipHead>
  )
}
