import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type AppError, errorBody, refused } from '#lib/pipeline/errors.ts'
import { SECURITY_HEADERS } from '#lib/server/security-headers.ts'
import { newId } from '#lib/values/id.ts'

/** How long a client that is still sending may take to read the response before its connection is closed. */
export const LINGER_MS = 3000

type ParserError = Error & { code?: string; rawPacket?: Buffer }

export function parserErrorOf({ code, rawPacket }: ParserError): AppError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return refused(isTargetTooLong(rawPacket) ? 'uri_too_long' : 'headers_too_large')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return refused(
        'body_too_large',
        'The chunk extensions of the body are too long. Send chunks without extensions.',
      )
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refused('request_timeout')
    default:
      return refused('malformed_request')
  }
}

/** The request line has no end in the packet, so it is the URL that is too long. */
function isTargetTooLong(packet: Buffer | undefined): boolean {
  return packet !== undefined && /^[A-Z]+ \S+$/.test(packet.toString('latin1', 0, 16_384).trimEnd())
}

/** The response to a request that no handler gets, as JSON with the headers that every response has. */
export function unreadableReply(error: AppError): {
  status: number
  headers: Record<string, string>
  text: string
} {
  const text = JSON.stringify(errorBody(error))
  const headers: Record<string, string> = {
    ...SECURITY_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    'x-request-id': newId('request', Date.now()),
    ...(error.allow === undefined ? {} : { allow: error.allow.join(', ') }),
  }
  return { status: error.status, headers, text }
}

/** The latest response on each connection. */
const latest = new WeakMap<Duplex, ServerResponse>()

/** Notes which response a connection is busy with. */
export function noteResponse(response: ServerResponse): void {
  latest.set(response.req.socket, response)
}

/** The response that a connection is busy with, if there is one. */
export function responseUnderWay(socket: Duplex): ServerResponse | undefined {
  const response = latest.get(socket)
  return response?.writableFinished ? undefined : response
}

/** Responds on the connection itself, beside the HTTP server, and closes it; without a response where one has begun. */
export function errorOnSocket(socket: Duplex, error: AppError): void {
  if (!socket.writable || responseUnderWay(socket)?.headersSent) return void socket.destroy()
  const { status, headers, text } = unreadableReply(error)
  headers.connection = 'close'
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`)
  // Destroying it now would reset it, and a reset discards the response that the client has not read yet.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
  socket.on('error', () => undefined)
}
