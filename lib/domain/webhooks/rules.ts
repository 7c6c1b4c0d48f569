import { OTHER_SPELLINGS } from '#lib/domain/events/schema.ts'
import { type EndpointState, MAX_ENDPOINTS } from '#lib/domain/webhooks/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { addressKind, isWithin } from '#lib/values/network.ts'
import { DAY, HOUR } from '#lib/values/time.ts'

/** How long an event waits at most for an earlier one of the same object, in seconds: not for a long pause. */
export const MAX_WAIT = 30

/** How long a delivery is kept after its last attempt, and an attempt after it was made, in seconds. */
export const DELIVERY_RETENTION = 30 * DAY

/**
 * The earliest time for which a replay can find what an endpoint was never sent: older deliveries are deleted, so what
 * had arrived is unknown.
 */
export function knownSince(from: number, now: number): number {
  return Math.max(from, now - DELIVERY_RETENTION)
}

/** The operator's settings: networks that are not public, and whether test mode may send anywhere. */
type Targets = { allowedNetworks: readonly string[]; testTargets: 'any' | 'public' }

/**
 * The URLs that an account can send to: none that is plainly not public, and in live mode only https. A host name is
 * checked when connecting, since its address can change. In test mode the operator can allow any URL.
 */
export function assertReachable(
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
export function assertBelowMaximum(count: number): void {
  if (count >= MAX_ENDPOINTS) throw refused('too_many_webhooks')
}

export function endpointStateOf(endpoint: {
  active: boolean
  disabled_at: unknown
  failing_since: unknown
}): EndpointState {
  if (endpoint.disabled_at !== null) return 'disabled'
  if (!endpoint.active) return 'paused'
  return endpoint.failing_since === null ? 'active' : 'failing'
}

/** So long deliveries fail before staff are told, in seconds. */
export const FAILING_FOR = HOUR

/** Whether staff are to be told that an endpoint fails: after an hour without a success, at most once a day. */
export function failureToTell(
  endpoint: { failing_since: number | bigint | null; failing_told_at: number | bigint | null },
  now: number,
): boolean {
  const { failing_since, failing_told_at } = endpoint
  if (failing_since === null || Number(failing_since) > now - FAILING_FOR) return false
  return failing_told_at === null || Number(failing_told_at) <= now - DAY
}

/** The name under which an endpoint receives an event: the one that it subscribed to. */
export function nameFor(event: string, events: readonly string[]): string {
  if (events.includes(event)) return event
  const other = Object.entries(OTHER_SPELLINGS).find(([, name]) => name === event)?.[0]
  return other !== undefined && events.includes(other) ? other : event
}
