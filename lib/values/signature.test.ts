import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { paymentSignature } from './signature.ts'

// The helper that merchants call, from the public client library.
const { validatePaymentVerification } = createRequire(import.meta.url)('razorpay/dist/utils/razorpay-utils')

it('is HMAC-SHA256 of order|payment in lowercase hexadecimal', () => {
  expect(paymentSignature('order_NfLw3gQ81xRt0a', 'pay_NfLw3gQ81xRt0b', 'secret')).toMatch(/^[0-9a-f]{64}$/)
  // printf 'o|p' | openssl dgst -sha256 -hmac k
  expect(paymentSignature('o', 'p', 'k')).toBe(
    'b4a1eaa0d26e7d8900c5348a815f8db06e16c9ca68d61752c6bfc2d9b08e9660',
  )
})

it('is what the public client verifies, and nothing else is', () => {
  const text = fc.stringMatching(/^[0-9A-Za-z]{14}$/)
  fc.assert(
    fc.property(text, text, text, (order, payment, secret) => {
      const signature = paymentSignature(`order_${order}`, `pay_${payment}`, secret)
      const ids = { order_id: `order_${order}`, payment_id: `pay_${payment}` }
      expect(validatePaymentVerification(ids, signature, secret)).toBe(true)
      expect(validatePaymentVerification(ids, signature, `${secret}x`)).toBe(false)
      expect(validatePaymentVerification({ ...ids, payment_id: `pay_${order}x` }, signature, secret)).toBe(
        false,
      )
    }),
  )
})
