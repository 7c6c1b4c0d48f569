import type { Metadata } from 'next'
import { EventEntry } from '#components/events/event-entry.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { EVENT_GROUPS } from '#components/webhooks/webhook-labels.ts'
import { fetchEventExamples } from '#lib/domain/events/fetch.ts'
import { eventCatalogue } from '#lib/surfaces/event-catalogue.ts'
import { tryRead } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Event catalogue · Webhooks' }

export default async function Catalogue() {
  const examples = await tryRead(fetchEventExamples, {})
  if (!examples.ok) return <Failure requestId={examples.request_id}>{examples.description}</Failure>
  const own = new Map(examples.value.items.map((example) => [example.event, example]))
  const entries = eventCatalogue()
  return (
    <>
      <PageHead title="Event catalogue">All webhook events with their triggers and payloads.</PageHead>
      <div className="grid max-w-200 gap-7">
        {EVENT_GROUPS.map(({ title, names }) => (
          <section key={title} aria-label={title}>
            <h2 className="mb-1.5 text-table font-semibold">{title}</h2>
            <div className="border-t border-line">
              {entries
                .filter(({ name }) => names.includes(name))
                .map((entry) => (
                  <EventEntry key={entry.name} {...entry} own={own.get(entry.name)} />
                ))}
            </div>
          </section>
        ))}
      </div>
    </>
  )
}
