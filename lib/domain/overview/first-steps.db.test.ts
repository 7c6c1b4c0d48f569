import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemActor } from '#lib/auth/system-actor.ts'
import { fetchFirstSteps } from '#lib/domain/overview/first-steps.ts'
import { fetchGoLive } from '#lib/domain/overview/go-live.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { goodCard, type Instance, openInstance, payer } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'

let instance: Instance
let rest: Rest
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
})
afterAll(() => instance.close())

const taken = async () => {
  const { called, ordered, captured, refunded, delivered } = await instance.run(fetchFirstSteps, {})
  return [called, ordered, captured, refunded, delivered]
}

it('ticks a step when it has really been taken, and not before', async () => {
  expect(await taken()).toEqual([false, false, false, false, false])
  await rest.get('/v1/orders')
  await flushRequestLog(instance.runtime.query)
  expect(await taken()).toEqual([true, false, false, false, false])

  const order = (await rest.post('/v1/orders', { amount: 50_000, currency: 'INR', payment_capture: true }))
    .body
  expect(await taken()).toEqual([true, true, false, false, false])
  expect(await instance.run(fetchFirstSteps, {})).toMatchObject({
    order_id: order.id,
    payment_id: null,
    has_payment: false,
  })

  const request = { ...payer, amount: 50_000, order_id: order.id, method: 'card' }
  await rest.post('/v1/payments/create/json', {
    ...request,
    card: { ...goodCard, number: '4100280000060003' },
  })
  expect(await taken(), 'a payment that failed is none').toEqual([true, true, false, false, false])
  const payment = (await rest.post('/v1/payments/create/json', { ...request, card: goodCard })).body
  expect(await taken()).toEqual([true, true, true, false, false])
  expect(await instance.run(fetchFirstSteps, {})).toMatchObject({ order_id: null, payment_id: payment.id })

  await rest.post(`/v1/payments/${payment.id}/refund`, { amount: 10_000 })
  expect(await taken()).toEqual([true, true, true, true, false])

  const hook = (await rest.post('/v1/webhooks', { url: 'http://localhost:9/hooks', events: ['*'] })).body
  await deliver(hook.id, 'failed')
  expect(await taken(), 'a delivery that failed is none').toEqual([true, true, true, true, false])
  await deliver(hook.id, 'delivered')
  expect(await taken()).toEqual([true, true, true, true, true])
})

it('knows a first request by the log before the key does, and later by the key alone', async () => {
  const { query } = instance.runtime
  await query('UPDATE api_keys SET last_used_at = NULL', [])
  const calledAfter = async (actor_kind: string, created_at: number) => {
    await query('UPDATE request_logs SET actor_kind = $1, created_at = $2', [actor_kind, created_at])
    return (await taken())[0]
  }
  const now = instance.now()
  expect(await calledAfter('key', now - 10)).toBe(true)
  expect(await calledAfter('user', now - 10), 'a person is no key').toBe(false)
  expect(await calledAfter('key', now - 3600), 'a minute of the log is read').toBe(false)
  await query('UPDATE api_keys SET last_used_at = $1', [now - 3600])
  expect((await taken())[0]).toBe(true)
})

it('knows in live mode what is left to do before it takes payments', async () => {
  const { query } = instance.runtime
  const account = await query<{ id: string }>("SELECT id FROM accounts WHERE mode = 'live'", [])
  const live = await systemActor(query, account.rows[0]?.id ?? '', 'test')
  const goLive = async () => (await instance.run(fetchFirstSteps, {}, undefined, live)).go_live
  expect(await instance.run(fetchFirstSteps, {}).then(({ go_live }) => go_live)).toBeNull()
  const before = await goLive()
  expect(before).toMatchObject({ has_webhook: false, has_thresholds: false, has_business_details: false })
  await query('UPDATE accounts SET refund_approval_by_role = \'{"support": 100}\' WHERE id = $1', [
    live.account.id,
  ])
  await query("UPDATE merchants SET support_email = 'help@example.com', logo_hash = 'a'", [])
  expect(await goLive()).toEqual({ ...before, has_thresholds: true, has_business_details: true })
  // The same from test mode, where it is looked at before the switch.
  expect(await instance.run(fetchGoLive, {})).toEqual(await goLive())
})

async function deliver(endpoint: string, state: string) {
  await instance.runtime.query(
    `INSERT INTO webhook_deliveries (account_id, endpoint_id, event_id, event, state, created_at, round_at)
     SELECT account_id, $1, id, event, $2, created_at, created_at FROM events WHERE event = $3 LIMIT 1`,
    [endpoint, state, state === 'failed' ? 'payment.failed' : 'payment.captured'],
  )
}
