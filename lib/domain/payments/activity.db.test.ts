import { afterAll, beforeAll, expect, it } from 'vitest'
import { listEventsForDashboard } from '#lib/domain/events/list.ts'
import { createWebhook } from '#lib/domain/webhooks/create.ts'
import { fetchDeliveriesAbout } from '#lib/domain/webhooks/deliveries.ts'
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

it('lists the deliveries and events of a payment and its refunds, and of no other', async () => {
  await instance.run(createWebhook, {
    url: 'https://hooks.example.com/in',
    events: ['payment.captured', 'refund.created'],
    secret: 'a-long-enough-secret',
  })
  const [paid, other] = [await shop.captured(5_000), await shop.captured(6_000)]
  const refund = (await shop.refund(paid, { amount: 1_000 })).body
  const ids = [paid.id, refund.id]
  const { items } = await instance.run(fetchDeliveriesAbout, { ids })
  expect(items.map(({ event, object_id, url }) => [event, object_id, url]).sort()).toEqual([
    ['payment.captured', paid.id, 'https://hooks.example.com/in'],
    ['refund.created', refund.id, 'https://hooks.example.com/in'],
  ])
  const events = await instance.run(listEventsForDashboard, { objects: ids })
  expect(new Set(events.items.map(({ object_id }) => object_id))).toEqual(new Set(ids))
  const both = await instance.run(listEventsForDashboard, { objects: [...ids, other.id] })
  expect(both.total).toBeGreaterThan(events.total)
})
