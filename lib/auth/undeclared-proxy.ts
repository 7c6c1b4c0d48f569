import type { IncomingMessage } from 'node:http'
import { ADDRESS_HEADER } from '#lib/auth/address.ts'
import { log } from '#lib/log.ts'
import { addressKind, isWithin } from '#lib/values/network.ts'

let warned = false

/**
 * Warns once of a proxy in the operator's own network that TRUSTED_PROXIES does not name: all its callers would share
 * the limits of one address. The header of a caller from elsewhere says nothing, nor does that of a request that this
 * server makes to itself: after an action that redirects, Next fetches the next page with the headers of the request that
 * it handles, to which it has added X-Forwarded-For. Such a request has the header that notes its address already.
 */
export function noteProxy(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trusted: readonly string[],
): void {
  if (warned || headers['x-forwarded-for'] === undefined || headers[ADDRESS_HEADER] !== undefined) return
  const peer = socket.remoteAddress ?? ''
  if (addressKind(peer) !== 'private' || isWithin(peer, trusted)) return
  warned = true
  log().warn(
    { peer },
    'A proxy sends X-Forwarded-For and is not trusted, so its callers share the limits of one address. Add it to TRUSTED_PROXIES.',
  )
}
