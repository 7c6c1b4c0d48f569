import { IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { type BodyErrorFormat, type BodyLimit, bodyLimitOf } from '#lib/http/body-limits.ts'
import { errorBody, refused } from '#lib/pipeline/errors.ts'
import { ACCEPTED_CODINGS, codingOf, decodeBody, type RequestCoding } from '#lib/server/decode-body.ts'
import { LINGER_MS } from '#lib/server/unreadable-request.ts'
import { newId } from '#lib/values/id.ts'

/** How much all bodies without Content-Length may hold together while they arrive, in bytes. */
const ROOM_BYTES = 67_108_864

type Reservation = { network: string; bytes: number; evict: () => void }
type Share = { bytes: number; reservations: Set<Reservation> }

const shares = new Map<string, Share>()
let taken = 0

/**
 * The memory that bodies without Content-Length are read into. When it is full, the oldest body of the network that holds
 * the most is evicted, so no network can fill it for others, from however many connections.
 * @param network whom the body is counted under: an IPv4 address, or a /64 of IPv6
 * @param evict ends the body; called at most once, and not after leave()
 * @returns take(), to be told of every chunk, and leave(), when the body is whole or gone; leaving twice does no harm
 */
function reserveBodyMemory(network: string, evict: () => void) {
  const reservation: Reservation = { network, bytes: 0, evict }
  return { take: (bytes: number) => take(reservation, bytes), leave: () => leave(reservation) }
}

function take(reservation: Reservation, bytes: number): void {
  const share = shares.get(reservation.network) ?? { bytes: 0, reservations: new Set() }
  shares.set(reservation.network, share)
  share.reservations.add(reservation)
  reservation.bytes += bytes
  share.bytes += bytes
  taken += bytes
  while (taken > ROOM_BYTES) {
    const first = firstOfLargest()
    leave(first)
    first.evict()
  }
}

function leave(reservation: Reservation): void {
  const share = shares.get(reservation.network)
  if (!share?.reservations.delete(reservation)) return
  share.bytes -= reservation.bytes
  taken -= reservation.bytes
  if (share.reservations.size === 0) shares.delete(reservation.network)
}

/** The body that was begun first, of the network that holds the most. */
function firstOfLargest(): Reservation {
  let largest: Share | undefined
  for (const share of shares.values()) if (!largest || share.bytes > largest.bytes) largest = share
  const [first] = largest?.reservations ?? []
  // Only places take bytes.
  if (!first) throw new Error('Memory is reserved but no body holds it.')
  return first
}

/** How much of such a body is still read and thrown away, so that a sender who is nearly done sees the response. */
const LINGER_BYTES = 4_194_304
const LOOK_MS = 50

/**
 * A body may be rejected before all of it has arrived. Closing its connection at once would reset it, and a reset
 * discards the response that the sender has not read yet. So our side is closed first, and the rest after a delay.
 */
function linger(request: IncomingMessage): void {
  const { socket } = request
  const { destroySoon } = socket
  socket.destroySoon = () => {
    if (request.complete || socket.destroyed) return destroySoon.call(socket)
    socket.end()
    const until = performance.now() + LINGER_MS
    const read = socket.bytesRead + LINGER_BYTES
    const timer = setInterval(() => {
      if (performance.now() > until || socket.bytesRead > read) socket.destroy()
    }, LOOK_MS)
    socket.once('close', () => clearInterval(timer))
  }
}

/** The network of a caller, which its bodies are counted under. */
type NetworkOfRequest = (request: IncomingMessage) => string

/**
 * Runs before every route, whatever serves it, and limits its body by the table in lib/http/body-limits.ts. An announced
 * length is compared before anything is read, and the parser holds the sender to it. A body without one is counted
 * while it arrives, and passed on once it is whole. So no handler ever begins to read a body that is too large. A
 * compressed body is decoded under the same limit.
 */
export function boundBodies(handler: RequestListener, networkOf: NetworkOfRequest): RequestListener {
  return (request, response) => {
    const limit = bodyLimitOf(request.method, request.url)
    const announced = request.headers['content-length']
    if (announced !== undefined && !(Number(announced) <= limit.max))
      return refuse(request, response, limit, 413)
    const coding = hasBody(request) ? codingOf(request.headers['content-encoding']) : null
    if (coding === 'unsupported' || (coding !== null && limit.streamed))
      return refuse(request, response, limit, 415)
    // The listener of checkContinue leaves it to us (lib/server/http-server.ts).
    if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue()
    if (limit.streamed) {
      linger(request)
      closeUnread(request, response)
      return handler(request, response)
    }
    if (request.headers['transfer-encoding'] === undefined && coding === null)
      return handler(request, response)
    gather(request, limit.max, networkOf(request))
      .then((body) => decoded(body, coding, limit.max))
      .then((body) => {
        if (typeof body === 'number') refuse(request, response, limit, body)
        else handler(wholeOf(request, body), response)
      })
      // A sender who went away in the middle.
      .catch((error: Error) => response.destroy(error))
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

async function decoded(
  body: Buffer | 413 | 503,
  coding: RequestCoding | null,
  max: number,
): Promise<Buffer | Refused> {
  return coding === null || typeof body === 'number' ? body : decodeBody(body, coding, max)
}

/** Closes the connection of a file that was not read, which Node would otherwise read to its end after the response. */
function closeUnread(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  response.once('finish', () => {
    if (!request.complete) socket.destroySoon()
  })
}

/** A body without Content-Length, or the status of its error. */
function gather(request: IncomingMessage, max: number, network: string): Promise<Buffer | 413 | 503> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = (body: Buffer | 413 | 503) => {
      request.off('data', take).off('end', whole).off('error', broken).off('close', broken)
      room.leave()
      chunks.length = 0
      // Further bytes are discarded.
      if (typeof body === 'number') request.on('error', () => undefined).resume()
      resolve(body)
    }
    const room = reserveBodyMemory(network, () => end(503))
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > max) return end(413)
      chunks.push(chunk)
      // May end this body, or another one.
      room.take(chunk.length)
    }
    const whole = () => end(Buffer.concat(chunks, size))
    const broken = (error?: Error) => {
      room.leave()
      reject(error ?? new Error('The request body arrived incomplete.'))
    }
    request.on('data', take).once('end', whole).once('error', broken).once('close', broken)
  })
}

/** The request with its body, as if its length had been announced. */
export function wholeOf(request: IncomingMessage, body: Buffer): IncomingMessage {
  const message = new IncomingMessage(request.socket)
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor, rawHeaders } = request
  const headers = { ...request.headers, 'content-length': String(body.length) }
  delete headers['transfer-encoding']
  delete headers['content-encoding']
  Object.assign(message, { method, url, httpVersion, httpVersionMajor, httpVersionMinor, rawHeaders })
  message.headers = headers
  message.complete = true
  if (body.length > 0) message.push(body)
  message.push(null)
  return message
}

function refuse(request: IncomingMessage, response: ServerResponse, limit: BodyLimit, status: Refused): void {
  linger(request)
  const { body, headers } = FORMATS[limit.error](status, limit)
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  response.writeHead(status, {
    'content-type':
      typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': bytes.length,
    'cache-control': 'no-store',
    // The rest of the body is not read, so nothing else can follow on this connection.
    connection: 'close',
    ...(status === 503 ? { 'retry-after': '1' } : {}),
    ...(status === 415 ? { 'accept-encoding': limit.streamed ? 'identity' : ACCEPTED_CODINGS } : {}),
    ...headers,
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

/** Damaged, too large, in an unknown coding, or too many at once. */
type Refused = 400 | 413 | 415 | 503
type ErrorResponse = { body: string | object; headers?: Record<string, string> }

/** Pages in a browser read these. */
const CORS = { 'access-control-allow-origin': '*' }

const FORMATS: Record<BodyErrorFormat, (status: Refused, limit: BodyLimit) => ErrorResponse> = {
  api: (status, limit) => ({ body: errorBody(errorOf(status, limit)), headers: requestId() }),
  document: (status, limit) => ({ body: errorBody(documentErrorOf(status, limit)), headers: requestId() }),
  oauth(status, limit) {
    const error = status === 503 ? 'temporarily_unavailable' : 'invalid_request'
    return { body: { error, error_description: sentenceOf(status, limit) }, headers: CORS }
  },
  tools(status, limit) {
    const error = { code: status === 503 ? -32_603 : -32_600, message: sentenceOf(status, limit) }
    return { body: { jsonrpc: '2.0', id: null, error }, headers: CORS }
  },
  form(status, limit) {
    const { reason, message } = documentErrorOf(status, limit)
    return { body: { ok: false, error: { reason, description: message, request_id: '' } } }
  },
  text: (status, limit) => ({ body: `${sentenceOf(status, limit)}\n` }),
}

function requestId() {
  return { 'x-request-id': newId('request', Date.now()) }
}

function documentErrorOf(status: Refused, limit: BodyLimit) {
  return status === 413 ? refused('document_too_large', undefined, { field: 'file' }) : errorOf(status, limit)
}

const REASONS = {
  400: 'malformed_body',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  503: 'service_unavailable',
} as const

function errorOf(status: Refused, limit: BodyLimit) {
  return refused(REASONS[status], sentenceOf(status, limit))
}

function sentenceOf(status: Refused, { max, streamed }: BodyLimit): string {
  if (status === 400)
    return 'The body could not be decompressed. Check that Content-Encoding matches its compression.'
  if (status === 413) return `The request body is too large. Send at most ${max.toLocaleString('en')} bytes.`
  if (status === 415)
    return streamed
      ? 'Send a document without Content-Encoding.'
      : 'This Content-Encoding is not supported. Send the body uncompressed, or with gzip, deflate or br.'
  return 'The server has too many requests of unknown length. Send a Content-Length header, or retry in a second.'
}
