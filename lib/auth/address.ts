import type { IncomingMessage } from 'node:http'
import { log } from '#lib/process/log.ts'
import { addressKind, isWithin, networkText, parseNetwork, plainAddress } from '#lib/values/network.ts'

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

/** What callers without a readable IP address are counted under, all together. */
const UNKNOWN = 'unknown'

/**
 * The network that an IP address is counted under: an IPv4 address by itself, an IPv6 address by its /64, since one
 * connection is usually given a whole /64.
 */
export function networkOfAddress(address: string | null | undefined): string {
  if (!address) return UNKNOWN
  const known = networks.get(address)
  if (known !== undefined) return known
  if (networks.size >= MAX_REMEMBERED) networks.clear()
  const network = read(address)
  networks.set(address, network)
  return network
}

/** The hot path asks for the same few addresses again and again. */
const networks = new Map<string, string>()
const MAX_REMEMBERED = 10_000

function read(address: string): string {
  const plain = plainAddress(address)
  if (plain === null) return UNKNOWN
  if (!plain.includes(':')) return plain
  const network = parseNetwork(`${plain}/64`)
  return network ? networkText(network) : UNKNOWN
}

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

export type From = { ip: string | null; userAgent: string | null; cookies?: string | null }

/** Where a request comes from, as the server in front noted it (address.ts). */
export function fromOf(headers: { get(name: string): string | null }): From {
  return {
    ip: headers.get(ADDRESS_HEADER),
    userAgent: headers.get('user-agent'),
    cookies: headers.get('cookie'),
  }
}
