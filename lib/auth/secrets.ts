import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** SHA-256: enough for API secrets, which carry their own 190 bits of entropy. */
export function sha256(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(text).digest())
}

/** A key for one purpose, derived from the master key, so that no two purposes share one. Derived once a process. */
export function derivedKey(masterKey: string, purpose: string): Uint8Array {
  const name = `${purpose}\n${masterKey}`
  const known = derived.get(name)
  if (known) return known
  const key = new Uint8Array(
    hkdfSync('sha256', Buffer.from(masterKey, 'base64'), '', `counterfoil ${purpose}`, 32),
  )
  derived.set(name, key)
  return key
}
const derived = new Map<string, Uint8Array>()

/** Encrypts a short text with AES-256-GCM: nonce, tag, ciphertext. */
export function seal(masterKey: string, text: string): Uint8Array<ArrayBuffer> {
  return sealWith(derivedKey(masterKey, 'api secrets'), text)
}

/** The same with a key of 32 bytes. */
export function sealWith(key: Uint8Array, text: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), body]))
}

/** Undoes `seal`; throws when the master key is another one or the bytes were changed. */
export function unseal(masterKey: string, sealed: Uint8Array): string {
  return unsealWith(derivedKey(masterKey, 'api secrets'), sealed)
}

/** Undoes `sealWith`; throws when the key is another one or the bytes were changed. */
export function unsealWith(key: Uint8Array, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/** A digest that only the holder of the master key can make, of what is too short for a plain one. */
export function keyedDigest(masterKey: string, text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac('sha256', derivedKey(masterKey, 'digests')).update(text).digest())
}
