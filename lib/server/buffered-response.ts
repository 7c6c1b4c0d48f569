import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

/**
 * Holds a response back until it is whole.
 * @param isWaiting decides when the head is written, whose status and headers the response has then; others pass as they are
 * @param send sends what becomes of the body
 */
export function holdBack(
  response: ServerResponse,
  isWaiting: (response: ServerResponse) => boolean,
  send: (body: Buffer) => Promise<void>,
): void {
  const { write, end, writeHead, flushHeaders } = response
  const pieces: Buffer[] = []
  let isBuffered: boolean | undefined
  const pass = () => Object.assign(response, { write, end, writeHead, flushHeaders })
  const decide = () => {
    // Functions that wrap writeHead have not been called yet.
    if (isBuffered === undefined) response.writeHead(response.statusCode)
    return isBuffered
  }
  response.flushHeaders = () => {
    if (!decide()) flushHeaders.call(response)
  }
  response.writeHead = ((status: number, ...rest: [unknown?, unknown?]) => {
    if (isBuffered === false)
      return writeHead.apply(response, [status, ...rest] as Parameters<typeof writeHead>)
    response.statusCode = status
    setHeadersOf(response, rest)
    isBuffered ??= isWaiting(response)
    return isBuffered ? response : writeHead.call(response, status)
  }) as typeof writeHead
  response.write = ((...given: WriteArguments) => {
    if (!decide()) return write.apply(response, given as Parameters<typeof write>)
    pieces.push(bytesOf(given))
    const called = callbackOf(given)
    if (called) queueMicrotask(called)
    return true
  }) as typeof write
  response.end = ((...given: WriteArguments) => {
    if (!decide()) return end.apply(response, given as unknown as Parameters<typeof end>)
    pieces.push(bytesOf(given))
    pass()
    send(Buffer.concat(pieces)).then(callbackOf(given), (error: Error) => response.destroy(error))
    return response
  }) as typeof end
}

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
