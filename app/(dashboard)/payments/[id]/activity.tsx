import type { ReactNode } from 'react'
import { EventsTable } from '#components/events/events-table.tsx'
import { LogsTable } from '#components/logs/logs-table.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { Link } from '#components/ui/link.tsx'
import { DeliveriesOfRecord } from '#components/webhooks/deliveries-of-record.tsx'
import { listEventsForDashboard } from '#lib/domain/events/list.ts'
import { listRequestsForDashboard } from '#lib/domain/requests/list.ts'
import { fetchDeliveriesAbout } from '#lib/domain/webhooks/deliveries.ts'
import { type Attempted, tryRead } from '#lib/surfaces/page.ts'

const SHOWN = 50

/** `ids`: the payment first, then its refunds. */
type ActivityProps = { ids: string[] }

/** The webhook deliveries about a payment and its refunds. */
export async function PaymentWebhooks({ ids }: ActivityProps) {
  const found = await tryRead(fetchDeliveriesAbout, { ids })
  return shown(found, 'No webhook received an event of this payment.', (items) => (
    <DeliveriesOfRecord deliveries={items} />
  ))
}

/** The requests that made or changed a payment and its refunds. */
export async function PaymentRequests({ ids }: ActivityProps) {
  const found = await tryRead(listRequestsForDashboard, { objects: ids, count: SHOWN })
  return shown(found, 'The request log has no request about this payment.', (items) => (
    <>
      <LogsTable requests={items} />
      <More href={`/logs?object=${ids[0]}`}>Show in the request log</More>
    </>
  ))
}

export async function PaymentEvents({ ids }: ActivityProps) {
  const found = await tryRead(listEventsForDashboard, { objects: ids, count: SHOWN })
  return shown(found, 'No events yet.', (items) => (
    <>
      <EventsTable events={items} />
      <More href={`/events?object=${ids[0]}`}>Show in the list of events</More>
    </>
  ))
}

function shown<Item>(
  found: Attempted<{ items: Item[] }>,
  nothing: string,
  draw: (items: Item[]) => ReactNode,
): ReactNode {
  if (!found.ok) return <Failure requestId={found.request_id}>{found.description}</Failure>
  if (found.value.items.length === 0) return <p className="py-6 text-ink-2">{nothing}</p>
  return <div className="[&_thead_th]:bg-surface">{draw(found.value.items)}</div>
}

function More({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p className="mt-3 text-table">
      <Link href={href} className="link">
        {children}
      </Link>
    </p>
  )
}
