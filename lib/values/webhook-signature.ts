import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { signingBytes } from './webhook-secret.ts'

/** The two keys that a secret stands for, made once for many events: to make one costs more than to sign with it. */
export type SigningKeys = { hex: KeyObject; standard: KeyObject }

export function signingKeys(secret: string): SigningKeys {
  return { hex: createSecretKey(secret, 'utf8'), standard: createSecretKey(signingBytes(secret)) }
}

/** What is signed: an event on its way, and the secrets that its receiver may know. */
type ToSign = {
  /** The id of the event; the same at every attempt, so that a receiver knows a repeat. */
  id: string
  /** The present, in Unix seconds. */
  at: number
  /** The body to the byte. */
  body: string
  /** The present secret first, then the one before it while both sign. */
  secrets: readonly [Secret, ...Secret[]]
  /** The secret of the hexadecimal fields, which have room for one signature only. */
  hexSecret?: Secret
}
/** As text, or as the keys that were made of it before. */
type Secret = string | SigningKeys

/**
 * The headers that prove the sender of an event: lowercase hexadecimal HMAC-SHA256 of the body, and the trio of
 * Standard Webhooks, which carries one signature for each secret.
 */
export function signatureHeaders({ id, at, body, secrets, hexSecret = secrets[0] }: ToSign) {
  const hex = createHmac('sha256', keysOf(hexSecret).hex).update(body).digest('hex')
  return {
    'x-signature': hex,
    'x-razorpay-signature': hex,
    'x-event-id': id,
    'x-razorpay-event-id': id,
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': secrets.map((secret) => standardSignature(secret, id, at, body)).join(' '),
  }
}

/** One signature of Standard Webhooks: `v1,` and base64 of HMAC-SHA256 over id, time and body. */
export function standardSignature(secret: Secret, id: string, at: number, body: string): string {
  const key = keysOf(secret).standard
  return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
}

function keysOf(secret: Secret): SigningKeys {
  return typeof secret === 'string' ? signingKeys(secret) : secret
}
