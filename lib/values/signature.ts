import { createHmac } from 'node:crypto'

/** Lowercase hexadecimal HMAC-SHA256. */
export function hmacHex(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/**
 * The signature that proves to a merchant that a payer's return is genuine:
 * HMAC-SHA256 of `order_id|payment_id` with the key's secret.
 */
export function paymentSignature(orderId: string, paymentId: string, secret: string): string {
  return hmacHex(secret, `${orderId}|${paymentId}`)
}
