import { eventBody } from '#lib/domain/events/rules.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { type SigningKeys, signatureHeaders, signingKeys } from '#lib/values/webhook-signature.js'
import type { Claimed, Endpoint } from '#lib/webhooks/claim.ts'
import type { DeliveryRequest } from '#lib/webhooks/send.ts'

export type Prepared = DeliveryRequest & {
  /** Whether two secrets sign, so that a rejection may mean that the receiver has the other one. */
  overlapping: boolean
}

/**
 * The request that brings a delivery. While two secrets sign, the hexadecimal fields, which have room for one
 * signature, are made with the new one at odd attempts and with the one before at even ones.
 */
export function requestOf(
  vault: Pick<Runtime['vault'], 'open'>,
  delivery: Claimed,
  endpoint: Endpoint,
  now: number,
): Prepared {
  const body = eventBody(delivery, delivery.name)
  const { url, current, previous } = openedOf(vault, endpoint, now)
  const even = delivery.attempts % 2 === 1
  return {
    url,
    body,
    timeoutMs: endpoint.timeout_ms,
    overlapping: previous !== null,
    headers: {
      ...endpoint.headers,
      'content-type': 'application/json',
      'user-agent': 'Counterfoil-Webhooks/1',
      ...signatureHeaders({
        id: delivery.event_id,
        at: now,
        body,
        secrets: previous === null ? [current] : [current, previous],
        hexSecret: previous !== null && even ? previous : current,
      }),
    },
  }
}

type Opened = { url: URL; current: SigningKeys; previous: SigningKeys | null }

/**
 * The address and the keys of an endpoint. Its row is read with every claim, and they are made of it once for all that was
 * claimed with it, not for each delivery: to open a secret costs as much as to send.
 */
function openedOf(vault: Pick<Runtime['vault'], 'open'>, endpoint: Endpoint, now: number): Opened {
  const known = opened.get(endpoint)
  if (known) return known
  const { secret_encrypted, previous_secret_encrypted, previous_secret_until: until } = endpoint
  // An expired secret is not decrypted: its key may be gone.
  const before = (until ?? 0) > now ? previous_secret_encrypted : null
  const made = {
    url: new URL(endpoint.url),
    current: signingKeys(vault.open(secret_encrypted)),
    previous: before === null ? null : signingKeys(vault.open(before)),
  }
  opened.set(endpoint, made)
  return made
}
const opened = new WeakMap<Endpoint, Opened>()
