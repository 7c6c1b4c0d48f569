import type { WebhookStats } from '#lib/domain/webhooks/schema/stats.ts'
import type { ListedWebhook } from '#lib/domain/webhooks/schema.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { creatorCell, timestampColumns } from './shared.ts'

type Webhook = ListedWebhook & { stats: WebhookStats }

/** The columns of the file of webhooks, without signing secrets and the values of custom headers, which often are keys. */
export function columnsOf(zone: string): [name: string, cell: (webhook: Webhook) => CsvCell][] {
  return [
    ['webhook_id', (webhook) => webhook.id],
    ...timestampColumns<Webhook>('created', zone, (webhook) => webhook.created_at),
    ['status', (webhook) => webhook.state],
    ['url', (webhook) => withoutQuery(webhook.url)],
    ['description', (webhook) => webhook.description],
    ['events', (webhook) => webhook.events.join(' ')],
    ['alert_email', (webhook) => webhook.alert_email],
    ['custom_headers', (webhook) => Object.keys(webhook.headers).join(' ')],
    ['timeout_ms', (webhook) => webhook.timeout_ms],
    ['pending_deliveries', (webhook) => webhook.pending],
    ['failed_24_hours', (webhook) => webhook.failed],
    ['delivered_24_hours', (webhook) => webhook.delivered],
    ['p95_ms_24_hours', (webhook) => webhook.stats.p95_ms],
    ...timestampColumns<Webhook>('last_attempt', zone, (webhook) => webhook.last_attempt_at),
    ['last_status_code', (webhook) => webhook.last_status],
    ['last_error', (webhook) => webhook.last_error],
    ...timestampColumns<Webhook>('failing_since', zone, (webhook) => webhook.failing_since),
    ...timestampColumns<Webhook>('paused', zone, (webhook) => webhook.paused_at),
    ...timestampColumns<Webhook>('disabled', zone, (webhook) => webhook.disabled_at),
    ['disabled_reason', (webhook) => webhook.disabled_reason],
    ['created_by', (webhook) => creatorCell(webhook.created_by)],
  ]
}

/** Many endpoints take their key as a parameter: of these, the file shows only that there are some. */
function withoutQuery(url: string): string {
  const at = url.search(/[?#]/)
  return at < 0 ? url : `${url.slice(0, at)}?…`
}
