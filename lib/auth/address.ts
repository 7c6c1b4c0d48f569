import type { IncomingMessage } from 'node:http'
import { isWithin, plainAddress } from '#lib/values/network.ts'

/** What the front writes who calls into. Whatever a caller sends under this name is thrown away. */
export const ADDRESS_HEADER = 'x-counterfoil-address'

/**
 * Notes in a request where it really comes from: the other end of the connection or, when that is a proxy which the
 * operator trusts, the last address in X-Forwarded-For that no trusted proxy has. Each proxy appends whom it saw, so
 * what a caller writes there himself stands before that and is never reached.
 */
export function noteAddress(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  trusted: readonly string[],
): void {
  const peer = peerOf(request.socket)
  const forwarded = trusted.length === 0 ? undefined : request.headers['x-forwarded-for']
  request.headers[ADDRESS_HEADER] =
    forwarded === undefined ? peer : callerOf(peer, String(forwarded).split(','), trusted)
}

/** The other end of a connection, which stays the same for all of its requests. */
function peerOf(socket: IncomingMessage['socket']): string {
  let peer = peers.get(socket)
  if (peer === undefined) {
    peer = plainAddress(socket.remoteAddress ?? '') ?? ''
    peers.set(socket, peer)
  }
  return peer
}
const peers = new WeakMap<IncomingMessage['socket'], string>()

function callerOf(peer: string, forwarded: string[], trusted: readonly string[]): string {
  let caller = peer
  for (const text of forwarded.reverse()) {
    if (!isWithin(caller, trusted)) return caller
    // A proxy that appends something else than an address is believed no further.
    const before = plainAddress(text.trim())
    if (before === null) return caller
    caller = before
  }
  return caller
}
