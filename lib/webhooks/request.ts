import { eventBody } from '#lib/domain/events/rules.ts'
import type { Runtime } from '#lib/operation.ts'
import { signatureHeaders } from '#lib/values/webhook-signature.ts'
import type { Claimed, Endpoint } from '#lib/webhooks/claim.ts'
import type { Asked } from '#lib/webhooks/exchange.ts'

export type Prepared = Asked & {
  /** Whether two secrets sign, so that a refusal may mean that the receiver knows the other one. */
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
  const secret = vault.open(endpoint.secret_encrypted)
  const previous = previousSecret(vault, endpoint, now)
  const even = delivery.attempts % 2 === 1
  return {
    url: new URL(endpoint.url),
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
        secrets: previous === null ? [secret] : [secret, previous],
        hexSecret: previous !== null && even ? previous : secret,
      }),
    },
  }
}

function previousSecret(
  vault: Pick<Runtime['vault'], 'open'>,
  endpoint: Endpoint,
  now: number,
): string | null {
  const { previous_secret_encrypted: sealed, previous_secret_until: until } = endpoint
  return sealed !== null && until !== null && until > now ? vault.open(sealed) : null
}
