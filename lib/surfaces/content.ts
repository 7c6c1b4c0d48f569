import { Readable } from 'node:stream'
import type { DocumentContent } from '#lib/domain/documents/schema.ts'
import type { PlainRequest } from '#lib/http/plain-request.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { ByteRange, Storage } from '#lib/ports/storage.ts'
import { attachment } from '#lib/values/file-name.ts'

/** A response whose body is not text: the surface adds its own headers. */
export type FileReply = {
  status: number
  headers: Record<string, string>
  body: ReadableStream<Uint8Array> | null
}

/** Whatever the bytes are: no browser runs, frames or sniffs them, and no other site may embed them. */
export const SANDBOXED = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * The bytes of a document as HTTP requires (RFC 9110): whole or one range of them, or 304 when the ETag matches. HEAD
 * is GET without the bytes.
 * @throws range_not_satisfiable, for which `headers` gets the size
 */
export async function replyWithContent(
  storage: Storage,
  request: PlainRequest,
  file: DocumentContent,
  headers: Record<string, string>,
): Promise<FileReply> {
  const etag = `"${file.sha256}"`
  const shared = { ...SANDBOXED, etag, 'cache-control': 'private, no-cache' }
  if (isKnown(request.headers.get('if-none-match'), etag)) return { status: 304, headers: shared, body: null }

  const range = rangeOf(request, etag, file.size)
  if (range === 'unsatisfiable') {
    headers['content-range'] = `bytes */${file.size}`
    throw refused('range_not_satisfiable')
  }
  const length = range ? range.last - range.first + 1 : file.size
  const bytes = request.method === 'HEAD' ? null : await storage.get(file.storage_key, range)
  return {
    status: range ? 206 : 200,
    headers: {
      ...shared,
      'content-type': file.mime_type,
      'content-length': String(length),
      'content-disposition': attachment(file.name),
      'accept-ranges': 'bytes',
      ...(range ? { 'content-range': `bytes ${range.first}-${range.last}/${file.size}` } : {}),
    },
    body: bytes && webStream(bytes),
  }
}

/** Reads ahead no more than a chunk or two; ends with its reader. */
export function webStream(bytes: Readable): ReadableStream<Uint8Array> {
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: 65_536 })
  return Readable.toWeb(bytes, { strategy }) as ReadableStream<Uint8Array>
}

function isKnown(header: string | null, etag: string): boolean {
  if (header === null) return false
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/** One range of GET, or none: several ranges get the whole file, as does a range of an outdated version. */
function rangeOf(request: PlainRequest, etag: string, size: number): ByteRange | undefined | 'unsatisfiable' {
  const condition = request.headers.get('if-range')
  if (request.method !== 'GET' || (condition !== null && condition !== etag)) return undefined
  const [, from = '', to = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(request.headers.get('range') ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') {
    return Number(to) === 0 ? 'unsatisfiable' : { first: Math.max(0, size - Number(to)), last: size - 1 }
  }
  if (to !== '' && Number(to) < Number(from)) return undefined
  if (Number(from) >= size) return 'unsatisfiable'
  return { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}
