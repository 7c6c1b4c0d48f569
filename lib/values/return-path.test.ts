import { expect, it } from 'vitest'
import { returnPath } from './return-path.ts'

it.each(['/payments', '/payments?status=captured&q=a%20b', '/orders/order_NfLw3gQ81xRt0a#notes', '/'])(
  'keeps %s',
  (path) => {
    expect(returnPath(path)).toBe(path)
  },
)

it.each([
  'https://elsewhere.example/',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  '\\/elsewhere.example',
  '/a/..//elsewhere.example',
  '/./login',
  'javascript:alert(1)',
  'payments',
  '/login?return_to=/login',
  '/api/auth/signout',
  '',
  null,
  undefined,
  ['/payments'],
])('does not follow %j', (value) => {
  expect(returnPath(value)).toBe('/')
})
