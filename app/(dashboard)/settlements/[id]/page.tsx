import type { Metadata } from 'next'
import { cache } from 'react'
import { RecordComments } from '#app/(dashboard)/comments/record-comments.tsx'
import { SettlementOverview } from '#components/settlements/settlement-overview.tsx'
import { SettlementStub } from '#components/settlements/settlement-stub.tsx'
import { AutoRefresh } from '#components/shared/auto-refresh.tsx'
import { JsonTab } from '#components/shared/json-tab.tsx'
import { TimelineSection } from '#components/shared/record-timeline.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Money } from '#components/ui/money.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { Slip, SlipHead } from '#components/ui/slip.tsx'
import { StatusPill, statusWord } from '#components/ui/status-pill.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { getAcquirerDetails } from '#lib/domain/acquirers/get-details.ts'
import {
  fetchSettlement,
  fetchSettlementTimeline,
  getSettlementDetails,
} from '#lib/domain/settlements/fetch.ts'
import type { SettlementDetails } from '#lib/domain/settlements/schema.ts'
import { read, tryRead } from '#lib/surfaces/page.ts'
import { formatMoney } from '#lib/values/money-text.ts'

const settlementOf = cache((id: string) => read(getSettlementDetails, { id }))

export async function generateMetadata({ params }: PageProps<'/settlements/[id]'>): Promise<Metadata> {
  const [settlement, { grouping }] = await Promise.all([
    settlementOf((await params).id),
    currentPreferences(),
  ])
  const status = statusWord({ kind: 'settlement', status: settlement.status }).toLowerCase()
  return {
    title: `${formatMoney(settlement.amount, settlement.currency, grouping)} ${status} · ${settlement.id} · Settlements`,
  }
}

export default async function SettlementPage({ params, searchParams }: PageProps<'/settlements/[id]'>) {
  const [{ id }, { tab }, { permissions }] = await Promise.all([params, searchParams, requireStaff()])
  const settlement = await settlementOf(id)
  const request = { method: 'GET', path: `/v1/settlements/${id}` }
  return (
    <>
      <Crumbs href="/settlements" label="Settlements" id={id} />
      <Slip
        stub={
          <SettlementStub settlement={settlement} linked={permissions.has(getAcquirerDetails.permission)} />
        }
      >
        <SlipHead
          amount={<Money amount={settlement.amount} currency={settlement.currency} />}
          actions={<LinkButton href={`/balance?settlement=${id}`}>View movements</LinkButton>}
        >
          <StatusPill kind="settlement" status={settlement.status} />
          <span>to your bank account</span>
        </SlipHead>
        <div className="mt-5">
          <Tabs
            label="Views of this settlement"
            tabs={[
              { href: `/settlements/${id}`, label: 'Overview', current: tab !== 'json' },
              { href: `/settlements/${id}?tab=json`, label: 'JSON', current: tab === 'json' },
            ]}
          />
        </div>
        {tab === 'json' ? (
          <JsonTab value={await read(fetchSettlement, { id })} request={request} />
        ) : (
          <Overview settlement={settlement} />
        )}
      </Slip>
      {settlement.status === 'created' && <AutoRefresh seconds={5} />}
    </>
  )
}

async function Overview({ settlement }: { settlement: SettlementDetails }) {
  const timeline = await tryRead(fetchSettlementTimeline, { id: settlement.id })
  return (
    <>
      <SettlementOverview settlement={settlement} />
      <TimelineSection timeline={timeline} own={settlement.id} />
      <RecordComments objectId={settlement.id} />
    </>
  )
}
