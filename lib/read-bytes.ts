/**
 * The bytes of a body, or null when there are more than `max`. Never holds more than that: the rest is not read.
 * @throws what the sender's connection throws when the body does not arrive whole
 */
export async function readBytes(request: Request, max: number): Promise<Buffer | null> {
  if (Number(request.headers.get('content-length') ?? 0) > max) return null
  const chunks: Uint8Array[] = []
  let size = 0
  if (!request.body) return Buffer.alloc(0)
  // A body can be iterated in Node, which the types of the DOM do not say.
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > max) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}
