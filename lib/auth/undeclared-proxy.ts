import type { IncomingMessage } from 'node:http'
import { log } from '#lib/log.ts'
import { addressKind, isWithin } from '#lib/values/network.ts'

let warned = false

/**
 * Warns once of a proxy in the operator's own network that TRUSTED_PROXIES does not name: all its callers would share
 * the limits of one address. The header of a caller from elsewhere says nothing.
 */
export function noteProxy(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trusted: readonly string[],
): void {
  if (warned || headers['x-forwarded-for'] === undefined) return
  const peer = socket.remoteAddress ?? ''
  if (addressKind(peer) !== 'private' || isWithin(peer, trusted)) return
  warned = true
  log().warn(
    { peer },
    'A proxy sends X-Forwarded-For and is not trusted, so its callers share the limits of one address. Add it to TRUSTED_PROXIES.',
  )
}
