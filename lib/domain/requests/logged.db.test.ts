import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchPaymentTimeline } from '#lib/domain/payments/timeline.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest } from '#lib/testing/rest.ts'
import { shopOf } from '#lib/testing/shop.ts'
import { tripsOf } from '#lib/testing/trips.ts'

let instance: Instance
let shop: ReturnType<typeof shopOf>
beforeAll(async () => {
  instance = await openInstance()
  shop = shopOf(await openRest(instance), instance)
})
afterAll(() => instance.close())

async function timelineOf(id: string) {
  await flushRequestLog(instance.runtime.query)
  return tripsOf(async () => (await instance.run(fetchPaymentTimeline, { id })).items)
}

it('a timeline tells the requests in the log from those of jobs and those deleted, by one query for all', async () => {
  const paid = await shop.captured(50_000)
  await shop.refund(paid, { amount: 1_000 })
  await instance.pass(86_400)
  const one = await timelineOf(paid.id)
  const stored = new Map(one.value.map(({ what, request_kept }) => [what, request_kept]))
  expect(stored.get('refund.created')).toBe(true)
  expect(stored.get('refund.processed')).toBe(false)

  for (let count = 0; count < 4; count += 1) await shop.refund(paid, { amount: 1_000 })
  await instance.pass(86_400)
  const five = await timelineOf(paid.id)
  expect(five.value.length).toBeGreaterThan(one.value.length + 4)
  expect(five.trips).toBe(one.trips)

  await instance.runtime.query('DELETE FROM request_logs', [])
  const { value } = await timelineOf(paid.id)
  expect(value.map(({ request_kept }) => request_kept)).not.toContain(true)
})
