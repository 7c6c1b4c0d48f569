import type { Readable } from 'node:stream'
import busboy from 'busboy'
import { isAppError, refused } from '#lib/pipeline/errors.ts'

/** The handlers of the parts. Their errors end the reading. */
export type MultipartParts = {
  field(name: string, value: string): void
  file(name: string, bytes: AsyncIterable<Uint8Array>, fileName: string | undefined): Promise<void>
}

/** How much is read of a body rejected before its end, so that a sender who is nearly done sees the response. */
const DISCARDED = 4_194_304
const DISCARDED_MS = 3000

/**
 * Parses multipart/form-data as a stream: a file is passed on while it arrives, no faster than it is consumed. An
 * error stops it at once; the rest of the body is then not read. The body is never cancelled, since that would close
 * the connection before the response.
 * @param most the maximum bytes of the whole body, with what stands around the parts
 * @throws unsupported_media_type, malformed_body, body_too_large, and the errors of the parts
 */
export async function readMultipart(request: Request, parts: MultipartParts, max: number): Promise<void> {
  const parser = openParser(request)
  const files: Promise<unknown>[] = []
  let fail: (thrown: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  parser.on('field', (name, value, info) => {
    try {
      if (info.nameTruncated || info.valueTruncated) throw refused('malformed_body', `${name} is too long.`)
      parts.field(name, value)
    } catch (thrown) {
      fail(thrown)
    }
  })
  parser.on('file', (name, stream, info) => {
    // It may break off before it is read.
    stream.on('error', () => undefined)
    files.push(parts.file(name, wholeOf(stream), info.filename).catch(fail))
  })
  const tooMany = () => fail(refused('malformed_body', 'Send one file and its purpose, and no other fields.'))
  parser.on('partsLimit', tooMany).on('fieldsLimit', tooMany)
  parser.on('error', (cause) => fail(notWhole(cause)))
  const closed = new Promise((resolve) => parser.once('close', resolve))

  const reader = request.body?.getReader()
  try {
    await Promise.race([failed, feed(reader, parser, max)])
    await Promise.race([failed, closed.then(() => Promise.all(files))])
  } catch (thrown) {
    parser.destroy()
    // The stored parts of the files are removed before the error response.
    await Promise.all(files)
    if (reader) void discard(reader)
    throw thrown
  }
}

function openParser(request: Request): busboy.Busboy {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw refused(
      'unsupported_media_type',
      'Send the document as multipart/form-data with the fields file and purpose.',
    )
  }
  try {
    const parser = busboy({
      headers: { 'content-type': type },
      preservePath: true,
      defParamCharset: 'utf8',
      limits: { fieldNameSize: 100, fieldSize: 1000, fields: 6, parts: 8, headerPairs: 16 },
    })
    return parser
  } catch (cause) {
    throw refused('malformed_body', 'The Content-Type header has no boundary.', { cause })
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

async function feed(reader: Reader | undefined, parser: busboy.Busboy, max: number): Promise<void> {
  for (let size = 0; ; ) {
    const next = await reader?.read().catch((cause: unknown) => {
      throw notWhole(cause)
    })
    if (!next || next.done || parser.destroyed) break
    size += next.value.byteLength
    if (size > max) throw refused('body_too_large')
    if (!parser.write(next.value)) await new Promise((resolve) => parser.once('drain', resolve))
  }
  parser.end()
}

/** A file that breaks off does so because its sender or the form around it did. */
async function* wholeOf(stream: Readable): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk
  } catch (thrown) {
    throw isAppError(thrown) ? thrown : notWhole(thrown)
  }
}

function notWhole(cause: unknown) {
  return refused('malformed_body', 'The body is incomplete or is not multipart/form-data.', { cause })
}

async function discard(reader: Reader): Promise<void> {
  const until = performance.now() + DISCARDED_MS
  for (let size = 0; size < DISCARDED && performance.now() < until; ) {
    const next = await reader.read().catch(() => undefined)
    if (!next || next.done) return
    size += next.value.byteLength
  }
}
