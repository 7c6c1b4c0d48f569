import { expect, it } from 'vitest'
import { objectPath } from './object-path.ts'

it('leads ids to their pages', () => {
  expect(objectPath('pay_NfLw3gQ81xRt0a')).toBe('/payments/pay_NfLw3gQ81xRt0a')
  expect(objectPath('order_NfLw3gQ81xRt0a')).toBe('/orders/order_NfLw3gQ81xRt0a')
  expect(objectPath('rfnd_NfLw3gQ81xRt0a')).toBe('/refunds/rfnd_NfLw3gQ81xRt0a')
  expect(objectPath('cust_NfLw3gQ81xRt0a')).toBe('/customers/cust_NfLw3gQ81xRt0a')
  expect(objectPath('bill_NfLw3gQ81xRt0a')).toBe('/bills/bill_NfLw3gQ81xRt0a')
  expect(objectPath('pout_NfLw3gQ81xRt0a')).toBe('/payouts/pout_NfLw3gQ81xRt0a')
  expect(objectPath('req_NfLw3gQ81xRt0a')).toBe('/logs/req_NfLw3gQ81xRt0a')
  expect(objectPath('key_test_NfLw3gQ81xRt0a')).toBe('/api-keys/key_test_NfLw3gQ81xRt0a')
  expect(objectPath('fa_NfLw3gQ81xRt0a')).toBe('/fund-accounts?id=fa_NfLw3gQ81xRt0a')
})

it.each([
  '',
  'pay_',
  'pay_short',
  'pay_NfLw3gQ81xRt0a/',
  'key_NfLw3gQ81xRt0a',
  'constructor_NfLw3gQ81xRt0a',
  '1250.00',
])('knows no page for %j', (text) => {
  expect(objectPath(text)).toBeNull()
})
