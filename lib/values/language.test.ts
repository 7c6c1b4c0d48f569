import { expect, it } from 'vitest'
import { inLanguage, isTranslated, preferredLanguage } from './language.ts'

it.each([
  ['hi-IN,hi;q=0.9,en-US;q=0.8,en;q=0.7', 'hi'],
  ['en-IN,en;q=0.9,hi;q=0.8', 'en'],
  ['en;q=0.4, hi;q=0.6', 'hi'],
  ['ta-IN,ta;q=0.9,hi;q=0.5', 'hi'],
  ['hi;q=0, en', 'en'],
  ['HI', 'hi'],
  ['hi;q=nonsense', 'hi'],
  ['constructor,__proto__', 'en'],
  ['fr', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [null, 'en'],
])('a browser that sends %s gets %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})

it('reads no more than the beginning of an endless header', () => {
  expect(preferredLanguage(`${'fr,'.repeat(100_000)}hi`)).toBe('en')
})

it('a link to another language keeps the rest of the address', () => {
  expect(inLanguage('/checkout/order_1?method=upi&lang=en', 'hi')).toBe(
    '/checkout/order_1?method=upi&lang=hi',
  )
  expect(inLanguage('/bill/abc', 'en')).toBe('/bill/abc?lang=en')
})

it('pages of payers are translated, pages of the staff are not', () => {
  expect(['/checkout/order_1', '/bill/x/pdf', '/statement', '/refund/x'].every(isTranslated)).toBe(true)
  expect(['/', '/refunds', '/bills', '/checkouts', '/payments/pay_1'].some(isTranslated)).toBe(false)
})
