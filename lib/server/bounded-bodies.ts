import { IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { type BodyErrorFormat, type BodyLimit, bodyLimitOf } from '#lib/body-limits.ts'
import { errorBody, refused } from '#lib/errors.ts'
import { linger } from '#lib/server/linger.ts'
import { newId } from '#lib/values/id.ts'

/** How much all bodies of unannounced length may hold together while they arrive. */
const GATHERED_BYTES = 67_108_864
let gathered = 0

/**
 * Stands in front of every route, whatever serves it, and bounds what it is sent by the table in lib/body-limits.ts. A
 * length that is announced is compared before anything is read, and the parser holds the sender to it. A body without one
 * is counted while it arrives, and handed on once it is whole. So no handler ever begins to read a body that is too large.
 */
export function boundBodies(handler: RequestListener): RequestListener {
  return (request, response) => {
    const limit = bodyLimitOf(request.method, request.url)
    const announced = request.headers['content-length']
    if (announced !== undefined && !(Number(announced) <= limit.max))
      return refuse(request, response, limit, 413)
    // Left to us by whoever listens to checkContinue (scripts/serve.ts).
    if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue()
    if (limit.streamed) {
      linger(request)
      closeUnread(request, response)
      return handler(request, response)
    }
    if (request.headers['transfer-encoding'] === undefined) return handler(request, response)
    gather(request, limit.max)
      .then((body) => {
        if (typeof body === 'number') refuse(request, response, limit, body)
        else handler(wholeOf(request, body), response)
      })
      // A sender who went away in the middle.
      .catch((error: Error) => response.destroy(error))
  }
}

/** A file that nobody wanted to read must not be read to its end after the response, as Node would do. */
function closeUnread(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  response.once('finish', () => {
    if (!request.complete) socket.destroySoon()
  })
}

/** A body of unannounced length, or the status that it is refused with. */
function gather(request: IncomingMessage, max: number): Promise<Buffer | 413 | 503> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let held = 0
    const end = (body: Buffer | 413 | 503) => {
      request.off('data', take).off('end', whole).off('error', broken).off('close', broken)
      gathered -= held
      held = 0
      // What still comes is thrown away.
      if (typeof body === 'number') request.on('error', () => undefined).resume()
      resolve(body)
    }
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > max) return end(413)
      if (gathered + chunk.length > GATHERED_BYTES) return end(503)
      gathered += chunk.length
      held += chunk.length
      chunks.push(chunk)
    }
    const whole = () => end(Buffer.concat(chunks, size))
    const broken = (error?: Error) => {
      gathered -= held
      held = 0
      reject(error ?? new Error('The body did not arrive whole.'))
    }
    request.on('data', take).once('end', whole).once('error', broken).once('close', broken)
  })
}

/** The request with its body, as if its length had been announced. */
function wholeOf(request: IncomingMessage, body: Buffer): IncomingMessage {
  const message = new IncomingMessage(request.socket)
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor, rawHeaders } = request
  const headers = { ...request.headers, 'content-length': String(body.length) }
  delete headers['transfer-encoding']
  Object.assign(message, { method, url, httpVersion, httpVersionMajor, httpVersionMinor, rawHeaders })
  message.headers = headers
  message.complete = true
  if (body.length > 0) message.push(body)
  message.push(null)
  return message
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  limit: BodyLimit,
  status: 413 | 503,
): void {
  linger(request)
  const { body, headers } = FORMATS[limit.error](status, limit.max)
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  response.writeHead(status, {
    'content-type':
      typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': bytes.length,
    'cache-control': 'no-store',
    // The rest of the body is not read, so nothing else can follow on this connection.
    connection: 'close',
    ...(status === 503 ? { 'retry-after': '1' } : {}),
    ...headers,
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

type Refusal = { body: string | object; headers?: Record<string, string> }

/** Pages in a browser read these. */
const CORS = { 'access-control-allow-origin': '*' }

const FORMATS: Record<BodyErrorFormat, (status: 413 | 503, max: number) => Refusal> = {
  api: (status, max) => ({ body: errorBody(errorOf(status, max)), headers: requestId() }),
  document: (status, max) => ({
    body: errorBody(status === 413 ? tooLargeDocument() : errorOf(status, max)),
    headers: requestId(),
  }),
  oauth(status, max) {
    const error = status === 413 ? 'invalid_request' : 'temporarily_unavailable'
    return { body: { error, error_description: sentenceOf(status, max) }, headers: CORS }
  },
  tools(status, max) {
    const error = { code: status === 413 ? -32_600 : -32_603, message: sentenceOf(status, max) }
    return { body: { jsonrpc: '2.0', id: null, error }, headers: CORS }
  },
  form(status, max) {
    const { reason, message } = status === 413 ? tooLargeDocument() : errorOf(status, max)
    return { body: { ok: false, error: { reason, description: message, request_id: '' } } }
  },
  text: (status, max) => ({ body: `${sentenceOf(status, max)}\n` }),
}

function requestId() {
  return { 'x-request-id': newId('request', Date.now()) }
}

function tooLargeDocument() {
  return refused('document_too_large', undefined, { field: 'file' })
}

function errorOf(status: 413 | 503, max: number) {
  return refused(status === 413 ? 'body_too_large' : 'service_unavailable', sentenceOf(status, max))
}

function sentenceOf(status: 413 | 503, max: number): string {
  return status === 413
    ? `The request body is too large. Send at most ${max.toLocaleString('en')} bytes.`
    : 'Too many requests of unknown length arrive at once. Send a Content-Length, or try again in a second.'
}
