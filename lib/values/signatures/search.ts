import { createHash, createHmac } from 'node:crypto'

/** How code computes a signature: the first way is correct, the others are common mistakes. */
const DIGESTS = ['hmac-sha256', 'hmac-sha1', 'hmac-sha512', 'sha256', 'sha256-of-both'] as const
type Digest = (typeof DIGESTS)[number]

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

type Encoding = 'hex' | 'hex_upper' | 'base64' | 'base64url'
type Written = { bytes: Buffer; encoding: Encoding; versioned: boolean }

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

/** One way to take a step of signing: the value, and what is wrong with taking it (null for the right way). */
export type Choice<T, Name extends string = string> = { value: T; wrong: Name | null }

/** How key and message come about. A message is null where a part of it is missing. */
export type Form = {
  key: (secret: string) => Uint8Array
  message: (body: string) => string | null
}

type Ways<Name extends string> = {
  bodies: Choice<string>[]
  secrets: Choice<string>[]
  forms: Choice<Form, Name>[]
}

/** How a signature came about: what was signed, with what, and which steps were not the right ones. */
export type Found<Name extends string> = {
  body: string
  secret: string
  form: Name | null
  digest: Digest
  written: Written
}

/** More than two steps beside the correct way are a coincidence of the search, not a mistake of the code. */
const MOST_WRONG = 2

/**
 * Looks for the way in which a signature came about, fewest wrong steps first: the body, the secret, how both become
 * key and message, and the digest.
 * @param signature as it is written, in whatever encoding
 */
export function findWay<Name extends string>(signature: string, ways: Ways<Name>): Found<Name> | null {
  const written = readSignature(signature)
  if (!written) return null
  for (let wrong = 0; wrong <= MOST_WRONG; wrong += 1) {
    const found = among(ways, wrong).find((way) => {
      const message = way.form.value.message(way.body.value)
      if (message === null) return false
      return digestOf(way.digest, way.form.value.key(way.secret.value), message).equals(written.bytes)
    })
    if (found)
      return {
        body: found.body.value,
        secret: found.secret.value,
        form: found.form.wrong,
        digest: found.digest,
        written,
      }
  }
  return null
}

type Way<Name extends string> = {
  body: Choice<string>
  secret: Choice<string>
  form: Choice<Form, Name>
  digest: Digest
}

/** All ways with exactly so many wrong steps. */
function among<Name extends string>({ bodies, secrets, forms }: Ways<Name>, wrong: number): Way<Name>[] {
  const digests = DIGESTS.map((value, at) => ({ value, wrong: at === 0 ? null : value }))
  return forms.flatMap((form) =>
    secrets.flatMap((secret) =>
      bodies.flatMap((body) =>
        digests
          .filter(
            (digest) => [form, secret, body, digest].filter((step) => step.wrong !== null).length === wrong,
          )
          .map((digest) => ({ form, secret, body, digest: digest.value })),
      ),
    ),
  )
}

/** The right value first, then the others, each once. */
export function choices(right: string, others: (string | null)[]): Choice<string>[] {
  const rest = new Set(others.filter((other): other is string => other !== null && other !== right))
  return [{ value: right, wrong: null }, ...[...rest].map((value) => ({ value, wrong: 'other' }))]
}

/** What is wrong with the spelling of a signature that should be lowercase hex; null when nothing is. */
export function wrongForHex({ encoding }: Written): 'base64_for_hex' | 'uppercase_hex' | null {
  if (encoding === 'hex_upper') return 'uppercase_hex'
  return encoding === 'hex' ? null : 'base64_for_hex'
}

/** Likewise of one that should be Base64. */
export function wrongForBase64(encoding: Encoding): 'hex_for_base64' | null {
  return encoding.startsWith('hex') ? 'hex_for_base64' : null
}
