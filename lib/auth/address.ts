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
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  request.headers[ADDRESS_HEADER] = callerOf(request.socket.remoteAddress, forwarded, trusted)
}

function callerOf(peer: string | undefined, forwarded: string[], trusted: readonly string[]): string {
  let caller = plainAddress(peer ?? '') ?? ''
  for (const text of forwarded.reverse()) {
    if (!isWithin(caller, trusted)) return caller
    // A proxy that appends something else than an address is believed no further.
    const before = plainAddress(text.trim())
    if (before === null) return caller
    caller = before
  }
  return caller
}
