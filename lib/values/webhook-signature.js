// @ts-check
// Plain JavaScript, since `npx counterfoil listen` signs with it (bin/listen.mjs) and Node runs no TypeScript out of
// node_modules.
import { createHmac, createSecretKey } from 'node:crypto'

/**
 * The two keys that a secret stands for, made once for many events: to make one costs more than to sign with it.
 * @typedef {{ hex: import('node:crypto').KeyObject, standard: import('node:crypto').KeyObject }} SigningKeys
 */

/**
 * As text, or as the keys that were made of it before.
 * @typedef {string | SigningKeys} Secret
 */

/** A new secret of an endpoint: 32 random bytes as Standard Webhooks writes them. */
export function newWebhookSecret() {
  return `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')}`
}

/**
 * The key bytes of the `webhook-signature` header: the base64 after whsec_; of any other secret its own letters. The
 * hexadecimal headers are signed with the letters of the whole secret, as clients of the API expect.
 * @param {string} secret
 * @returns {Buffer}
 */
export function signingBytes(secret) {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
}

/**
 * @param {string} secret
 * @returns {SigningKeys}
 */
export function signingKeys(secret) {
  return { hex: createSecretKey(secret, 'utf8'), standard: createSecretKey(signingBytes(secret)) }
}

/**
 * The headers that prove the sender of an event: lowercase hexadecimal HMAC-SHA256 of the body, and the trio of
 * Standard Webhooks, which carries one signature for each secret.
 * @param {object} toSign
 * @param {string} toSign.id the event, the same at every attempt, so that a receiver knows a repeat
 * @param {number} toSign.at the present, in Unix seconds
 * @param {string} toSign.body to the byte
 * @param {readonly [Secret, ...Secret[]]} toSign.secrets the present one first, then the one before it while both sign
 * @param {Secret} [toSign.hexSecret] that of the hexadecimal headers, which have room for one signature only
 */
export function signatureHeaders({ id, at, body, secrets, hexSecret = secrets[0] }) {
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

/**
 * One signature of Standard Webhooks: `v1,` and base64 of HMAC-SHA256 over id, time and body.
 * @param {Secret} secret
 * @param {string} id
 * @param {number} at
 * @param {string} body
 */
export function standardSignature(secret, id, at, body) {
  const key = keysOf(secret).standard
  return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
}

/**
 * @param {Secret} secret
 * @returns {SigningKeys}
 */
function keysOf(secret) {
  return typeof secret === 'string' ? signingKeys(secret) : secret
}
