import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CustomerTimeline } from '#app/(dashboard)/customers/[id]/tabs.tsx'
import { drawnDocumentEntry } from '#components/documents/document-stub.tsx'
import { ActivityFeed } from '#components/overview/activity-feed.tsx'
import { PaymentTimeline } from '#components/payments/payment-timeline.tsx'
import { RecordTimeline } from '#components/shared/record-timeline.tsx'
import { TransferTimeline } from '#components/transfers/transfer-timeline.tsx'
import type { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { QUIET_ACTIONS, TIMELINE_NAMES } from '#lib/domain/events/schema/timeline.ts'
import { EVENT_NAMES, EVENTS, type EventName, OTHER_SPELLINGS } from '#lib/domain/events/schema.ts'
import type { PaymentDetails } from '#lib/domain/payments/schema.ts'
import type { ListedTransfer } from '#lib/domain/transfers/schema.ts'
import { eventLabel } from './event-labels.ts'

const NAMES = [...EVENT_NAMES, ...Object.keys(OTHER_SPELLINGS), ...QUIET_ACTIONS, ...TIMELINE_NAMES]

function entryOf(what: string, payload: TimelineEntry['payload']): TimelineEntry {
  return {
    id: 'evt_1',
    what,
    actor_kind: 'user',
    actor_name: 'Asha',
    request_id: 'req1',
    created_at: 1,
    payload,
  }
}

/** The record of the event, or nothing, for a change that is only in the audit log. */
function payloadsOf(what: string): TimelineEntry['payload'][] {
  const contains = EVENTS[what as EventName]?.contains ?? []
  const entity = { id: 'id1', amount: 1250, currency: 'INR', fees: 0, tax: 0 }
  return [{}, Object.fromEntries(contains.map((name) => [name, { entity }]))]
}

const payment = { currency: 'INR' } as PaymentDetails
const transfer = { currency: 'INR', amount: 1250 } as ListedTransfer
const PLACES: Record<string, (entry: TimelineEntry) => React.ReactNode> = {
  'a payment': (entry) => (
    <PaymentTimeline entries={[entry]} payment={payment} refunds={[]} due={new Map()} />
  ),
  'an order, a refund, a payout, a webhook, a key, an app, an approval': (entry) => (
    <RecordTimeline entries={[entry]} own="own1" />
  ),
  'a transfer': (entry) => <TransferTimeline entries={[entry]} transfer={transfer} />,
  'a customer': (entry) => <CustomerTimeline entries={[entry]} own="own1" />,
  'a document': (entry) => <RecordTimeline entries={[entry]} own="own1" draw={drawnDocumentEntry} />,
  'recent activity': (entry) => (
    <ActivityFeed items={[{ ...entry, object_id: 'id1', batch_id: null, amount: 1250, currency: 'INR' }]} />
  ),
}

const textOf = (node: React.ReactNode) => renderToStaticMarkup(node).replace(/<[^>]*>/g, ' ')

describe.each(Object.entries(PLACES))('on %s', (_, draw) => {
  it.each(NAMES)('%s has a label, and no internal name is shown', (what) => {
    for (const payload of payloadsOf(what)) {
      const text = textOf(draw(entryOf(what, payload)))
      expect(text).not.toMatch(/[a-z]_[a-z]|[a-z]\.[a-z]/i)
      expect(text).not.toMatch(/Other change|undefined|\{amount\}/)
    }
  })
})

it('an unknown event shows no internal name either', () => {
  expect(eventLabel('something.new', false)).toBe('Other change')
})
