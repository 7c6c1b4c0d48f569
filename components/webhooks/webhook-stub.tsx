import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import type { WebhookStats } from '#lib/domain/webhooks/schema/stats.ts'
import type { ListedWebhook } from '#lib/domain/webhooks/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import { Sparkline } from './sparkline.tsx'
import { millisecondsText } from './webhook-labels.ts'

/** The stub of an endpoint: ids, the status of its secret, and its last day. */
export function WebhookStub({ webhook, stats }: { webhook: ListedWebhook; stats: WebhookStats | undefined }) {
  const fields = Object.keys(webhook.headers)
  return (
    <>
      <StubSection title="Webhook">
        <DescriptionList>
          <Entry term="ID">
            <Id value={webhook.id} />
          </Entry>
          <Entry term="Alert email">{webhook.alert_email ?? 'none'}</Entry>
          <Entry term="Created">
            <Time at={webhook.created_at} form="full" focusable />
          </Entry>
          {webhook.unavailable_events.length > 0 && (
            <Entry term="Not supported">
              <span className="mono wrap-anywhere">{webhook.unavailable_events.join(', ')}</span>
            </Entry>
          )}
          <Entry term="Account">
            <Id value={webhook.owner_id} />
          </Entry>
          <Entry term="Created by">{creatorText(webhook.created_by)}</Entry>
        </DescriptionList>
      </StubSection>
      <StubSection title="Last 24 hours">
        <DescriptionList>
          <Entry term="Success">{stats && <Sparkline stats={stats} />}</Entry>
          <Entry term="p95">
            <span className="num">{millisecondsText(stats?.p95_ms ?? null)}</span>
          </Entry>
          <Entry term="Delivered">
            <span className="num">{webhook.delivered}</span>
          </Entry>
          <Entry term="Failed">
            <span className="num">{webhook.failed}</span>
          </Entry>
          <Entry term="Pending">
            <span className="num">{webhook.pending}</span>
          </Entry>
          <Entry term="Last">
            <Time at={webhook.last_attempt_at} focusable />
          </Entry>
        </DescriptionList>
      </StubSection>
      <StubSection title="Secret">
        <DescriptionList>
          <Entry term="Active secrets">{webhook.previous_secret_until === null ? '1' : '2'}</Entry>
          {webhook.previous_secret_until !== null && (
            <Entry term="Old secret expires">
              <Time at={webhook.previous_secret_until} focusable />
            </Entry>
          )}
        </DescriptionList>
        <p className="mt-2">
          <Link href={`/webhooks/${webhook.id}/secret`} className="link">
            Rotate secret
          </Link>
        </p>
      </StubSection>
      <StubSection title="Sending">
        <DescriptionList>
          <Entry term="Timeout">
            <span className="num">{webhook.timeout_ms / 1000} s</span>
          </Entry>
          <Entry term="Custom headers">
            {fields.length === 0 ? 'none' : <span className="mono">{fields.join(', ')}</span>}
          </Entry>
        </DescriptionList>
      </StubSection>
    </>
  )
}
