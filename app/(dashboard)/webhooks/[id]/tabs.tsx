import { ListPart } from '#app/(dashboard)/list-page.tsx'
import { deliveryList } from '#app/(dashboard)/webhooks/[id]/list.tsx'
import {
  setWebhookChaosAction,
  setWebhookOptionsAction,
  stopWebhookChaosAction,
} from '#app/(dashboard)/webhooks/actions.ts'
import { SignatureChecker } from '#app/(dashboard)/webhooks/debug/signature-checker.tsx'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { JsonTab } from '#components/shared/json-tab.tsx'
import { TimelineSection } from '#components/shared/record-timeline.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Query } from '#components/ui/query.ts'
import { ChaosForm } from '#components/webhooks/chaos-form.tsx'
import { OptionsForm } from '#components/webhooks/options-form.tsx'
import { RetrySchedule } from '#components/webhooks/retry-schedule.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { deleteWebhookTyped } from '#lib/domain/webhooks/delete.ts'
import { fetchWebhook, fetchWebhookTimeline } from '#lib/domain/webhooks/fetch.ts'
import type { ListedWebhook } from '#lib/domain/webhooks/schema.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read, tryRead } from '#lib/surfaces/page.ts'

type TabProps = { webhook: ListedWebhook; mayWrite: boolean }

/** The content below the tabs of an endpoint. */
export async function WebhookTab({ query, ...props }: TabProps & { query: Query }) {
  const { id } = props.webhook
  switch (query.tab) {
    case 'sending':
      return <Sending {...props} />
    case 'debug':
      return <SignatureChecker id={id} query={query} />
    case 'chaos':
      return <ChaosTab {...props} />
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

function Sending({ webhook, mayWrite }: TabProps) {
  const { id, headers, timeout_ms } = webhook
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const values = { timeout_ms: String(timeout_ms / 1000), headers: lines.join('\n') }
  return (
    <div className="grid gap-7">
      {mayWrite ? (
        <OptionsForm id={id} action={setWebhookOptionsAction} initial={openForm(values)} />
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
        <Permitted
          allowed={mayWrite}
          permission={deleteWebhookTyped.permission}
          label="Delete webhook…"
          variant="danger"
        >
          <LinkButton href={`/webhooks/${id}/delete`} variant="danger">
            Delete webhook…
          </LinkButton>
        </Permitted>
      </section>
    </div>
  )
}

async function ChaosTab({ webhook, mayWrite }: TabProps) {
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
              action={stopWebhookChaosAction}
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
        // The key renders the fields again when the faults are stopped.
        <ChaosForm
          key={JSON.stringify(values)}
          id={id}
          action={setWebhookChaosAction}
          initial={openForm(values)}
        />
      ) : (
        <p className="text-ink-2">Your role can't change this.</p>
      )}
    </div>
  )
}

async function History({ id }: { id: string }) {
  const timeline = await tryRead(fetchWebhookTimeline, { id })
  return <TimelineSection timeline={timeline} own={id} />
}
