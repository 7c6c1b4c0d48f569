import type { Metadata } from 'next'
import { cache } from 'react'
import { EventDeliveries } from '#components/events/event-deliveries.tsx'
import { JsonTab } from '#components/shared/json-tab.tsx'
import { amountOf, snapshotOf, timelineText } from '#components/shared/timeline-text.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { Id } from '#components/ui/id.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { Slip, SlipHead, StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import { saysOf } from '#components/webhooks/webhook-labels.ts'
import { fetchEvent, getEventDetails } from '#lib/domain/events/fetch.ts'
import type { ListedEvent } from '#lib/domain/events/schema.ts'
import { fetchEventDeliveries } from '#lib/domain/webhooks/deliveries.ts'
import { read, tryRead } from '#lib/surfaces/page.ts'
import { actorWords } from '#lib/values/creator-text.ts'

const eventOf = cache((id: string) => read(getEventDetails, { id }))

export async function generateMetadata({ params }: PageProps<'/events/[id]'>): Promise<Metadata> {
  const { event, id } = await eventOf((await params).id)
  return { title: `${event} · ${id} · Events` }
}

export default async function EventPage({ params }: PageProps<'/events/[id]'>) {
  const { id } = await params
  const [event, body, deliveries] = await Promise.all([
    eventOf(id),
    read(fetchEvent, { id }),
    tryRead(fetchEventDeliveries, { id }),
  ])
  const entity = snapshotOf({ what: event.event, payload: event.payload })
  return (
    <>
      <Crumbs href="/events" label="Events" id={id} />
      <Slip stub={<EventStub event={event} />}>
        <SlipHead
          amount={<span className="mono block text-title leading-7 wrap-anywhere">{event.event}</span>}
          actions={<LinkButton href={`/webhooks/catalogue#${event.event}`}>Meaning</LinkButton>}
        >
          <span>{timelineText(event.event, amountOf(entity))}</span>
          <span>{saysOf(event.event)}</span>
          {event.endpoint_id && <span>Sent manually to one webhook.</span>}
        </SlipHead>
        <div className="mt-5 grid grid-cols-1 gap-6">
          {deliveries.ok ? (
            <EventDeliveries deliveries={deliveries.value.items} />
          ) : (
            <Failure requestId={deliveries.request_id}>{deliveries.description}</Failure>
          )}
          <JsonTab value={body} request={{ method: 'GET', path: `/v1/events/${id}` }} />
        </div>
      </Slip>
    </>
  )
}

function EventStub({ event }: { event: ListedEvent }) {
  const { object_id, payment_id, order_id, customer_id } = event
  const others: [string, string | null][] = [
    ['Payment', payment_id],
    ['Order', order_id],
    ['Customer', customer_id],
  ]
  return (
    <>
      <StubSection title="Event">
        <DescriptionList>
          <Entry term="ID">
            <Id value={event.id} />
          </Entry>
          <Entry term="Created">
            <Time at={event.created_at} form="full" focusable />
          </Entry>
          <Entry term="Created by">{actorWords(event) ?? 'Counterfoil'}</Entry>
          <Entry term="Request">
            <Id value={event.request_id} />
          </Entry>
        </DescriptionList>
      </StubSection>
      <StubSection title="Object">
        <DescriptionList>
          <Entry term="Object">{object_id && <Id value={object_id} href={`/${object_id}`} />}</Entry>
          {others
            .filter(([, id]) => id !== null && id !== object_id)
            .map(([term, id]) => (
              <Entry key={term} term={term}>
                <Id value={id ?? ''} href={`/${id}`} />
              </Entry>
            ))}
        </DescriptionList>
      </StubSection>
      <StubSection title="Payload">
        <p className="mono">{event.contains.join(', ')}</p>
      </StubSection>
    </>
  )
}
