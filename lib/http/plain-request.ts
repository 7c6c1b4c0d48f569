import type { IncomingMessage } from 'node:http'

/** What operations look at of a request. Each Request is one. */
export type PlainRequest = { method: string; url: string; headers: { get(name: string): string | null } }

/** A message of Node as a plain request, whose body stays on the connection. Names of headers are in lower case. */
export function plainRequestOf(message: IncomingMessage, method: string, url: string): PlainRequest {
  const get = (name: string) => {
    const value = message.headers[name]
    return value === undefined ? null : String(value)
  }
  return leaveBodyOn(message, { method, url, headers: { get } })
}

/** The message behind a Request without a body of its own, because its creator left the body on the connection. */
const messages = new WeakMap<PlainRequest, IncomingMessage>()

/**
 * Leaves the body of a request on the connection, for `readBytes` to take it from there. A Request with a stream for a
 * body costs as much as the statement that creates an order.
 */
export function leaveBodyOn<R extends PlainRequest>(message: IncomingMessage, request: R): R {
  messages.set(request, message)
  return request
}

/**
 * The bytes of a body, or null when there are more than `max`. Never holds more than that: the rest is not read.
 * @throws what the sender's connection throws when the body does not arrive whole
 */
export async function readBytes(request: PlainRequest, max: number): Promise<Buffer | null> {
  if (Number(request.headers.get('content-length') ?? 0) > max) return null
  const message = messages.get(request)
  if (message) return bytesOf(message, max)
  const chunks: Uint8Array[] = []
  let size = 0
  if (!(request instanceof Request) || !request.body) return Buffer.alloc(0)
  // A body can be iterated in Node, which the types of the DOM do not say.
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > max) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

function bytesOf(message: IncomingMessage, max: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const gone = () => reject(message.errored ?? new Error('The request body arrived incomplete.'))
    if (message.errored || (message.destroyed && !message.readableEnded)) return gone()
    if (message.readableEnded) return resolve(Buffer.alloc(0))
    message
      .on('data', (chunk: Buffer) => {
        size += chunk.byteLength
        if (size > max) {
          chunks.length = 0
          resolve(null)
        } else chunks.push(chunk)
      })
      .once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size)))
      .once('error', gone)
      .once('close', gone)
  })
}
