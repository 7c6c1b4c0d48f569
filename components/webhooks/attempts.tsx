import { CodeBlock } from '#components/ui/code-block.tsx'
import { Link } from '#components/ui/link.tsx'
import { quietLink } from '#components/ui/looks.ts'
import { Time } from '#components/ui/time.tsx'
import { Timeline, TimelineEntry } from '#components/ui/timeline.tsx'
import type { Attempt, Delivery, DeliveryDetails } from '#lib/domain/webhooks/schema.ts'
import { durationText } from '#lib/values/time-text.ts'
import { BodyPane } from './body-pane.tsx'
import { CAUSES, millisecondsText } from './webhook-labels.ts'

type AttemptsProps = {
  delivery: Delivery & Pick<DeliveryDetails, 'waits_for'>
  attempts: Attempt[]
  now: number
  sends: boolean
}

/** Every attempt of a delivery, newest first, with its request and response; above them, the next attempt. */
export function DeliveryAttempts({ delivery, attempts, now, sends }: AttemptsProps) {
  const { due_at, state, endpoint_id, waits_for } = delivery
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts" className="text-table font-semibold">
        Attempts
      </h2>
      {state === 'pending' && due_at !== null && (
        <p className="mt-2 text-ink-2">
          {!sends ? (
            'The next attempt is on hold until the webhook is active again.'
          ) : waits_for !== null ? (
            <>
              Waits for{' '}
              <Link href={`/webhooks/${endpoint_id}/deliveries/${waits_for.event_id}`} className="link">
                {waits_for.event}
              </Link>
              . Events of one object are sent in order.
            </>
          ) : (
            <Due at={due_at} now={now} />
          )}
        </p>
      )}
      {attempts.length === 0 ? (
        <p className="mt-2 text-ink-2">None yet.</p>
      ) : (
        <Timeline>
          {attempts.map((attempt, at) => (
            <TimelineEntry
              key={attempt.id}
              at={attempt.created_at}
              now={at === 0 && attempt.error_kind === null}
              title={titleOf(attempt)}
              {...(attempt.error_kind === null ? {} : { tone: 'bad' as const })}
            >
              {attempt.error ?? 'Event accepted.'}
              <span className="num block text-small">
                Attempt {attempt.number} · {CAUSES[attempt.cause]} · {millisecondsText(attempt.duration_ms)}
              </span>
              <details open={at === 0} className="mt-1.5">
                <summary className={`${quietLink} -ml-1.5 inline-block`}>Request and response</summary>
                <div className="mt-1.5 grid gap-2.5 pb-2">
                  <HeaderPane headers={attempt.request_headers} label="Request headers" />
                  <HeaderPane headers={attempt.response_headers} label="Response headers" />
                  <BodyPane
                    body={attempt.response_body}
                    label="Response body"
                    cut={(attempt.response_body?.length ?? 0) >= 4096}
                  />
                </div>
              </details>
            </TimelineEntry>
          ))}
        </Timeline>
      )}
    </section>
  )
}

function Due({ at, now }: { at: number; now: number }) {
  if (at <= now) return <>The next attempt is due now.</>
  return (
    <>
      The next attempt is in <span className="num">{durationText(at - now)}</span>, at{' '}
      <Time at={at} form="full" focusable />.
    </>
  )
}

function titleOf({ status, error_kind }: Attempt): string {
  if (error_kind === 'dropped') return 'Dropped by fault injection'
  if (error_kind === 'internal') return 'Not sent'
  if (status === null) return 'No response'
  return `Returned ${status}`
}

/** Headers as sent: one per line. */
function HeaderPane({ headers, label }: { headers: Record<string, string> | null; label: string }) {
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`)
  if (lines.length === 0) return <p className="text-table text-ink-2">{label}: none.</p>
  return <CodeBlock code={lines.join('\n')} label={label} />
}
