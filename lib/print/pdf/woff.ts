import { inflateSync } from 'node:zlib'

const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const HEADER = 12
const ENTRY = 16

/**
 * Unpacks a WOFF file (W3C, version 1) into the plain font that it wraps. The library for PDFs reads WOFF too, but
 * unpacks it in JavaScript and again for every document, which took most of its time.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is no WOFF file.')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = WOFF_HEADER + index * WOFF_ENTRY
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ]
    const bytes = woff.subarray(offset, offset + packed)
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.subarray(entry + 16, entry + 20),
      // What would not get smaller is kept as it is.
      bytes: packed === length ? bytes : inflateSync(bytes),
    }
  })
  const head = Buffer.alloc(HEADER + count * ENTRY)
  const power = Math.floor(Math.log2(count))
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(2 ** power * 16, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE((count - 2 ** power) * 16, 10)
  const parts: Buffer[] = [head]
  let offset = head.length
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const entry = HEADER + index * ENTRY
    tag.copy(head, entry)
    checksum.copy(head, entry + 4)
    head.writeUInt32BE(offset, entry + 8)
    head.writeUInt32BE(bytes.length, entry + 12)
    const padding = (4 - (bytes.length % 4)) % 4
    parts.push(bytes, Buffer.alloc(padding))
    offset += bytes.length + padding
  }
  return Buffer.concat(parts)
}
