import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { systemActor } from '#lib/auth/system-actor.ts'
import { receiveNotification } from '#lib/domain/bank-notifications.ts'
import { POLL_EVERY, pollGateway } from '#lib/domain/gateway-checks/poll.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { fetchPayment } from '#lib/domain/payments/fetch.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { fetchPaymentRefunds } from '#lib/domain/refunds/fetch.ts'
import { createWebhook } from '#lib/domain/webhooks/create.ts'
import { type GatewayPair, openGatewayPair } from '#lib/testing/gateway-pair.ts'
import { openReceiver } from '#lib/testing/receiver.ts'
import { Dispatcher } from '#lib/webhooks/dispatcher.ts'
import { startGatewayImport } from './change.ts'
import { getGatewayImport } from './fetch.ts'

let pair: GatewayPair
let receiver: Awaited<ReturnType<typeof openReceiver>>
let dispatcher: Dispatcher
beforeAll(async () => {
  pair = await openGatewayPair()
  receiver = await openReceiver()
  const { webhook_secret: secret } = pair.credentials
  await pair.there.run(createWebhook, { url: receiver.url, events: ['*'], secret })
  dispatcher = new Dispatcher(pair.there.runtime, { chance: () => 0.5 })
})
afterEach(async () => {
  expect(await pair.here.violations()).toEqual([])
})
afterAll(async () => {
  await dispatcher.stop()
  await receiver.close()
  await pair.close()
})

/** The webhooks of the gateway since the last call. */
async function webhooks() {
  await pair.there.pass(60)
  await dispatcher.drain()
  return receiver.heard.splice(0)
}

/** Brings webhooks here, as the endpoint does, and runs the jobs that they cause. */
async function bring(heard: Awaited<ReturnType<typeof webhooks>>) {
  const { account } = await pair.live()
  for (const { body, headers } of heard) {
    const notification = await pair.here.runtime.acquirers.notification(account, pair.id, body, headers)
    if (notification) await pair.run(receiveNotification, { id: pair.id, ...notification })
  }
  await pair.here.pass(60)
}

const ofRefunds = (heard: Awaited<ReturnType<typeof webhooks>>) =>
  heard.filter(({ body }) => body.includes('"event":"refund.'))
const refundsHere = async (id: string) => (await pair.run(fetchPaymentRefunds, { id })).items

async function eventsOf(id: string): Promise<string[]> {
  const { rows } = await pair.here.runtime.query<{ event: string }>(
    'SELECT event FROM events WHERE account_id = $1 AND payment_id = $2 ORDER BY event',
    [(await pair.live()).account.id, id],
  )
  return rows.map(({ event }) => event)
}

async function auditedRefunds(): Promise<string[]> {
  const { rows } = await pair.here.runtime.query<{ object_id: string }>(
    "SELECT object_id FROM audit_lines WHERE action = 'record_gateway_refund'",
    [],
  )
  return rows.map(({ object_id }) => object_id)
}

/** A payment of ours, captured here. */
async function captured(amount: number) {
  const begun = await pair.begin(amount)
  const { id: thereId } = await pair.payThere(begun.reference)
  await bring(await webhooks())
  await pair.run(capturePayment, { id: begun.id, amount })
  await bring(await webhooks())
  return { ...begun, thereId }
}

it('a refund made at the gateway arrives with its webhooks, once, in any order; an import adds nothing', async () => {
  const { id, thereId } = await captured(125_000)
  const own = await pair.run(refundPayment, { id, amount: 1000 })
  await pair.here.pass(1)
  const made = await pair.there.run(refundPayment, { id: thereId, amount: 25_000, receipt: 'desk-7' })
  const heard = await webhooks()
  expect(ofRefunds(heard).length).toBeGreaterThan(2)
  await bring(heard.toReversed())
  await bring(heard)
  const items = await refundsHere(id)
  expect(items).toMatchObject([
    { id: made.id, amount: 25_000, status: 'processed', receipt: 'desk-7', payment_id: id },
    { id: own.id, amount: 1000, status: 'processed' },
  ])
  expect(await pair.run(fetchPayment, { id })).toMatchObject({
    amount_refunded: 26_000,
    refund_status: 'partial',
  })
  expect((await eventsOf(id)).filter((event) => event.startsWith('refund.'))).toEqual([
    'refund.created',
    'refund.created',
    'refund.processed',
    'refund.processed',
  ])
  expect(await auditedRefunds()).toEqual([made.id])
  await pair.run(startGatewayImport, { id: pair.id })
  await pair.pass(61)
  const { import: done } = await pair.run(getGatewayImport, { id: pair.id })
  expect(done).toMatchObject({ status: 'finished', adjustments: 0 })
  expect(done?.progress.refunds).toMatchObject({ added: 0, left_out: 0 })
  expect(await refundsHere(id)).toEqual(items)
})

it('one that arrives before the payment has been heard of waits for nothing', async () => {
  const begun = await pair.begin(30_000)
  const paid = await pair.payThere(begun.reference)
  await pair.there.run(capturePayment, { id: paid.id, amount: 30_000 })
  await pair.there.run(refundPayment, { id: paid.id })
  await bring(ofRefunds(await webhooks()))
  expect(await pair.statusHere(begun.id)).toBe('refunded')
  expect(await refundsHere(begun.id)).toMatchObject([{ amount: 30_000, status: 'processed' }])
})

it('one of an imported payment that was captured at the gateway since brings the capture, too', async () => {
  const paid = await pair.payElsewhere(40_000)
  const elsewhere = await pair.payElsewhere(41_000, 'held', false)
  await pair.pass(120)
  await pair.run(startGatewayImport, { id: pair.id })
  await pair.pass(61)
  expect(await pair.statusHere(elsewhere.id)).toBe('authorized')
  await pair.there.run(capturePayment, { id: elsewhere.id, amount: 41_000 })
  await webhooks()
  const made = await pair.there.run(refundPayment, { id: paid.id, amount: 1013 })
  const other = await pair.there.run(refundPayment, { id: elsewhere.id, amount: 500 })
  await bring(ofRefunds(await webhooks()))
  // The bank cannot pay the first.
  expect(await refundsHere(paid.id)).toMatchObject([{ id: made.id, status: 'failed' }])
  expect(await eventsOf(paid.id)).toEqual(['refund.created', 'refund.failed'])
  expect(await refundsHere(elsewhere.id)).toMatchObject([{ id: other.id, status: 'processed' }])
  expect(await pair.run(fetchPayment, { id: elsewhere.id })).toMatchObject({
    amount_refunded: 500,
    captured: true,
  })
})

it('one of a payment that is not here is left alone', async () => {
  const paid = await pair.payElsewhere(50_000)
  const before = await auditedRefunds()
  await pair.there.run(refundPayment, { id: paid.id })
  await bring(await webhooks())
  expect(await auditedRefunds()).toEqual(before)
})

it('one whose webhooks are lost is found by the next poll', async () => {
  const { id, thereId } = await captured(60_000)
  const made = await pair.there.run(refundPayment, { id: thereId, amount: 700 })
  await webhooks()
  await pair.pass(POLL_EVERY)
  for (let round = 0; round < 2; round += 1) {
    await pair.run(
      pollGateway,
      { id: pair.id },
      await systemActor(pair.here.runtime.query, (await pair.live()).account.id, 'poll_gateway'),
    )
    await pair.pass(POLL_EVERY)
  }
  expect(await refundsHere(id)).toMatchObject([{ id: made.id, amount: 700, status: 'processed' }])
})
