import type { Metadata } from 'next'
import { cache } from 'react'
import { advancePayoutAction } from '#app/(dashboard)/payouts/actions.ts'
import { AdvancePayout } from '#components/payouts/advance-payout.tsx'
import { PayoutAdvice } from '#components/payouts/payout-advice.tsx'
import { bankWords } from '#components/payouts/payout-labels.ts'
import { PayoutProgress } from '#components/payouts/payout-progress.tsx'
import { PayoutStub } from '#components/payouts/payout-stub.tsx'
import { AutoRefresh } from '#components/shared/auto-refresh.tsx'
import { JsonTab } from '#components/shared/json-tab.tsx'
import { PrintButton } from '#components/shared/print-button.tsx'
import { TimelineSection } from '#components/shared/record-timeline.tsx'
import { snippetOf } from '#components/shared/snippets.ts'
import { DocumentButton } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { FileDown } from '#components/ui/icons.tsx'
import { Money } from '#components/ui/money.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { Slip, SlipHead } from '#components/ui/slip.tsx'
import { StatusPill, statusWord } from '#components/ui/status-pill.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { NoWallets } from '#components/wallets/no-wallets.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { getAcquirerDetails } from '#lib/domain/acquirers/get-details.ts'
import { listFundAccountsForDashboard } from '#lib/domain/fund-accounts/list.ts'
import { createPayout } from '#lib/domain/payouts/create.ts'
import { fetchPayout, fetchPayoutTimeline, getPayoutDetails } from '#lib/domain/payouts/fetch.ts'
import type { ListedPayout } from '#lib/domain/payouts/schema.ts'
import { env } from '#lib/process/env.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read, tryRead } from '#lib/surfaces/page.ts'
import { hasWallets } from '#lib/values/capability.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { missingPermission } from '#lib/values/permissions.ts'
import { MINUTE } from '#lib/values/time.ts'

const payoutOf = cache((id: string) => read(getPayoutDetails, { id }))

export async function generateMetadata({ params }: PageProps<'/payouts/[id]'>): Promise<Metadata> {
  const [payout, { grouping }] = await Promise.all([payoutOf((await params).id), currentPreferences()])
  const status = statusWord({ kind: 'payout', status: payout.status }).toLowerCase()
  return {
    title: `${formatMoney(payout.amount, payout.currency, grouping)} ${status} · ${payout.id} · Payouts`,
  }
}

export default async function PayoutPage({ params, searchParams }: PageProps<'/payouts/[id]'>) {
  const [{ id }, { tab }, { account, permissions }] = await Promise.all([
    params,
    searchParams,
    requireStaff(),
  ])
  if (!hasWallets(account)) return <NoWallets title="Payout" />
  const payout = await payoutOf(id)
  const now = Math.floor(Date.now() / 1000)
  const request = { method: 'GET', path: `/v1/payouts/${id}` }
  return (
    <>
      {/* In print the advice replaces the record. */}
      <div className="print:hidden">
        <Crumbs href="/payouts" label="Payouts" id={id} />
        <Slip
          stub={
            <PayoutStub
              payout={payout}
              linked={{
                fundAccount: permissions.has(listFundAccountsForDashboard.permission),
                acquirer: permissions.has(getAcquirerDetails.permission),
              }}
            />
          }
        >
          <PayoutHead payout={payout} curl={snippetOf('curl', env().BASE_URL, request)} />
          <div className="mt-5">
            <Tabs
              label="Views of this payout"
              tabs={[
                { href: `/payouts/${id}`, label: 'Overview', current: tab !== 'json' },
                { href: `/payouts/${id}?tab=json`, label: 'JSON', current: tab === 'json' },
              ]}
            />
          </div>
          {tab === 'json' ? (
            <JsonTab value={await read(fetchPayout, { id })} request={request} />
          ) : (
            <>
              {payout.status === 'processing' && account.mode === 'test' && (
                <AdvancePayout
                  id={id}
                  initial={[openForm(), openForm()]}
                  action={advancePayoutAction}
                  disabledReason={
                    permissions.has(createPayout.permission)
                      ? null
                      : missingPermission(createPayout.permission)
                  }
                />
              )}
              <Overview payout={payout} />
            </>
          )}
        </Slip>
      </div>
      <PayoutAdvice payout={payout} merchant={account.merchant_name} />
      {payout.status === 'processing' && (
        <AutoRefresh seconds={now - payout.created_at < 5 * MINUTE ? 3 : 20} />
      )}
    </>
  )
}

async function Overview({ payout }: { payout: ListedPayout }) {
  const timeline = await tryRead(fetchPayoutTimeline, { id: payout.id })
  return (
    <>
      <PayoutProgress payout={payout} />
      <TimelineSection timeline={timeline} own={payout.id} />
    </>
  )
}

/** The amount of a payout, its destination, and its status. */
function PayoutHead({ payout, curl }: { payout: ListedPayout; curl: string }) {
  return (
    <SlipHead
      amount={<Money amount={payout.amount} currency={payout.currency} />}
      actions={
        <>
          <CopyButton value={curl}>Copy curl</CopyButton>
          <PrintButton />
          <DocumentButton href={`/payouts/${payout.id}/pdf`} download>
            <FileDown aria-hidden="true" /> Advice PDF
          </DocumentButton>
        </>
      }
    >
      <StatusPill kind="payout" status={payout.status} />
      <span className="num wrap-anywhere">
        to {payout.holder}, {bankWords(payout)}
      </span>
    </SlipHead>
  )
}
