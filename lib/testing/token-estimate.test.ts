import { expect, it } from 'vitest'
import { estimatedTokens } from './token-estimate.ts'

// What o200k_base counts.
it.each([
  ['{"id":"pay_NfLw3gQ81xRt0a","amount":50000,"currency":"INR","status":"captured"}', 32],
  ['List payments, newest first. Filter by time, status, method, payer, order or amount.', 19],
])('is close to what a tokenizer counts: %s', (text, counted) => {
  expect(Math.abs(estimatedTokens(text) - counted) / counted).toBeLessThan(0.2)
})
