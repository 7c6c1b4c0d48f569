import { Pencil, RotateCcw, Send } from 'lucide-react'
import type { Metadata } from 'next'
import { ListPart } from '#app/(dashboard)/list-page.tsx'
import { deliveryList } from '#app/(dashboard)/webhooks/[id]/list.tsx'
import { hostOf, statsOf, webhookOf } from '#app/(dashboard)/webhooks/[id]/record.ts'
import { enable, pause, resume, setChaos, setOptions, stopChaos } from '#app/(dashboard)/webhooks/actions.ts'
import { DebugDesk } from '#app/(dashboard)/webhooks/debug/desk.tsx'
import { JsonTab } from '#components/record/json-tab.tsx'
import { RecordTimeline } from '#components/record/record-timeline.tsx'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { type Query, queryOf } from '#components/ui/query.ts'
import { Slip } from '#components/ui/slip.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { ChaosForm } from '#components/webhooks/chaos-form.tsx'
import { OptionsForm } from '#components/webhooks/options-form.tsx'
import { RetrySchedule } from '#components/webhooks/retry-schedule.tsx'
import { StandingNotice } from '#components/webhooks/standing-notice.tsx'
import { WebhookHead } from '#components/webhooks/webhook-head.tsx'
import { ENDPOINT_LOOKS } from '#components/webhooks/webhook-labels.ts'
import { WebhookStub } from '#components/webhooks/webhook-stub.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchWebhook } from '#lib/domain/webhooks/fetch.ts'
import { fetchWebhookTimeline } from '#lib/domain/webhooks/history.ts'
import type { ListedWebhook } from '#lib/domain/webhooks/schema.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read, tryRead } from '#lib/surfaces/page.ts'

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
  const mayWrite = permissions.has('webhooks:write')
  return (
    <>
      <Crumbs href="/webhooks" label="Webhooks" id={id} />
      <Slip stub={<WebhookStub webhook={webhook} stats={stats} />}>
        <WebhookHead webhook={webhook} actions={<Actions webhook={webhook} mayWrite={mayWrite} />} />
        <div className="mt-4 grid gap-3 empty:hidden">
          <StandingNotice
            webhook={webhook}
            mayWrite={mayWrite}
            enable={enable}
            resume={resume}
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
        <div className="mt-5">
          <Tabs label="Views of this webhook" tabs={tabsOf(id, query.tab, account.mode)} />
        </div>
        <Tab webhook={webhook} query={query} mayWrite={mayWrite} />
      </Slip>
    </>
  )
}

function Actions({ webhook, mayWrite }: { webhook: ListedWebhook; mayWrite: boolean }) {
  const { id, state } = webhook
  const path = `/webhooks/${id}`
  const sends = state === 'active' || state === 'failing'
  return (
    <Permitted allowed={mayWrite} permission="webhooks:write" label="Edit">
      {sends && (
        <ActionButton action={pause} initial={openForm()} hidden={{ id }} pendingText="Pausing…">
          Pause
        </ActionButton>
      )}
      <LinkButton href={`${path}/edit`} prefetch={false}>
        <Pencil aria-hidden="true" /> Edit
      </LinkButton>
      {sends && (
        <>
          <LinkButton href={`${path}/replay`} prefetch={false}>
            <RotateCcw aria-hidden="true" /> Replay…
          </LinkButton>
          <LinkButton href={`${path}/send`} variant="primary" prefetch={false}>
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

async function Tab({
  webhook,
  query,
  mayWrite,
}: {
  webhook: ListedWebhook
  query: Query
  mayWrite: boolean
}) {
  const { id } = webhook
  switch (query.tab) {
    case 'sending':
      return <Sending webhook={webhook} mayWrite={mayWrite} />
    case 'debug':
      return <DebugDesk id={id} query={query} />
    case 'chaos':
      return <ChaosTab webhook={webhook} mayWrite={mayWrite} />
    case 'history':
      return <History id={id} />
    case 'json':
      return (
        <JsonTab
          value={await read(fetchWebhook, { id })}
          request={{ method: 'GET', path: `/v1/webhooks/${id}` }}
        />
      )
    default:
      return <ListPart list={deliveryList(id)} searchParams={query} />
  }
}

function Sending({ webhook, mayWrite }: { webhook: ListedWebhook; mayWrite: boolean }) {
  const { id, headers, timeout_ms } = webhook
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const values = { timeout_ms: String(timeout_ms / 1000), headers: lines.join('\n') }
  return (
    <div className="grid gap-7">
      {mayWrite ? (
        <OptionsForm id={id} action={setOptions} initial={openForm(values)} />
      ) : (
        <p className="text-ink-2">Your role can view this webhook but not edit it.</p>
      )}
      <RetrySchedule />
      <section aria-labelledby="end" className="border-t border-line pt-5">
        <h2 id="end" className="text-table font-semibold">
          Delete
        </h2>
        <p className="mt-1 mb-2.5 max-w-[64ch] text-ink-2">
          Stops all deliveries permanently. Pending deliveries are dropped. Events are kept.
        </p>
        <Permitted allowed={mayWrite} permission="webhooks:write" label="Delete webhook…" variant="danger">
          <LinkButton href={`/webhooks/${id}/delete`} variant="danger" prefetch={false}>
            Delete webhook…
          </LinkButton>
        </Permitted>
      </section>
    </div>
  )
}

async function ChaosTab({ webhook, mayWrite }: { webhook: ListedWebhook; mayWrite: boolean }) {
  const { account } = await requireStaff()
  if (account.mode !== 'test')
    return (
      <p className="text-ink-2">
        Fault injection is available only in test mode. Live deliveries are never altered.
      </p>
    )
  const { chaos, id } = webhook
  const on = Object.values(chaos).some((figure) => figure > 0)
  const values = Object.fromEntries(Object.entries(chaos).map(([name, figure]) => [name, String(figure)]))
  return (
    <div className="grid gap-5">
      <p className="max-w-[64ch] text-ink-2">
        Simulate delayed, duplicated, reordered and lost deliveries to test your code. Each delivery shows the
        injected fault and your response.
      </p>
      {on && (
        <Notice tone="wait" title="Fault injection is on">
          <p>Deliveries to this endpoint are altered as configured here.</p>
          {mayWrite && (
            <ActionButton
              action={stopChaos}
              initial={openForm()}
              hidden={{ id }}
              className="mt-2.5"
              pendingText="Stopping…"
            >
              Stop fault injection
            </ActionButton>
          )}
        </Notice>
      )}
      {mayWrite ? (
        // What is stopped is to be seen in the fields.
        <ChaosForm key={JSON.stringify(values)} id={id} action={setChaos} initial={openForm(values)} />
      ) : (
        <p className="text-ink-2">Your role can't change this.</p>
      )}
    </div>
  )
}

async function History({ id }: { id: string }) {
  const timeline = await tryRead(fetchWebhookTimeline, { id })
  if (!timeline.ok) return <Failure requestId={timeline.request_id}>{timeline.description}</Failure>
  return <RecordTimeline entries={timeline.value.items} own={id} />
}
