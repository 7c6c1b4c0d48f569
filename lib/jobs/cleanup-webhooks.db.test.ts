import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { createWebhook } from '#lib/domain/webhooks/create.ts'
import { deleteWebhook } from '#lib/domain/webhooks/delete.ts'
import { replayWebhook, resendDelivery } from '#lib/domain/webhooks/resend.ts'
import { cleanupWebhooks } from '#lib/jobs/cleanup-webhooks.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openReceiver, type Receiver } from '#lib/testing/receiver.ts'
import { DAY } from '#lib/values/time.ts'
import { Dispatcher } from '#lib/webhooks/dispatcher.ts'

let instance: Instance
let receiver: Receiver
let dispatcher: Dispatcher
beforeAll(async () => {
  instance = await openInstance()
  receiver = await openReceiver()
  dispatcher = new Dispatcher(instance.runtime)
})
afterAll(async () => {
  await dispatcher.stop()
  await receiver.close()
  await instance.close()
})

let customers = 0
async function happens() {
  customers += 1
  await instance.run(createCustomer, { name: 'Asha Rao', email: `asha${customers}@example.com` })
  await dispatcher.drain()
  return receiver.heard.at(-1)?.id ?? ''
}
const stored = async (table: string, id: string) =>
  (
    await instance.runtime.query(
      `SELECT event_id FROM ${table} WHERE endpoint_id = $1 ORDER BY created_at, 1`,
      [id],
    )
  ).rows.map(({ event_id }) => event_id)

it('forgets deliveries thirty days after their last attempt, and attempts after they were made', async () => {
  const { id } = await instance.run(createWebhook, { url: receiver.url, events: ['customer.created'] })
  const old = await happens()
  const again = await happens()
  await instance.pass(29 * DAY)
  const late = await happens()
  await instance.run(resendDelivery, { id, event_id: again })
  await dispatcher.drain()
  await instance.pass(DAY - 60)
  expect(await cleanupWebhooks(instance.runtime)).toEqual({ attempts: 0, deliveries: 0 })
  await instance.pass(DAY)
  expect(await cleanupWebhooks(instance.runtime)).toEqual({ attempts: 2, deliveries: 1 })
  expect(await stored('webhook_deliveries', id)).toEqual([again, late])
  expect((await stored('webhook_attempts', id)).sort()).toEqual([again, late].sort())
  // What it no longer knows to have arrived is not taken for what was missed.
  expect(await instance.run(replayWebhook, { id, from: 0, what: 'missed' })).toMatchObject({ count: 0 })
  expect(receiver.heard.map((heard) => heard.id)).toEqual([old, again, late, again])
})

it('keeps what still waits, and looks behind it', async () => {
  const { id } = await instance.run(createWebhook, { url: receiver.url, events: ['customer.created'] })
  const now = instance.now()
  // More than one page waits, and what is over lies behind it.
  await instance.runtime.query(
    `INSERT INTO webhook_deliveries (account_id, endpoint_id, event_id, event, state, round_at, due_at, created_at)
     SELECT $1, $2, 'evt_' || lpad(n::text, 14, '0'), 'customer.created', CASE WHEN n > 1500 THEN 'failed' ELSE 'pending' END,
            $3, CASE WHEN n > 1500 THEN NULL ELSE $3::bigint END, $3 FROM generate_series(1, 1510) n`,
    [instance.merchant.accounts.test, id, now],
  )
  await instance.pass(30 * DAY + 1)
  expect(await cleanupWebhooks(instance.runtime)).toMatchObject({ deliveries: expect.any(Number) })
  expect(await stored('webhook_deliveries', id)).toHaveLength(1500)
  // Those of an endpoint that was deleted go in the end.
  await instance.run(deleteWebhook, { id })
  await cleanupWebhooks(instance.runtime)
  expect(await stored('webhook_deliveries', id)).toEqual([])
})
