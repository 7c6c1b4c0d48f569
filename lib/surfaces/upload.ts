import type { Readable } from 'node:stream'
import busboy from 'busboy'
import { z } from 'zod'
import { UPLOAD_BYTES } from '#lib/http/body-limits.ts'
import { isAppError, isStoredError, refused } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { parseInput } from '#lib/pipeline/input.ts'
import {
  type Actor,
  assertPermitted,
  type Operation,
  type Result,
  type Runtime,
} from '#lib/pipeline/operation.ts'
import { documentKey } from '#lib/ports/storage.ts'
import { type Received, receive } from '#lib/storage/receive.ts'
import { fileName } from '#lib/values/file-name.ts'
import { newId } from '#lib/values/id.ts'

/** The handlers of the parts. Their errors end the reading. */
type MultipartParts = {
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
async function readMultipart(request: Request, parts: MultipartParts, max: number): Promise<void> {
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

type Requested = {
  request: Request
  requestId: string
  ip?: string | null | undefined
  idempotencyKey?: string | undefined
  /** Fields that are not of the operation, but of the form around it; they are filled in here as they arrive. */
  besides?: Record<string, string | undefined>
  /** The key of a form that has it in one of those fields. */
  keyIn?: () => string | undefined
}

/**
 * Runs an operation that takes a file, from a request whose body is multipart/form-data. The file is stored while it
 * arrives and the operation gets its metadata; if it fails, nothing stays in the storage. The permission is checked
 * before the body.
 * @param tell gets the request, without the bytes, as soon as it is known: for the log
 */
export async function executeUpload<I extends z.ZodType, O extends z.ZodType>(
  system: Runtime,
  operation: Operation<I, O>,
  actor: Actor,
  request: Requested,
  tell: (request: string) => void = () => undefined,
): Promise<Result<z.output<O>>> {
  assertPermitted(operation, actor)
  const id = newId('document', system.clock())
  const key = documentKey(actor.account.id, id)
  const form = createForm(operation.input, request.besides ?? {})
  let file: (Received & { name: string }) | undefined
  try {
    const parts: MultipartParts = {
      field: form.take,
      async file(name, bytes, sent) {
        form.takeFile(name)
        const received = await receive(system, key, bytes)
        file = { name: fileName(sent, `document${EXTENSIONS[received.mime_type]}`), ...received }
      },
    }
    await readMultipart(request.request, parts, UPLOAD_BYTES)
    if (!file) throw form.missingFile()
    const sameness = { ...form.fields(), file }
    tell(JSON.stringify(sameness))
    const raw = { ...sameness, file: { id, ...file } }
    const { requestId, ip, idempotencyKey = request.keyIn?.() } = request
    const meta = { requestId, ip, idempotencyKey, sameness }
    const result = await execute(system, operation, actor, raw, meta)
    // The first request has kept its file already.
    if (result.replayed) await system.storage.delete(key)
    return result
  } catch (thrown) {
    // After a fault it is unknown whether the transaction was committed: the cleanup removes files without a row.
    if (isRejected(thrown)) await system.storage.delete(key)
    throw thrown
  }
}

const EXTENSIONS = { 'application/pdf': '.pdf', 'image/png': '.png', 'image/jpeg': '.jpg' }

/** The parts of the form, validated as they come: an invalid one is rejected before the file is read. */
function createForm(input: z.ZodType, besides: Record<string, string | undefined>) {
  const shape = input instanceof z.ZodObject ? (input.shape as Record<string, z.ZodType>) : {}
  const texts = new Map<string, string>()
  let files = 0
  let namesFile = false
  return {
    take(name: string, value: string): void {
      if (texts.has(name) || (name === 'file' && namesFile)) {
        throw refused('input_validation_failed', `${name} is sent twice. Send it once.`, { field: name })
      }
      // A client library sends the path of the file beside it, under the same name.
      if (name === 'file') {
        namesFile = true
        return
      }
      if (Object.hasOwn(besides, name)) {
        besides[name] = value
        return
      }
      const known = Object.hasOwn(shape, name) ? { [name]: shape[name] as z.ZodType } : {}
      parseInput(z.strictObject(known), { [name]: value })
      texts.set(name, value)
    },
    takeFile(name: string): void {
      if (name !== 'file') parseInput(z.strictObject({}), { [name]: '' })
      files += 1
      if (files > 1) {
        throw refused('input_validation_failed', 'Send one file per request.', { field: 'file' })
      }
    },
    fields: () => Object.fromEntries(texts),
    /** Why there is no file: one was sent as text, or none at all. */
    missingFile: () =>
      refused('input_validation_failed', namesFile ? 'file must be a file, not text.' : 'file is required.', {
        field: 'file',
      }),
  }
}

function isRejected(thrown: unknown): boolean {
  if (isStoredError(thrown)) return true
  return isAppError(thrown) && thrown.status < 500
}
