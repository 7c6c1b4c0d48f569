import { eventLabel } from '#components/shared/event-labels.ts'
import { amountOf, snapshotOf } from '#components/shared/timeline-text.tsx'
import type { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { actorWords, isOfGateway } from '#lib/values/creator-text.ts'

/** An event, in parts: a title with its amount, and its actor. */
export type EventWords = {
  title: string
  /** Minor units, where the title has a gap for it: "Refund of {amount} started". */
  amount?: number | undefined
  refundId?: string | undefined
  bad?: boolean
  by: string | null
}

/**
 * An entry of a timeline as a sentence. `entries` are all of the timeline: the entries of the same request tell
 * whether a capture was requested or followed from the order's setting.
 */
export function eventWords(entry: TimelineEntry, entries: TimelineEntry[]): EventWords {
  const refund = entry.payload.refund?.entity
  const about = { amount: numberOf(refund?.amount), refundId: textOf(refund?.id), by: actorWords(entry) }
  switch (entry.what) {
    case 'payment.created':
      return {
        ...about,
        title: entry.actor_kind === 'payer' ? 'Attempted at checkout' : 'Attempted',
        by: entry.actor_kind === 'payer' ? null : about.by,
      }
    case 'payment.authorized':
      return {
        ...about,
        title: isLate(entry, entries) ? 'Authorized late' : 'Authorized',
        by: null,
      }
    case 'payment.captured':
      return isAutomatic(entry, entries)
        ? { ...about, title: 'Captured automatically in full', by: null }
        : { ...about, title: 'Captured in full' }
    case 'payment.failed':
      return { ...about, title: 'Failed', bad: true, by: null }
    case 'order.paid':
      return { ...about, title: 'Order paid', by: null }
    case 'refund.created':
      if (isOfGateway(entry)) return { ...about, title: 'Refund of {amount} made at the gateway', by: null }
      return entry.actor_kind === 'system'
        ? { ...about, title: 'Return of {amount} started', by: null }
        : { ...about, title: 'Refund of {amount} started' }
    case 'refund.processed':
      return {
        ...about,
        title: `Refund of {amount} processed${refund?.speed_processed === 'instant' ? ', instant' : ''}`,
        by: null,
      }
    case 'refund.failed':
      return { ...about, title: 'Refund of {amount} failed', bad: true, by: null }
    case 'refund.speed_changed':
      return { ...about, title: 'Refund of {amount} continues at normal speed', by: null }
    case 'update_payment':
      return { ...about, title: 'Notes changed' }
    case 'update_refund':
      return { ...about, title: 'Refund notes changed' }
    default: {
      const { amount, currency } = amountOf(snapshotOf(entry))
      const known = amount !== null && currency !== null
      return { ...about, title: eventLabel(entry.what, known), ...(known ? { amount } : {}) }
    }
  }
}

/** Captured in the request that authorized it, or by the payer's own request: no staff member did it. */
function isAutomatic(entry: TimelineEntry, entries: TimelineEntry[]): boolean {
  if (entry.actor_kind === 'payer' || entry.actor_kind === 'system') return true
  return entries.some((other) => other.what === 'payment.authorized' && other.request_id === entry.request_id)
}

function isLate(entry: TimelineEntry, entries: TimelineEntry[]): boolean {
  return entries.some((other) => other.what === 'payment.failed' && other.created_at <= entry.created_at)
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
