import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib'

/** How a body was compressed, as Content-Encoding names it. */
export type RequestCoding = 'gzip' | 'deflate' | 'br'

const CODINGS: Record<RequestCoding, (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>> = {
  gzip: promisify(gunzip) as (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>,
  // Some clients leave out the zlib header that the encoding requires (RFC 9110, section 8.4.1.2).
  deflate: promisify(
    (bytes: Buffer, options: ZlibOptions, done: (error: Error | null, result: Buffer) => void) =>
      (hasZlibHeader(bytes) ? inflate : inflateRaw)(bytes, options, done),
  ),
  br: promisify(brotliDecompress) as (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>,
}

/** The codings that a body may be compressed with, as Accept-Encoding lists them. */
export const ACCEPTED_CODINGS = Object.keys(CODINGS).join(', ')

/** @returns null for a body that is not compressed, `unsupported` also for one that was compressed twice */
export function codingOf(header: string | undefined): RequestCoding | 'unsupported' | null {
  const name = (header ?? '').trim().toLowerCase()
  if (name === '' || name === 'identity') return null
  if (name === 'x-gzip') return 'gzip'
  return Object.hasOwn(CODINGS, name) ? (name as RequestCoding) : 'unsupported'
}

/**
 * The decompressed body, or the status of its error: 413 as soon as more than `max` bytes come out, 400 for a damaged
 * or incomplete one. It is decoded outside of the event loop.
 */
export async function decodeBody(
  bytes: Buffer,
  coding: RequestCoding,
  max: number,
): Promise<Buffer | 400 | 413> {
  try {
    return await CODINGS[coding](bytes, { maxOutputLength: Math.max(1, max) })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 413 : 400
  }
}

function hasZlibHeader(bytes: Buffer): boolean {
  return bytes.length > 1 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0
}
