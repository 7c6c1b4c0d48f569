import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** SHA-256: enough for API secrets, which carry their own 190 bits of entropy. */
export function sha256(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(text).digest())
}

/**
 * A key for one purpose, derived from a data key or from SECRET_KEY, so that no two purposes share one. Derived once a
 * process.
 * @param root 32 bytes in base64
 */
export function derivedKey(root: string, purpose: string): Uint8Array {
  const name = `${purpose}\n${root}`
  const known = derived.get(name)
  if (known) return known
  const key = new Uint8Array(
    hkdfSync('sha256', Buffer.from(root, 'base64'), '', `counterfoil ${purpose}`, 32),
  )
  derived.set(name, key)
  return key
}
const derived = new Map<string, Uint8Array>()

/**
 * Encrypts a text with AES-256-GCM and a key of 32 bytes: header, nonce, tag, ciphertext.
 * @param header is authenticated, and readable
 */
export function sealWith(
  key: Uint8Array,
  text: string,
  header: Uint8Array = NO_HEADER,
): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(header)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return new Uint8Array(Buffer.concat([header, nonce, cipher.getAuthTag(), body]))
}

/** Undoes `sealWith`; throws when the key is another one or the bytes were changed. */
export function unsealWith(key: Uint8Array, sealed: Uint8Array, headerLength = 0): string {
  const bytes = Buffer.from(sealed)
  const [header, rest] = [bytes.subarray(0, headerLength), bytes.subarray(headerLength)]
  const decipher = createDecipheriv('aes-256-gcm', key, rest.subarray(0, 12)).setAAD(header)
  decipher.setAuthTag(rest.subarray(12, 28))
  return Buffer.concat([decipher.update(rest.subarray(28)), decipher.final()]).toString('utf8')
}
const NO_HEADER = new Uint8Array(0)

/** A digest that only the holder of the key can make, of what is too short for a plain one. */
export function keyedDigest(key: Uint8Array, text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac('sha256', key).update(text).digest())
}

/** The first digits of a digest of SECRET_KEY, which say nothing about the key itself: it is random. */
export function fingerprintOf(secretKey: string): string {
  const hash = createHash('sha256').update('counterfoil key ').update(Buffer.from(secretKey, 'base64'))
  return hash.digest('hex').slice(0, 16)
}
