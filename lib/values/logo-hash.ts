import { createHash } from 'node:crypto'

/** The public name of a logo: the SHA-256 of its bytes. */
export function logoHash(png: Uint8Array): string {
  return createHash('sha256').update(png).digest('hex')
}
