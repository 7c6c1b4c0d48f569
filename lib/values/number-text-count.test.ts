import { expect, it } from 'vitest'
import { countText, figures } from './number-text.ts'

it('groups figures as the reader prefers', () => {
  expect(figures(1_234_567)).toBe('12,34,567')
  expect(figures(1_234_567, 'western')).toBe('1,234,567')
})

it('counts with a noun', () => {
  expect(countText(1, 'payment', 'payments')).toBe('1 payment')
  expect(countText(0, 'payment', 'payments')).toBe('0 payments')
  expect(countText(1_000_000, 'payment', 'payments', 'western')).toBe('1,000,000 payments')
})
