import { beforeEach, expect, it } from 'vitest'
import { codeOfDigest } from '#lib/values/statement-code.ts'
import { RATE_LIMITS, resetLimits } from './limits.ts'
import { waitForPage } from './public-pages.ts'

beforeEach(resetLimits)
const STRANGER = (index: number) => `2001:db8:9:9::${index.toString(16)}`
const FRIEND = '203.0.113.1'

it('lets one network open so many pages without signing in, and everyone else theirs', () => {
  const { max } = RATE_LIMITS.public_pages
  const paths = [
    '/login',
    '/docs/search',
    '/checkout/order_x',
    '/bill/abc',
    '/statement',
    '/consent/x',
    '/payments',
  ]
  for (let index = 0; index < max; index += 1)
    expect(waitForPage(paths[index % paths.length] ?? '', STRANGER(index), false)).toBe(0)
  for (const path of paths) expect(waitForPage(path, STRANGER(1), false), path).toBeGreaterThan(0)
  // Staff of the same network go on working, and others sign in.
  expect(waitForPage('/payments', STRANGER(1), true)).toBe(0)
  expect(waitForPage('/login', FRIEND, false)).toBe(0)
})

it('limits files, but never the waiting page', () => {
  const { max } = RATE_LIMITS.public_files
  for (let index = 0; index < max; index += 1) expect(waitForPage('/bill/abc/pdf', FRIEND, false)).toBe(0)
  expect(waitForPage('/bill/abc/pdf', FRIEND, false)).toBeGreaterThan(0)
  expect(waitForPage('/bill/abc', FRIEND, false)).toBe(0)
  for (let index = 0; index < 5000; index += 1)
    expect(waitForPage('/checkout/order_x/wait/pay_x/status', FRIEND, false)).toBe(0)
})

it('opens links for everyone behind an address of which others are wrong', () => {
  const paths = ['/bill/abc', '/refund/abc', '/statement/ABCD', '/invitation/abc', '/password/abc']
  for (let index = 0; index < 200; index += 1)
    for (const path of paths) expect(waitForPage(`${path}${index}`, STRANGER(index), false)).toBe(0)
})

it('tries out no link or code within any time: each has at least 80 bits', async () => {
  const bits = (length: number, letters: number) => length * Math.log2(letters)
  const { BILL_TOKEN_LENGTH: bill } = await import('#lib/domain/bills/record.ts')
  const { REFUND_TOKEN_LENGTH: refund } = await import('#lib/domain/refunds/link.ts')
  for (const length of [bill, refund]) expect(bits(length, 62)).toBeGreaterThanOrEqual(80)
  expect(bits(codeOfDigest(new Uint8Array(32)).length, 32)).toBeGreaterThanOrEqual(80)
})
