import { beforeEach, expect, it, vi } from 'vitest'
import { keepRecent, recentOf } from './recent.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  })
})

it('keeps the records that were opened, newest first and each once', () => {
  keepRecent('one', '/payments/pay_NfLw3gQ81xRt0a', 'Test · ₹12.00 captured · pay_NfLw3gQ81xRt0a · Payments')
  keepRecent('one', '/refunds/rfnd_NfLw3gQ81xRt0a', 'Refund · Refunds')
  keepRecent('one', '/payments/pay_NfLw3gQ81xRt0a', 'Test · ₹12.00 refunded · pay_NfLw3gQ81xRt0a · Payments')
  keepRecent('one', '/payments', 'Payments')
  keepRecent('one', '/payments/pay_NfLw3gQ81xRt0a/refund', 'Refund')
  expect(recentOf('one')).toEqual([
    { href: '/payments/pay_NfLw3gQ81xRt0a', id: 'pay_NfLw3gQ81xRt0a', title: '₹12.00 refunded' },
    { href: '/refunds/rfnd_NfLw3gQ81xRt0a', id: 'rfnd_NfLw3gQ81xRt0a', title: 'Refund' },
  ])
  expect(recentOf('another')).toEqual([])
})

it('keeps six, and reads nothing that it did not write', () => {
  for (let at = 10; at < 20; at += 1) keepRecent('one', `/payments/pay_NfLw3gQ81xRt${at}`, 'A payment')
  expect(recentOf('one')).toHaveLength(6)
  stored.set('one', '[{"href":"https://elsewhere","id":"a","title":"b"},null]')
  expect(recentOf('one')).toEqual([])
  stored.set('one', 'not JSON')
  expect(recentOf('one')).toEqual([])
})
