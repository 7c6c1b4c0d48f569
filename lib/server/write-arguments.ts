import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** What `write` and `end` of a response are given, which Node takes in several forms. */
export type WriteArguments = readonly [chunk?: unknown, encoding?: unknown, done?: unknown]

/** The bytes of a chunk; none where there is no chunk. */
export function bytesOf([chunk, encoding]: WriteArguments): Buffer {
  if (typeof chunk === 'string')
    return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.alloc(0)
}

/** The function that is to be called when the chunk is written. */
export function callbackOf(given: WriteArguments): (() => void) | undefined {
  return given.find((one) => typeof one === 'function') as (() => void) | undefined
}

/** Sets the headers that `writeHead` is given after the status, so that they can be read. */
export function setHeadersOf(response: ServerResponse, [first, second]: readonly [unknown?, unknown?]): void {
  const headers = (typeof first === 'string' ? second : first) as OutgoingHttpHeaders | undefined
  for (const [name, value] of Object.entries(headers ?? {}))
    if (value !== undefined) response.setHeader(name, value)
}
