import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import type { RequestDetails } from '#lib/domain/requests/schema.ts'
import { SOURCE_LABELS } from '#lib/domain/requests/schema.ts'
import { objectPath } from '#lib/values/object-path.ts'
import { actorHref, actorName, durationWords } from './log-labels.ts'

/** The sidebar of a logged request: time, actor, IP address, and the record it concerned. */
export function RequestStub({ request }: { request: RequestDetails }) {
  const who = actorHref(request)
  const { object_id } = request
  return (
    <>
      <StubSection title="Request">
        <DescriptionList>
          <Entry term="ID">
            <Id value={request.id} />
          </Entry>
          <Entry term="Created">
            <Time at={request.created_at} form="full" focusable />
          </Entry>
          <Entry term="Duration">
            <span className="num">{durationWords(request.duration_ms)}</span>
          </Entry>
          <Entry term="Source">{SOURCE_LABELS[request.source]}</Entry>
          <Entry term="Operation">{request.operation?.replaceAll('_', ' ')}</Entry>
          <Entry term="Idempotency">
            {request.idempotency_key && (
              <>
                <span className="mono">{request.idempotency_key}</span>
                {request.replayed && ' (saved response)'}
              </>
            )}
          </Entry>
          <Entry term="Client request ID">
            {request.client_request_id && <span className="mono break-all">{request.client_request_id}</span>}
          </Entry>
          <Entry term="Object">
            {object_id && (
              <Id value={object_id} {...(objectPath(object_id) ? { href: `/${object_id}` } : {})} />
            )}
          </Entry>
        </DescriptionList>
      </StubSection>
      <StubSection title="Caller">
        <DescriptionList>
          <Entry term="Name">
            {who ? (
              <Link href={who} className="link">
                {actorName(request)}
              </Link>
            ) : (
              actorName(request)
            )}
          </Entry>
          <Entry term="ID">
            <Id value={request.actor_id} />
          </Entry>
          <Entry term="IP address">{request.ip && <span className="mono">{request.ip}</span>}</Entry>
          <Entry term="User agent">{request.user_agent}</Entry>
        </DescriptionList>
        <p className="mt-2 text-table">
          <Link href={`/logs?actor=${encodeURIComponent(request.actor_id)}`} className="link">
            View requests of this caller
          </Link>
        </p>
      </StubSection>
      <StubSection title="Events">
        {request.events.length === 0 ? (
          <p className="text-table text-ink-2">None</p>
        ) : (
          <ul className="grid gap-1.5 text-table">
            {request.events.map((event) => (
              <li key={event.id}>
                {event.event}
                {event.object_id && (
                  <>
                    {' '}
                    <Id value={event.object_id} href={`/${event.object_id}`} short />
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
      </StubSection>
    </>
  )
}
