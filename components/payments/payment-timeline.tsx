import { EventLink } from '#components/shared/event-link.tsx'
import { type DrawnEntry, RecordTimeline } from '#components/shared/record-timeline.tsx'
import { RequestLink } from '#components/shared/request-link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Time } from '#components/ui/time.tsx'
import type { TimelineEntry } from '#lib/domain/audit/schema.ts'
import type { PaymentDetails } from '#lib/domain/payments/schema.ts'
import type { ListedRefund } from '#lib/domain/refunds/schema.ts'
import { bankReferences } from './bank-references.ts'
import { type EventWords, eventWords } from './timeline-labels.ts'

type PaymentTimelineProps = {
  entries: TimelineEntry[]
  payment: PaymentDetails
  refunds: ListedRefund[]
  /** Until when a refund at normal speed should have arrived, by its id. */
  due: Map<string, number>
}

/** Timeline to a payment, newest first: each with who did it, and the request it came with. */
export function PaymentTimeline({ entries, payment, refunds, due }: PaymentTimelineProps) {
  const draw = (entry: TimelineEntry, at: number): DrawnEntry => {
    const words = eventWords(entry, entries)
    const refund = refunds.find(({ id }) => id === words.refundId)
    return {
      title: <Title words={words} currency={payment.currency} />,
      bad: words.bad === true,
      details: [
        ...remarks(entry, payment, refund, due),
        words.by && `by ${words.by}`,
        entry.id.startsWith('evt_') && <EventLink key="event" id={entry.id} name={entry.what} />,
        // Several events of one request; its id is at the first of them.
        entry.request_id && entry.request_id !== entries[at + 1]?.request_id && (
          <span key="request" className="whitespace-nowrap">
            request <RequestLink id={entry.request_id} isLogged={entry.request_kept === true} />
          </span>
        ),
      ],
    }
  }
  return <RecordTimeline entries={entries} own={payment.id} draw={draw} />
}

function Title({ words, currency }: { words: EventWords; currency: string }) {
  const [before, after] = words.title.split('{amount}')
  if (after === undefined) return words.title
  if (words.amount === undefined) return words.title.replace(' of {amount}', '')
  return (
    <>
      {before}
      <Money amount={words.amount} currency={currency} className="font-semibold" />
      {after}
    </>
  )
}

/** The details that the event itself lacks. */
function remarks(
  entry: TimelineEntry,
  payment: PaymentDetails,
  refund: ListedRefund | undefined,
  due: Map<string, number>,
) {
  switch (entry.what) {
    case 'payment.failed':
      // The card of a failed payment says it already.
      return payment.status === 'failed'
        ? []
        : [String(entry.payload.payment?.entity.error_description ?? payment.error_description ?? '')]
    case 'order.paid':
      return [payment.receipt && `receipt ${payment.receipt}`]
    case 'refund.created':
      return [
        refund?.automatic && whyReturned(payment),
        ...enteredRemarks(refund),
        refund?.status === 'pending' && <Expected key="due" due={due.get(refund.id)} />,
      ]
    case 'refund.processed':
      return refund ? bankReferences(refund.acquirer_data).map(({ label, value }) => `${label} ${value}`) : []
    case 'refund.failed':
      return [
        refund?.failure_reason,
        refund?.automatic ? 'retried automatically' : 'the amount is back in your balance',
      ]
    case 'refund.speed_changed':
      return ['the bank could not refund instantly']
    default:
      return []
  }
}

function enteredRemarks(refund: ListedRefund | undefined) {
  return refund?.receipt ? [`receipt ${refund.receipt}`] : []
}

/** Money for an order that was already paid is returned at once; other money when it was not captured in time. */
function whyReturned({ authorized_at, capture_by }: PaymentDetails): string {
  const unwanted = authorized_at !== null && capture_by !== null && capture_by < authorized_at
  return unwanted ? 'the order was already paid' : 'not captured before the authorization expired'
}

function Expected({ due }: { due: number | undefined }) {
  if (due === undefined) return null
  return (
    <>
      expected by <Time at={due} form="date" />
    </>
  )
}
