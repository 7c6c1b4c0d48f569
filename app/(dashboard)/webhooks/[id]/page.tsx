import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import {
  enableWebhookAction,
  pauseWebhookAction,
  resumeWebhookAction,
} from '#app/(dashboard)/webhooks/actions.ts'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { Pencil, RotateCcw, Send } from '#components/ui/icons.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { queryOf } from '#components/ui/query.ts'
import { Slip, SlipHead } from '#components/ui/slip.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { StandingNotice } from '#components/webhooks/standing-notice.tsx'
import { WebhookHealth, WebhookPicture } from '#components/webhooks/webhook-health.tsx'
import { ENDPOINT_LOOKS, subscribedWords } from '#components/webhooks/webhook-labels.ts'
import { EndpointPill } from '#components/webhooks/webhook-pills.tsx'
import { WebhookStub } from '#components/webhooks/webhook-stub.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import type { ListedWebhook } from '#lib/domain/webhooks/schema.ts'
import { updateDescribedWebhook } from '#lib/domain/webhooks/update.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { hostOf, statsOf, webhookOf } from './record.ts'
import { WebhookTab } from './tabs.tsx'

export async function generateMetadata({ params }: PageProps<'/webhooks/[id]'>): Promise<Metadata> {
  const { id, url, state } = await webhookOf((await params).id)
  return { title: `${hostOf(url)} ${ENDPOINT_LOOKS[state].word.toLowerCase()} · ${id} · Webhooks` }
}

export default async function WebhookPage({ params, searchParams }: PageProps<'/webhooks/[id]'>) {
  const [{ id }, query, { account, permissions }] = await Promise.all([
    params,
    searchParams.then(queryOf),
    requireStaff(),
  ])
  const [webhook, stats] = await Promise.all([webhookOf(id), statsOf(id)])
  const mayWrite = permissions.has(updateDescribedWebhook.permission)
  return (
    <>
      <Crumbs href="/webhooks" label="Webhooks" id={id} />
      <Slip stub={<WebhookStub webhook={webhook} />} wide={query.tab === undefined}>
        <WebhookHead webhook={webhook} actions={<Actions webhook={webhook} mayWrite={mayWrite} />} />
        <div className="mt-4 grid gap-3 empty:hidden">
          <StandingNotice
            webhook={webhook}
            mayWrite={mayWrite}
            enable={enableWebhookAction}
            resume={resumeWebhookAction}
            initial={openForm()}
          />
          {/^\d{1,9}$/.test(query.replayed ?? '') && (
            <Notice tone="good" role="status">
              {query.replayed === '0'
                ? 'No deliveries to resend.'
                : `${query.replayed} ${query.replayed === '1' ? 'delivery' : 'deliveries'} queued again.`}
            </Notice>
          )}
        </div>
        {stats && <WebhookHealth webhook={webhook} stats={stats} />}
        <div className="mt-5">
          <Tabs label="Views of this webhook" tabs={tabsOf(id, query.tab, account.mode)} />
        </div>
        {stats && query.tab === undefined && <WebhookPicture stats={stats} />}
        <WebhookTab webhook={webhook} query={query} mayWrite={mayWrite} />
      </Slip>
    </>
  )
}

function Actions({ webhook, mayWrite }: { webhook: ListedWebhook; mayWrite: boolean }) {
  const { id, state } = webhook
  const path = `/webhooks/${id}`
  const sends = state === 'active' || state === 'failing'
  return (
    <Permitted allowed={mayWrite} permission={updateDescribedWebhook.permission} label="Edit">
      {sends && (
        <ActionButton action={pauseWebhookAction} initial={openForm()} hidden={{ id }} pendingText="Pausing…">
          Pause
        </ActionButton>
      )}
      <LinkButton href={`${path}/edit`}>
        <Pencil aria-hidden="true" /> Edit
      </LinkButton>
      {sends && (
        <>
          <LinkButton href={`${path}/replay`}>
            <RotateCcw aria-hidden="true" /> Replay…
          </LinkButton>
          <LinkButton href={`${path}/send`} variant="primary">
            <Send aria-hidden="true" /> Send event…
          </LinkButton>
        </>
      )}
    </Permitted>
  )
}

function tabsOf(id: string, tab: string | undefined, mode: 'test' | 'live') {
  const names: [string, string][] = [
    ['', 'Deliveries'],
    ['sending', 'Sending'],
    ['debug', 'Debug signature'],
    ...(mode === 'test' ? [['chaos', 'Fault injection'] as [string, string]] : []),
    ['history', 'History'],
    ['json', 'JSON'],
  ]
  return names.map(([name, label]) => ({
    href: name === '' ? `/webhooks/${id}` : `/webhooks/${id}?tab=${name}`,
    label,
    current: (tab ?? '') === name,
  }))
}

/** An endpoint: its URL, its events, and its health. */
function WebhookHead({ webhook, actions }: { webhook: ListedWebhook; actions: ReactNode }) {
  return (
    <SlipHead
      amount={
        <span className="block text-title leading-7 tracking-[-0.012em] wrap-anywhere">{webhook.url}</span>
      }
      actions={actions}
    >
      <EndpointPill state={webhook.state} />
      <span>{subscribedWords(webhook.events)}</span>
      {webhook.description && <span className="wrap-anywhere">{webhook.description}</span>}
    </SlipHead>
  )
}
