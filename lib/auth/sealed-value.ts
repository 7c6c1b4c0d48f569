/** The form of a sealed value, which names its data key (key-ring.ts). */

/**
 * A sealed value begins with these bytes and the number of its data key in two more. Without them it is of data key 0, the
 * first SECRET_KEY itself, as it was before there was a ring.
 */
const MARK = Buffer.from([0xcf, 0x6b, 0x65, 0x79])
export const HEADER_LENGTH = MARK.length + 2
export const MAX_DATA_KEY = 0xffff

/** The number of the data key that a value names. */
export function dataKeyOf(sealed: Uint8Array): number {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const isMarked = bytes.length > HEADER_LENGTH && bytes.subarray(0, MARK.length).equals(MARK)
  return isMarked ? bytes.readUInt16BE(MARK.length) : 0
}

/** What a value of a data key begins with. */
export function headerOf(id: number): Uint8Array {
  if (id === 0) return new Uint8Array(0)
  const header = Buffer.alloc(HEADER_LENGTH)
  MARK.copy(header)
  header.writeUInt16BE(id, MARK.length)
  return header
}
