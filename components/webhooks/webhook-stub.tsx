import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import type { ListedWebhook } from '#lib/domain/webhooks/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'

/** The stub of an endpoint: its configuration. */
export function WebhookStub({ webhook }: { webhook: ListedWebhook }) {
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
