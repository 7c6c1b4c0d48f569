import { beforeEach, expect, it } from 'vitest'
import { LIMITS, resetLimits } from './limits.ts'
import { countWrongLink, waitForPage } from './public-pages.ts'

beforeEach(resetLimits)
const STRANGER = (index: number) => `2001:db8:9:9::${index.toString(16)}`
const FRIEND = '203.0.113.1'

it('lets one network open so many pages without signing in, and everyone else theirs', () => {
  const { max } = LIMITS.public_pages
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
  const { max } = LIMITS.public_files
  for (let index = 0; index < max; index += 1) expect(waitForPage('/bill/abc/pdf', FRIEND, false)).toBe(0)
  expect(waitForPage('/bill/abc/pdf', FRIEND, false)).toBeGreaterThan(0)
  expect(waitForPage('/bill/abc', FRIEND, false)).toBe(0)
  for (let index = 0; index < 5000; index += 1)
    expect(waitForPage('/checkout/order_x/wait/pay_x/status', FRIEND, false)).toBe(0)
})

it('opens no bill and no statement to a network that has tried out links, signed in or not', () => {
  for (let index = 0; index < LIMITS.wrong_links.max; index += 1) countWrongLink(STRANGER(index))
  expect(waitForPage('/bill/abc', STRANGER(3), true)).toBeGreaterThan(0)
  expect(waitForPage('/statement/ABCD', STRANGER(3), false)).toBeGreaterThan(0)
  expect(waitForPage('/login', STRANGER(3), false)).toBe(0)
  expect(waitForPage('/bill/abc', FRIEND, false)).toBe(0)
})
