import { fileTypeFromBuffer } from 'file-type'

export type DetectedType = 'application/pdf' | 'image/png' | 'image/jpeg'

/** How many bytes decide what a file is. */
export const DECIDING = 4100

/** The first bytes of what is taken, and the names that they go by. */
const TAKEN: { type: DetectedType; begins: string; names: string[] }[] = [
  // Drawing software writes PDF that also holds data in its own format.
  { type: 'application/pdf', begins: '%PDF-', names: ['application/pdf', 'application/postscript'] },
  { type: 'image/png', begins: '\x89PNG\r\n\x1a\n', names: ['image/png', 'image/apng'] },
  { type: 'image/jpeg', begins: '\xff\xd8\xff', names: ['image/jpeg'] },
]

/** A page hidden in the head of a document. Where scripts would look for it, no honest PDF or picture has one. */
const MARKUP = /<(?:!doctype\s+html|html|head|body|script|iframe|svg|object|embed)[\s>/]/i

/**
 * What a file is, by its first bytes alone: they must be those of one type from the very first on, and of no page
 * besides. Null when it is nothing that is taken.
 */
export async function typeOf(head: Uint8Array): Promise<DetectedType | null> {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, DECIDING))
  const taken = TAKEN.find(({ begins }) =>
    bytes.subarray(0, begins.length).equals(Buffer.from(begins, 'latin1')),
  )
  if (!taken) return null
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (!found || !taken.names.includes(found.mime)) return null
  return MARKUP.test(bytes.subarray(0, 1024).toString('latin1')) ? null : taken.type
}
