/** A new secret of an endpoint: 32 random bytes as Standard Webhooks writes them. */
export function newWebhookSecret(): string {
  return `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')}`
}

/**
 * The bytes that sign the `webhook-signature` field: what follows whsec_ in base64; of any other secret its own letters.
 * The hexadecimal fields are signed with the letters of the whole secret, as clients of the interface expect.
 */
export function signingBytes(secret: string): Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
}
