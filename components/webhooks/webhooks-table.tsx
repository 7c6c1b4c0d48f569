import { Count } from '#components/ui/count.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Time, ZoneName } from '#components/ui/time.tsx'
import type { WebhookStats } from '#lib/domain/webhooks/schema/stats.ts'
import type { ListedWebhook } from '#lib/domain/webhooks/schema.ts'
import { Sparkline } from './sparkline.tsx'
import { millisecondsText, subscribedWords } from './webhook-labels.ts'
import { EndpointPill } from './webhook-pills.tsx'

type Row = ListedWebhook & { stats: WebhookStats }

export function WebhooksTable({ webhooks, kit }: { webhooks: Row[]; kit?: TableKit }) {
  return (
    <DataTable
      kit={kit}
      caption="Webhooks, newest first"
      columns={COLUMNS}
      rows={webhooks}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/webhooks/${id}`}
    />
  )
}

const COLUMNS: Column<Row>[] = [
  {
    key: 'url',
    header: 'URL',
    place: 'title',
    cell: ({ url, description }) => (
      <span className="inline-grid max-w-80 py-1.5 align-middle">
        <span title={url} className="truncate font-[540]">
          {url.replace(/^https?:\/\//, '')}
        </span>
        {description && (
          <span title={description} className="truncate text-small text-ink-2">
            {description}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'events',
    header: 'Events',
    soft: true,
    show: '52rem',
    cell: ({ events }) => <span title={events.join(', ')}>{subscribedWords(events)}</span>,
  },
  {
    key: 'success',
    header: 'Success, 24 h',
    label: 'Success, 24 h',
    place: 'note',
    cell: ({ stats }) => <Sparkline stats={stats} />,
  },
  {
    key: 'p95',
    header: 'p95',
    label: 'p95',
    place: 'amount',
    align: 'end',
    soft: true,
    show: '60rem',
    cell: ({ stats }) => millisecondsText(stats.p95_ms),
  },
  {
    key: 'waiting',
    header: 'Pending',
    align: 'end',
    soft: true,
    show: '60rem',
    cell: ({ pending }) => <Count of={pending} />,
  },
  {
    key: 'last',
    header: (
      <>
        Last delivery, <ZoneName />
      </>
    ),
    soft: true,
    label: 'Last',
    place: 'detail',
    cell: ({ last_attempt_at }) => <Time at={last_attempt_at} />,
  },
  { key: 'state', header: 'Status', place: 'status', cell: ({ state }) => <EndpointPill state={state} /> },
]
