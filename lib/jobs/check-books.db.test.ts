import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { checkBooks } from './check-books.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(() => instance.close())

const rows = async (text: string, values: unknown[] = []) => (await instance.runtime.query(text, values)).rows
const state = () =>
  rows('SELECT name, checked_at, violated, detail, taken_until FROM book_checks ORDER BY name')
const check = (uptime = 1000, signal = new AbortController().signal) =>
  checkBooks(instance.runtime, { url: instance.url, signal, uptime })

beforeEach(() =>
  rows('UPDATE book_checks SET checked_at = NULL, violated = 0, detail = NULL, taken_until = 0'),
)

it('waits ten minutes after the start of a process', async () => {
  await check(599)
  expect((await state()).map(({ checked_at }) => checked_at)).toEqual([null, null])
})

it('finds rules of the ledger that do not hold, and counters that differ', async () => {
  const account = instance.merchant.accounts.test
  await check()
  expect(await state()).toEqual([
    { name: 'counters', checked_at: instance.now(), violated: 0, detail: null, taken_until: 0 },
    { name: 'ledger', checked_at: instance.now(), violated: 0, detail: null, taken_until: 0 },
  ])
  await rows(
    `INSERT INTO record_counts (account_id, kind, span, bucket, currency, status, method, captured, authorized, error_reason, count, amount, amount_paid, amount_refunded)
     SELECT $1, 'orders', span, 0, 'INR', 'created', '', false, false, '', 5, 0, 0, 0 FROM unnest(ARRAY[1800, 10800, 86400, 2592000]) AS span`,
    [account],
  )
  await rows(
    `INSERT INTO orders (account_id, id, amount, amount_paid, currency, status, payment_capture, created_at)
     VALUES ($1, 'order_1', 100, 100, 'INR', 'paid', true, 1)`,
    [account],
  )
  // Not yet: six hours have not passed.
  await check()
  expect((await state()).map(({ violated }) => violated)).toEqual([0, 0])
  await instance.pass(6 * 3600)
  await check()
  const [counters, ledger] = await state()
  expect(counters).toMatchObject({ checked_at: instance.now(), violated: 2 })
  expect(ledger).toMatchObject({
    violated: 1,
    detail: 'What is paid on an order equals its captured payments.',
  })
  await rows('DELETE FROM orders')
  await rows('DELETE FROM record_counts')
})

it('is made by one of several workers', async () => {
  await rows('UPDATE book_checks SET taken_until = $1', [instance.now() + 100])
  await check()
  expect((await state()).map(({ checked_at }) => checked_at)).toEqual([null, null])
})

it('ends with the worker, and leaves the check to the next', async () => {
  const stopping = new AbortController()
  const checking = check(1000, stopping.signal)
  await new Promise((resolve) => setTimeout(resolve, 20))
  const begun = performance.now()
  stopping.abort()
  await checking
  expect(performance.now() - begun).toBeLessThan(20_000)
  expect((await state()).map(({ taken_until }) => taken_until)).toEqual([0, 0])
})
