import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Killable, openKillable, paymentOf } from './desk.ts'

/** Clients that write at once, and how many kills they have to live through. */
const CLIENTS = 8
const KILLS = 4

let desk: Killable
beforeAll(async () => {
  desk = await openKillable('storm')
  await desk.start()
})
afterAll(() => desk.stop())

/**
 * The acknowledgement log is the test: clients make their own keys, repeat until they have a definite answer, and
 * remember what was acknowledged. Server and database are killed under them.
 */
it('loses nothing that was acknowledged and does nothing twice', { timeout: 240_000 }, async () => {
  let going = true
  const acknowledged: { order: string; payment: string; amount: number }[] = []

  async function client(number: number): Promise<void> {
    for (let turn = 0; going; turn += 1) {
      const key = `storm-${number}-${turn}`
      const amount = 10_000 + number * 1000 + turn
      const order = (
        await desk.insist('POST', '/orders', { amount, currency: 'INR', receipt: key }, `${key}-order`)
      ).body
      const paid = await pay(order, amount, key)
      const captured = await desk.insist(
        'POST',
        `/payments/${paid.body.id}/capture`,
        { amount },
        `${key}-capture`,
      )
      expect(captured.status, JSON.stringify(captured.body)).toBe(200)
      acknowledged.push({ order: String(order.id), payment: String(paid.body.id), amount })
    }
  }

  /** A kill before the bank was asked ends in a definite `payment_timed_out`; a payer then tries again. */
  async function pay(order: { id?: string }, amount: number, key: string) {
    for (let attempt = 1; ; attempt += 1) {
      const paid = await desk.insist(
        'POST',
        '/payments/create/json',
        paymentOf(order, amount),
        `${key}-pay-${attempt}`,
      )
      if (paid.status === 201) return paid
      expect(paid.body, `attempt ${attempt} of ${key}`).toMatchObject({
        error: { reason: 'payment_timed_out' },
      })
    }
  }

  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number))
  const killing = (async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(1000 + Math.random() * 2000)
      if (kill % 2 === 1) {
        desk.killDatabase()
      } else {
        await desk.kill()
        await desk.start()
      }
    }
    await sleep(2000)
    going = false
  })()
  await Promise.all([...clients, killing])

  expect(acknowledged.length).toBeGreaterThan(CLIENTS)
  for (const { order, payment, amount } of acknowledged) {
    expect((await desk.ask('GET', `/orders/${order}`)).body).toMatchObject({
      status: 'paid',
      amount_paid: amount,
    })
    expect((await desk.ask('GET', `/payments/${payment}`)).body).toMatchObject({ status: 'captured', amount })
  }
  for (let number = 0; number < CLIENTS; number += 1) {
    const { body } = await desk.ask('GET', `/orders?receipt=storm-${number}-0`)
    expect(body.count).toBe(1)
  }
  expect(await desk.doctor()).toMatchObject({ ok: true })
})
