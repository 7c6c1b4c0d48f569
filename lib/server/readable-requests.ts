import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type AppError, refused } from '#lib/pipeline/errors.ts'
import { setSecurityHeaders } from '#lib/server/security-headers.ts'
import {
  errorOnSocket,
  noteResponse,
  parserErrorOf,
  unreadableReply,
} from '#lib/server/unreadable-request.ts'

type Target = { path: string; host?: string }

/** Absolute form: a scheme, a host without user name or password, then the path and the query. */
const ABSOLUTE = /^https?:\/\/([^/?#@\\]+)(\/[^#]*|\?[^#]*)?$/i

/**
 * Reads a request target (RFC 9112, section 3.2). Clients behind a forward proxy send the absolute form,
 * `GET http://host/path HTTP/1.1`, and every server must accept it; its host then replaces the Host header.
 * Several slashes at the beginning count as one: clients join a base address that ends in a slash with a path, and as
 * a redirect such a path would lead to another host.
 * @returns null for a malformed target
 */
export function readTarget(target: string): Target | null {
  if (target.startsWith('/')) return pathOf(target)
  const [, host, rest = '/'] = ABSOLUTE.exec(target) ?? []
  if (host === undefined || !URL.canParse(`http://${host}`)) return null
  const read = pathOf(rest.startsWith('?') ? `/${rest}` : rest)
  return read && { ...read, host }
}

function pathOf(text: string): Target | null {
  const path = text.replace(/^\/+/, '/')
  return path.startsWith('/\\') || path.includes('#') ? null : { path }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Passes on requests whose target and host could be read, and responds to all others: parser errors, a malformed
 * target, a missing Host, a tunnel. The target is then always a path with its query, in whatever form it came, and
 * the response carries the common headers.
 */
export function readableRequests(server: Server, handler: RequestListener): RequestListener {
  const refusedSockets = new WeakSet<Duplex>()
  server.on('clientError', (error, socket) => {
    // The parser reports each packet that still arrives on such a connection.
    if (refusedSockets.has(socket)) return
    refusedSockets.add(socket)
    errorOnSocket(socket, parserErrorOf(error))
  })
  server.on('connect', (_request: IncomingMessage, socket: Socket) =>
    errorOnSocket(socket, refused('method_not_allowed', undefined, { allow: METHODS })),
  )
  // An expectation that is not known is ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))

  return (request, response) => {
    noteResponse(response)
    setSecurityHeaders(response)
    if (request.method === 'OPTIONS' && request.url === '*')
      return void response.writeHead(204, { allow: METHODS.join(', ') }).end()
    const target = readTarget(request.url ?? '')
    if (!target)
      return refuse(
        response,
        refused('malformed_request', 'The request target is malformed. Send a path, such as /v1/orders.'),
      )
    if (target.host !== undefined) request.headers.host = target.host
    else if (request.headers.host === undefined && request.httpVersion !== '1.0')
      return refuse(response, refused('malformed_request', 'The Host header is missing.'))
    request.url = target.path
    handler(request, response)
  }
}

function refuse(response: ServerResponse, error: AppError): void {
  const { status, headers, text } = unreadableReply(error)
  response.writeHead(status, headers).end(text)
}
