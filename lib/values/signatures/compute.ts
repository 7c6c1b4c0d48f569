import { createHash, createHmac } from 'node:crypto'

/** How code computes a signature: the first way is correct, the others are common mistakes. */
export const DIGESTS = ['hmac-sha256', 'hmac-sha1', 'hmac-sha512', 'sha256', 'sha256-of-both'] as const
export type Digest = (typeof DIGESTS)[number]

export function digestOf(digest: Digest, key: Uint8Array, message: string): Buffer {
  switch (digest) {
    case 'hmac-sha256':
      return createHmac('sha256', key).update(message).digest()
    case 'hmac-sha1':
      return createHmac('sha1', key).update(message).digest()
    case 'hmac-sha512':
      return createHmac('sha512', key).update(message).digest()
    case 'sha256':
      return createHash('sha256').update(message).digest()
    case 'sha256-of-both':
      return createHash('sha256').update(key).update(message).digest()
  }
}

/** The key of `X-Signature` and of payments: the secret as it is written, letter for letter. */
export function textKey(secret: string): Buffer {
  return Buffer.from(secret, 'utf8')
}

/** A secret without the mark that only says what it is. */
export function withoutPrefix(secret: string): string {
  return secret.replace(/^whsec_/, '')
}

export type Encoding = 'hex' | 'hex_upper' | 'base64' | 'base64url'
export type Written = { bytes: Buffer; encoding: Encoding; versioned: boolean }

/** A signature as typed or pasted, in bytes; null when it is none in any usual spelling. */
export function readSignature(text: string): Written | null {
  const plain = text.trim().replace(/^["']|["']$/g, '')
  const versioned = /^v\d+a?,/.test(plain)
  const value = plain.replace(/^v\d+a?,/, '')
  // As long as SHA-1, SHA-256 or SHA-512 are: longer or shorter is something else.
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i.test(value))
    return {
      bytes: Buffer.from(value, 'hex'),
      encoding: /[A-F]/.test(value) ? 'hex_upper' : 'hex',
      versioned,
    }
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return null
  const bytes = Buffer.from(value, 'base64')
  if (![20, 32, 64].includes(bytes.length)) return null
  return { bytes, encoding: /[_-]/.test(value) ? 'base64url' : 'base64', versioned }
}
