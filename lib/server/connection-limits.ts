import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOfAddress } from '#lib/auth/address.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { log } from '#lib/process/log.ts'
import { errorOnSocket, responseUnderWay } from '#lib/server/unreadable-request.ts'
import { isWithin } from '#lib/values/network.ts'

/** Times in milliseconds. */
export type ConnectionLimits = {
  /** How long the headers of a request may take, from the connection or the first byte on. */
  headers: number
  /** How long a connection may transfer no byte in the middle of a request or a response. */
  idle: number
  /** How long a kept connection waits for the next request. */
  keepAlive: number
  /** A body may take this long, and a second more for each `bodyRate` bytes that have arrived. */
  bodyGrace: number
  bodyRate: number
  /** How long a request may take to arrive in all: 50 MB at the minimum rate. */
  request: number
  /** How often all this is looked at. */
  check: number
  /** Connections that one network may hold: an IPv4 address, or a /64 of IPv6. */
  perNetwork: number
  /** Networks without that maximum, such as proxies, whose callers come from everywhere. */
  unlimited: readonly string[]
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headers: 15_000,
  idle: 60_000,
  keepAlive: 65_000,
  bodyGrace: 30_000,
  bodyRate: 8192,
  request: 7_200_000,
  check: 1000,
  perNetwork: 1024,
  unlimited: ['127.0.0.0/8', '::1'],
}

/** A request whose body is still arriving. `waited` counts only while the server was ready to read. */
type Arriving = {
  request: IncomingMessage
  response: ServerResponse
  before: number
  last: number
  silent: number
  waited: number
}

/**
 * Closes connections that hold the server up: a body that stops or trickles, a response that the client does not
 * read, too many connections from one network. A client that waits for the server is left alone.
 * @returns the handler, with its requests watched
 */
export function limitConnections(
  server: Server,
  handler: RequestListener,
  limits: ConnectionLimits,
): RequestListener {
  limitPerNetwork(server, limits)
  const arriving = new Map<Socket, Arriving>()
  const timer = setInterval(() => {
    for (const [socket, one] of arriving) {
      if (one.request.complete || socket.destroyed) arriving.delete(socket)
      else if (isTooSlow(socket, one, limits)) {
        arriving.delete(socket)
        // The response was sent before its body was whole, so no other can follow.
        if (one.response.writableEnded) socket.destroy()
        else errorOnSocket(socket, refused('request_timeout'))
      }
    }
  }, limits.check)
  timer.unref()
  server.once('close', () => clearInterval(timer))

  server.setTimeout(limits.idle, (socket) => {
    // The handler takes its time; whether a body stops is judged above.
    const isWorking = responseUnderWay(socket) !== undefined && socket.writableLength === 0
    if (isWorking) socket.setTimeout(limits.idle)
    else socket.destroy()
  })

  return (request, response) => {
    const { socket } = request
    if (hasBody(request)) {
      const before = socket.bytesRead
      arriving.set(socket, { request, response, before, last: before, silent: 0, waited: 0 })
    }
    handler(request, response)
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

function isTooSlow(socket: Socket, one: Arriving, limits: ConnectionLimits): boolean {
  const { request } = one
  const read = socket.bytesRead
  one.silent = read > one.last ? 0 : one.silent + limits.check
  one.last = read
  // Bytes have arrived and wait to be read: the handler is the slow one.
  if (request.readableLength >= request.readableHighWaterMark) {
    one.silent = 0
    return false
  }
  one.waited += limits.check
  const allowed = limits.bodyGrace + ((read - one.before) / limits.bodyRate) * 1000
  return one.silent >= limits.idle || one.waited > allowed
}

function limitPerNetwork(server: Server, { perNetwork, unlimited }: ConnectionLimits): void {
  const connections = new Map<string, number>()
  let warned = 0
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isWithin(address, unlimited)) return
    const network = networkOfAddress(address)
    const count = (connections.get(network) ?? 0) + 1
    if (count > perNetwork) {
      if (Date.now() - warned > 60_000) {
        warned = Date.now()
        log().warn({ network, perNetwork }, 'Too many connections from one network.')
      }
      return void socket.destroy()
    }
    connections.set(network, count)
    socket.once('close', () => {
      const left = (connections.get(network) ?? 1) - 1
      if (left === 0) connections.delete(network)
      else connections.set(network, left)
    })
  })
}
