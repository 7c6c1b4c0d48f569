import type { ReactNode } from 'react'
import { SlipHead } from '#components/ui/slip.tsx'
import type { ListedWebhook } from '#lib/domain/webhooks/schema.ts'
import { subscribedWords } from './webhook-labels.ts'
import { EndpointPill } from './webhook-pills.tsx'

/** An endpoint: its URL, its events, and its health. */
export function WebhookHead({ webhook, actions }: { webhook: ListedWebhook; actions: ReactNode }) {
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
