import { createHash } from 'node:crypto'

/** The SHA-256 of texts, in hexadecimal. */
export function fileDigestOf(...texts: string[]): string {
  return createHash('sha256').update(texts.join('\u001F')).digest('hex')
}
