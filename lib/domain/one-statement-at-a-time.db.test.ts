import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { issueBill } from '#lib/domain/bills/create.ts'
import { sendReceipt } from '#lib/domain/mails/send-receipt.ts'
import { minBill } from '#lib/testing/bill.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest } from '#lib/testing/rest.ts'
import { shopOf } from '#lib/testing/shop.ts'

let instance: Instance
let shop: ReturnType<typeof shopOf>
beforeAll(async () => {
  instance = await openInstance()
  shop = shopOf(await openRest(instance), instance)
})
afterAll(() => instance.close())
afterEach(() => vi.restoreAllMocks())

/** The statements that were sent on a connection while another was under way there: pg queues them, and will refuse to. */
function watchQueued(): string[] {
  const queued: string[] = []
  const underWay = new WeakMap<object, number>()
  const original = pg.Client.prototype.query as (...given: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: object, ...given: unknown[]) {
    const count = underWay.get(this) ?? 0
    if (count > 0) queued.push(String((given[0] as { text?: string }).text ?? given[0]))
    const result = original.apply(this, given)
    if (result instanceof Promise) {
      underWay.set(this, count + 1)
      const done = () => underWay.set(this, (underWay.get(this) ?? 1) - 1)
      result.then(done, done)
    }
    return result
  } as never)
  return queued
}

it('operations that write in a transaction send one statement after the other', async () => {
  const { id } = await shop.captured(10_000)
  const queued = watchQueued()
  await instance.run(sendReceipt, { id, email: 'payer@example.com' })
  await instance.run(issueBill, { ...minBill, receipt_number: 'ONE-1' })
  expect(queued).toEqual([])
})
