import { OTHER_SPELLINGS } from '#lib/domain/events/schema.ts'
import { type EndpointState, MAX_ENDPOINTS } from '#lib/domain/webhooks/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { addressKind, isWithin } from '#lib/values/network.ts'
import { DAY } from '#lib/values/time.ts'

/** How long a delivery is kept after its last attempt, and an attempt after it was made, in seconds. */
export const DELIVERIES_KEPT = 30 * DAY

/**
 * Since when a replay can tell what an endpoint was never sent: of what is older, nothing is kept that would say that
 * it had arrived.
 */
export function knownSince(from: number, now: number): number {
  return Math.max(from, now - DELIVERIES_KEPT)
}

/** What the operator allows: networks that are not public, and whether test mode may send anywhere. */
type Targets = { allowedNetworks: readonly string[]; testTargets: 'any' | 'public' }

/**
 * Where an account may send to: no address that is plainly not public, and in live mode https only. A name is judged
 * when it is connected to, since what it stands for can change. In test mode the operator can allow any address.
 */
export function reachable(
  url: string,
  mode: 'test' | 'live',
  { allowedNetworks, testTargets }: Targets,
): void {
  if (mode === 'test' && testTargets === 'any') return
  const { protocol, hostname } = new URL(url)
  if (mode === 'live' && protocol !== 'https:')
    throw refused('webhook_address_not_allowed', 'Live events can only be sent to https:// URLs.', {
      field: 'url',
    })
  const kind = addressKind(hostname)
  if (kind === 'public' || kind === 'name' || isWithin(hostname, allowedNetworks)) return
  if (kind === 'local name' && allowedNetworks.length > 0) return
  throw refused('webhook_address_not_allowed', mode === 'test' ? TEST_TARGET_NOT_ALLOWED : undefined, {
    field: 'url',
  })
}

const TEST_TARGET_NOT_ALLOWED =
  'This server sends test events to public URLs only. To receive them on your own machine, run "counterfoil listen".'

/** @throws too_many_webhooks */
export function roomForAnother(count: number): void {
  if (count >= MAX_ENDPOINTS) throw refused('too_many_webhooks')
}

/** What is going on with an endpoint, in one word. */
export function stateOf(endpoint: {
  active: boolean
  disabled_at: unknown
  failing_since: unknown
}): EndpointState {
  if (endpoint.disabled_at !== null) return 'disabled'
  if (!endpoint.active) return 'paused'
  return endpoint.failing_since === null ? 'active' : 'failing'
}

/** The name under which an endpoint is sent an event: the one that it subscribed to. */
export function nameFor(event: string, events: readonly string[]): string {
  if (events.includes(event)) return event
  const other = Object.entries(OTHER_SPELLINGS).find(([, name]) => name === event)?.[0]
  return other !== undefined && events.includes(other) ? other : event
}
