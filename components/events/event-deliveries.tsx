import { Link } from '#components/ui/link.tsx'
import { Time } from '#components/ui/time.tsx'
import { DeliveryPill } from '#components/webhooks/webhook-pills.tsx'
import type { Delivery } from '#lib/domain/webhooks/schema.ts'

/** The endpoints of an event, and the result of each delivery. */
export function EventDeliveries({ deliveries }: { deliveries: (Delivery & { url: string })[] }) {
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries" className="mb-1.5 text-table font-semibold">
        Deliveries
      </h2>
      {deliveries.length === 0 ? (
        <p className="text-ink-2">No webhook was subscribed to this event.</p>
      ) : (
        <ul className="border-t border-line">
          {deliveries.map((delivery) => (
            <li
              key={delivery.endpoint_id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2.5"
            >
              <Link
                href={`/webhooks/${delivery.endpoint_id}/deliveries/${delivery.event_id}`}
                className="link min-w-0 flex-1 basis-60 wrap-anywhere"
              >
                {delivery.url}
              </Link>
              <DeliveryPill state={delivery.state} />
              <span className="num text-table text-ink-2">
                {delivery.last_status ?? 'no response yet'} · {delivery.attempts}{' '}
                {delivery.attempts === 1 ? 'attempt' : 'attempts'}
              </span>
              <Time at={delivery.last_attempt_at} className="text-table text-ink-2" />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
