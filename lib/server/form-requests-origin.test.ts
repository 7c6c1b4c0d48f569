import { expect, it } from 'vitest'
import { isForeignForm } from './form-requests.ts'

const sent = (headers: Record<string, string>, method = 'POST') => isForeignForm(method, new Headers(headers))

it('a form of another site, of another port or of no address is foreign', () => {
  expect(sent({ host: 'pay.example', origin: 'https://evil.example' })).toBe(true)
  expect(sent({ host: 'pay.example', origin: 'https://pay.example:8443' })).toBe(true)
  expect(sent({ host: 'pay.example', origin: 'https://pay.example.evil.example' })).toBe(true)
  expect(sent({ host: 'pay.example', origin: 'file://' })).toBe(true)
  expect(sent({ host: 'pay.example', origin: 'nonsense' })).toBe(true)
  expect(sent({ host: 'pay.example', origin: 'null' })).toBe(true)
})

it('a form of this site is its own, also behind a proxy', () => {
  expect(sent({ host: 'pay.example', origin: 'https://pay.example' })).toBe(false)
  expect(
    sent({ host: '127.0.0.1:3000', 'x-forwarded-host': 'pay.example', origin: 'https://pay.example' }),
  ).toBe(false)
  expect(sent({ host: 'pay.example' })).toBe(false)
})

it('a request that reads is no form', () => {
  expect(sent({ host: 'pay.example', origin: 'https://evil.example' }, 'GET')).toBe(false)
})
