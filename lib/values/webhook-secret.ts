/** A new secret of an endpoint: 32 random bytes as Standard Webhooks writes them. */
export function newWebhookSecret(): string {
  return `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')}`
}

/**
 * The key bytes of the `webhook-signature` header: the base64 after whsec_; of any other secret its own letters. The
 * hexadecimal headers are signed with the letters of the whole secret, as clients of the API expect.
 */
export function signingBytes(secret: string): Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
}
