import { createdColumn } from '#components/shared/columns.tsx'
import { amountOf, snapshotOf, timelineText } from '#components/shared/timeline-text.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import type { ListedEvent } from '#lib/domain/events/schema.ts'
import { actorWords } from '#lib/values/creator-text.ts'

/** The events of the account, newest first: the name of the event is the row header and the link. */
export function EventsTable({ events, kit }: { events: ListedEvent[]; kit?: TableKit }) {
  return (
    <DataTable
      kit={kit}
      caption="Events, newest first"
      columns={COLUMNS}
      rows={events}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/events/${id}`}
    />
  )
}

const COLUMNS: Column<ListedEvent>[] = [
  { key: 'event', header: 'Event', mono: true, place: 'title', cell: ({ event }) => event },
  { key: 'says', header: 'Description', place: 'status', cell: (event) => <Says event={event} /> },
  {
    key: 'object',
    header: 'Object',
    mono: true,
    soft: true,
    show: '52rem',
    cell: ({ object_id }) => object_id ?? '—',
  },
  {
    key: 'by',
    header: 'Created by',
    soft: true,
    show: '60rem',
    cell: (event) => <Truncate text={actorWords(event) ?? 'Counterfoil'} width="max-w-[18cqi]" />,
  },
  { key: 'id', header: 'ID', mono: true, soft: true, show: '60rem', cell: ({ id }) => id },
  createdColumn('amount'),
]

function Says({ event }: { event: ListedEvent }) {
  const entity = snapshotOf({ what: event.event, payload: event.payload })
  return <>{timelineText(event.event, amountOf(entity))}</>
}
