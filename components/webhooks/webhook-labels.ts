import { EVENTS, OTHER_SPELLINGS } from '#lib/domain/events/schema.ts'
import type { Delivery, DeliveryState, EndpointState } from '#lib/domain/webhooks/schema.ts'
import { MINUTE } from '#lib/values/time.ts'

type Look = {
  tone: 'plain' | 'good' | 'wait' | 'hold' | 'bad' | 'back'
  icon: 'check' | 'clock' | 'cross' | 'ring' | 'half' | 'sand'
  word: string
  hint: string
}

export const ENDPOINT_LOOKS: Record<EndpointState, Look> = {
  active: { tone: 'good', icon: 'check', word: 'Active', hint: 'Events are delivered as they occur.' },
  failing: {
    tone: 'wait',
    icon: 'half',
    word: 'Failing',
    hint: 'Recent attempts failed and are retried. The webhook is disabled after 24 hours without a success.',
  },
  paused: { tone: 'plain', icon: 'ring', word: 'Paused', hint: 'Paused by staff. No events are delivered.' },
  disabled: {
    tone: 'bad',
    icon: 'cross',
    word: 'Disabled',
    hint: 'No delivery succeeded for 24 hours. No events are delivered until the webhook is enabled.',
  },
}

export const DELIVERY_LOOKS: Record<DeliveryState, Look> = {
  pending: {
    tone: 'wait',
    icon: 'sand',
    word: 'Pending',
    hint: 'Queued for the next attempt.',
  },
  delivered: {
    tone: 'good',
    icon: 'check',
    word: 'Delivered',
    hint: 'The endpoint returned a 2xx status code.',
  },
  failed: {
    tone: 'bad',
    icon: 'cross',
    word: 'Failed',
    hint: 'All attempts failed. No more automatic retries.',
  },
  dropped: {
    tone: 'plain',
    icon: 'ring',
    word: 'Dropped',
    hint: 'Not sent because of fault injection or deletion.',
  },
}

/** Whether a delivery is about to be sent, so that its status changes soon. */
export function isMoving({ state, due_at }: Pick<Delivery, 'state' | 'due_at'>, now: number): boolean {
  return state === 'pending' && due_at !== null && due_at < now + MINUTE
}

/** Events by resource, for choosing. */
export const EVENT_GROUPS: { title: string; names: string[] }[] = [
  { title: 'Payments and orders', names: namesOf('payment.', 'order.') },
  { title: 'Refunds', names: namesOf('refund.') },
  { title: 'Wallets, transfers and payouts', names: namesOf('wallet.', 'transfer', 'payout.') },
  { title: 'Customers, documents and bills', names: namesOf('customer.', 'document.', 'bill.') },
]

function namesOf(...prefixes: string[]): string[] {
  return Object.keys(EVENTS).filter((name) => prefixes.some((prefix) => name.startsWith(prefix)))
}

/** The meaning of an event, in a sentence; a second spelling has the same. */
export function saysOf(name: string): string {
  const plain = Object.hasOwn(OTHER_SPELLINGS, name)
    ? OTHER_SPELLINGS[name as keyof typeof OTHER_SPELLINGS]
    : name
  return EVENTS[plain as keyof typeof EVENTS]?.says ?? ''
}

/** "All events", "payment.captured", "7 events". */
export function subscribedWords(events: string[]): string {
  if (events.includes('*')) return 'All events'
  return events.length === 1 ? (events[0] ?? '') : `${events.length} events`
}

/** A duration as engineers read it: 84 ms, 1.2 s. */
export function millisecondsText(milliseconds: number | null): string {
  if (milliseconds === null) return '—'
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`
}

export function shareText(part: number, whole: number): string {
  if (whole === 0) return '—'
  const share = (part / whole) * 100
  // Never rounded up to all of it.
  return `${share === 100 ? '100' : Math.min(99.9, share).toFixed(1)}%`
}

/** Why an attempt was made. */
export const CAUSES: Record<string, string> = {
  schedule: 'Scheduled',
  resend: 'Resent manually',
  replay: 'Replayed',
  chaos: 'Fault injection',
}
