import { createHmac } from 'node:crypto'
import { hmacHex } from './signature.ts'
import { signingBytes } from './webhook-secret.ts'

/** What is signed: an event on its way, and the secrets that its receiver may know. */
export type ToSign = {
  /** The id of the event; the same at every attempt, so that a receiver knows a repeat. */
  id: string
  /** The present, in Unix seconds. */
  at: number
  /** The body to the byte. */
  body: string
  /** The present secret first, then the one before it while both sign. */
  secrets: [string, ...string[]]
  /** The secret of the hexadecimal fields, which have room for one signature only. */
  hexSecret?: string
}

/**
 * The header fields that prove where an event comes from: lowercase hexadecimal HMAC-SHA256 of the body, and the trio
 * of Standard Webhooks, which carries one signature for each secret (open points, section 10).
 */
export function signatureHeaders({ id, at, body, secrets, hexSecret = secrets[0] }: ToSign) {
  const hex = hmacHex(hexSecret, body)
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
export function standardSignature(secret: string, id: string, at: number, body: string): string {
  const mac = createHmac('sha256', signingBytes(secret)).update(`${id}.${at}.${body}`).digest('base64')
  return `v1,${mac}`
}
