import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

/**
 * Holds a response back until it is whole.
 * @param isHeld decides when the head is written, whose status and headers the response has then; others pass as they are
 * @param send sends what becomes of the body
 */
export function holdBack(
  response: ServerResponse,
  isHeld: (response: ServerResponse) => boolean,
  send: (body: Buffer) => Promise<void>,
): void {
  const { write, end, writeHead, flushHeaders } = response
  const pieces: Buffer[] = []
  let held: boolean | undefined
  const pass = () => Object.assign(response, { write, end, writeHead, flushHeaders })
  const decide = () => {
    // Functions that wrap writeHead have not been called yet.
    if (held === undefined) response.writeHead(response.statusCode)
    return held
  }
  const take = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === 'string')
      pieces.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'))
    else if (chunk instanceof Uint8Array) pieces.push(Buffer.from(chunk))
  }
  response.flushHeaders = () => {
    if (!decide()) flushHeaders.call(response)
  }
  response.writeHead = ((status: number, ...rest: [unknown?, unknown?]) => {
    if (held === false) return writeHead.apply(response, [status, ...rest] as Parameters<typeof writeHead>)
    response.statusCode = status
    const headers = (typeof rest[0] === 'string' ? rest[1] : rest[0]) as OutgoingHttpHeaders | undefined
    for (const [name, value] of Object.entries(headers ?? {}))
      if (value !== undefined) response.setHeader(name, value)
    held ??= isHeld(response)
    return held ? response : writeHead.call(response, status)
  }) as typeof writeHead
  response.write = ((chunk: unknown, encoding?: unknown, done?: unknown) => {
    if (!decide()) return write.apply(response, [chunk, encoding, done] as Parameters<typeof write>)
    take(chunk, encoding)
    const called = [encoding, done].find((one) => typeof one === 'function') as (() => void) | undefined
    if (called) queueMicrotask(called)
    return true
  }) as typeof write
  response.end = ((chunk?: unknown, encoding?: unknown, done?: unknown) => {
    if (!decide()) return end.apply(response, [chunk, encoding, done] as unknown as Parameters<typeof end>)
    take(chunk, encoding)
    pass()
    const called = [chunk, encoding, done].find((one) => typeof one === 'function') as
      | (() => void)
      | undefined
    send(Buffer.concat(pieces)).then(called, (error: Error) => response.destroy(error))
    return response
  }) as typeof end
}
