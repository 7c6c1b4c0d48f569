import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import {
  recordBankSettlementAction,
  rotateAcquirerSecretAction,
  rotateGatewayCredentialsAction,
  setDirectCollectionAction,
  stopAcquirerAction,
  testAcquirerAction,
  useAcquirerAction,
} from '#app/(dashboard)/settings/acquirer/actions.ts'
import { requestComparisonAction } from '#app/(dashboard)/settings/acquirer/differences/actions.ts'
import {
  DirectCollectionForm,
  RecordSettlementForm,
  RotateAcquirerSecretForm,
  RotateGatewayCredentialsForm,
  StopAcquirerForm,
  UseAcquirerForm,
} from '#components/acquirers/acquirer-forms.tsx'
import {
  AcquirerPill,
  CallsTable,
  CapabilityList,
  HealthList,
} from '#components/acquirers/acquirer-parts.tsx'
import { ChecksList } from '#components/gateway-checks/checks.tsx'
import { AutoRefresh } from '#components/shared/auto-refresh.tsx'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { DisabledAction, Permitted } from '#components/ui/disabled-action.tsx'
import { Link } from '#components/ui/link.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { testAcquirer } from '#lib/domain/acquirers/add.ts'
import { getAcquirerDetails } from '#lib/domain/acquirers/get-details.ts'
import type { AcquirerCall, AcquirerDetails } from '#lib/domain/acquirers/schema.ts'
import { requestComparison } from '#lib/domain/gateway-checks/decide.ts'
import { recordBankSettlement } from '#lib/domain/settlements/record.ts'
import { env } from '#lib/process/env.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'
import { missingPermission } from '#lib/values/permissions.ts'

export const metadata: Metadata = { title: 'Acquirer · Settings' }

export default async function AcquirerPage({ params }: PageProps<'/settings/acquirer/[id]'>) {
  const { id } = await params
  const [acquirer, { permissions, account }, { time_zone: zone }] = await Promise.all([
    read(getAcquirerDetails, { id }),
    requireStaff(),
    currentPreferences(),
  ])
  const mayWrite = permissions.has(testAcquirer.permission)
  const { health, kind, capabilities } = acquirer
  const settlesItself = kind === 'protocol' && !capabilities.settlement
  const mayRecord = permissions.has(recordBankSettlement.permission)
  return (
    <>
      <Crumbs href="/settings/acquirer" label="Acquirer" id={id} />
      <PageHead
        title={acquirer.name}
        actions={
          <Permitted allowed={mayWrite} permission={testAcquirer.permission} label="Test connection">
            <ActionButton
              action={testAcquirerAction}
              initial={openForm()}
              hidden={{ id }}
              pendingText="Testing…"
            >
              Test connection
            </ActionButton>
          </Permitted>
        }
      >
        <span className="flex flex-wrap items-center gap-2">
          <AcquirerPill state={acquirer.state} />
          <span className="wrap-anywhere">{acquirer.url}</span>
        </span>
      </PageHead>
      <div className="grid max-w-160 gap-3">
        {acquirer.capabilities.sandbox && (
          <Notice tone="wait" title="This acquirer is a sandbox">
            No real money moves there, although this is live mode.
          </Notice>
        )}
        {acquirer.direct_since !== null && (
          <Notice tone="wait" title="Card numbers pass through this server">
            Direct collection was switched on by {acquirer.direct_by},{' '}
            <Time at={acquirer.direct_since} form="full" />.
          </Notice>
        )}
        {acquirer.previous_secret_until !== null && (
          <Notice>
            The previous secret is accepted until <Time at={acquirer.previous_secret_until} form="full" />.
          </Notice>
        )}
      </div>
      <div className="mt-5 grid grid-cols-2 gap-x-10 gap-y-8 max-desk:grid-cols-1">
        <Section title="Health">
          <HealthList health={health} />
        </Section>
        {acquirer.kind === 'gateway' && (
          <Comparison acquirer={acquirer} allowed={permissions.has(requestComparison.permission)} />
        )}
        {settlesItself && <Settlements id={id} currency={account.currency} zone={zone} allowed={mayRecord} />}
        {mayWrite && <Changes acquirer={acquirer} />}
        <Section title="Capabilities">
          <CapabilityList acquirer={acquirer} />
        </Section>
      </div>
      <Calls id={id} title="Last errors" rows={health.last_errors} href="?failed=1" />
      <Calls id={id} title="Last requests" rows={health.last_calls} href="" />
    </>
  )
}

/** The newest lines, and the way to all of them. */
function Calls({ id, title, rows, href }: { id: string; title: string; rows: AcquirerCall[]; href: string }) {
  if (rows.length === 0) return null
  return (
    <Section title={title} className="mt-8">
      <CallsTable caption={title} rows={rows} />
      <p className="mt-2 text-table">
        <Link href={`/settings/acquirer/${id}/requests${href}`} className="link">
          {href === '' ? 'All requests' : 'All failed requests'}
        </Link>
      </p>
    </Section>
  )
}

type SettlementsProps = { id: string; currency: string; zone: string; allowed: boolean }

/** A bank that pays what it owes by itself, which the acquirer protocol cannot report. */
function Settlements({ id, currency, zone, allowed }: SettlementsProps) {
  return (
    <Section title="Settlements">
      <p className="mb-4 max-w-[64ch] text-ink-2">
        This bank settles to your bank account itself, and its adapter does not report when. Record each
        settlement from your bank statement. Until then, its payments stay in your balance here.
      </p>
      {allowed ? (
        <RecordSettlementForm
          id={id}
          currency={currency}
          zone={zone}
          action={recordBankSettlementAction}
          initial={openForm()}
        />
      ) : (
        <DisabledAction reason={missingPermission(recordBankSettlement.permission)}>
          Record settlement
        </DisabledAction>
      )}
    </Section>
  )
}

/** What the comparison of each night found, and a button for one now. */
function Comparison({ acquirer: { id, checks }, allowed }: { acquirer: AcquirerDetails; allowed: boolean }) {
  const waits = checks !== null && (checks.comparing || checks.requested_at !== null)
  return (
    <Section title="Comparison">
      <ChecksList checks={checks} acquirerId={id} />
      <div className="mt-4">
        {waits ? (
          <p className="text-ink-2" role="status">
            A comparison is under way.
          </p>
        ) : (
          <Permitted allowed={allowed} permission={requestComparison.permission} label="Compare now">
            <ActionButton
              action={requestComparisonAction}
              initial={openForm()}
              hidden={{ id }}
              pendingText="Requesting…"
            >
              Compare now
            </ActionButton>
          </Permitted>
        )}
      </div>
      {waits && <AutoRefresh seconds={3} />}
    </Section>
  )
}

function Changes({ acquirer }: { acquirer: AcquirerDetails }) {
  const { id, kind, state, direct_since, capabilities } = acquirer
  const direct = direct_since !== null
  return (
    <>
      {state !== 'active' && (
        <Section title="Use for new payments">
          <p className="mb-4 max-w-[64ch] text-ink-2">
            New payments, payouts and settlements go to this acquirer. What is under way at another one is
            finished there.
          </p>
          <UseAcquirerForm id={id} action={useAcquirerAction} initial={openForm()} />
        </Section>
      )}
      {(capabilities.collection.includes('direct') || direct) && (
        <Section title="Direct collection">
          <p className="mb-4 max-w-[64ch] text-ink-2">
            Payers normally enter card and account data on the page of the bank. With direct collection they
            enter them on your checkout page, and your API can send them: card numbers then pass through this
            server, which must meet the rules of the card networks (PCI DSS).
          </p>
          <DirectCollectionForm id={id} on={direct} action={setDirectCollectionAction} initial={openForm()} />
        </Section>
      )}
      {kind === 'gateway' && (
        <div className="grid content-start gap-8">
          <Section title="Import">
            <p className="mb-4 max-w-[64ch] text-ink-2">
              Customers, orders, payments, refunds and settlements of the account at the gateway can be
              imported into this account.
            </p>
            <LinkButton href={`/settings/acquirer/${id}/import`}>Import records</LinkButton>
          </Section>
          <Section title="Webhook">
            <p className="mb-3 max-w-[64ch] text-ink-2">
              At the gateway, add a webhook with this URL, the webhook secret that you entered here, and the
              events of payments and refunds.
            </p>
            <p className="mono wrap-anywhere">{`${env().BASE_URL}/v1/acquirers/${id}/notifications`}</p>
          </Section>
        </div>
      )}
      {kind === 'gateway' ? (
        <Section title="Credentials">
          <p className="mb-4 max-w-[64ch] text-ink-2">
            Another key of the same account at the gateway. It is tested before it replaces the current one.
          </p>
          <RotateGatewayCredentialsForm
            id={id}
            action={rotateGatewayCredentialsAction}
            initial={openForm()}
          />
        </Section>
      ) : (
        <Section title="Secret">
          <RotateAcquirerSecretForm id={id} action={rotateAcquirerSecretAction} initial={openForm()} />
        </Section>
      )}
      {state === 'active' && (
        <Section title="Stop using this acquirer">
          <p className="mb-4 max-w-[64ch] text-ink-2">
            New live payments, payouts and settlements are rejected until an acquirer is used again. What is
            under way is finished. To change to another acquirer, use that one instead.
          </p>
          <StopAcquirerForm id={id} action={stopAcquirerAction} initial={openForm()} />
        </Section>
      )}
    </>
  )
}

function Section({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <section className={className}>
      <h2 className="mb-3 text-lead font-semibold">{title}</h2>
      {children}
    </section>
  )
}
