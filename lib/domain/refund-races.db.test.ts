import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { refundPaymentIfUnchanged } from '#lib/domain/refunds/create.ts'
import { runJob } from '#lib/jobs/run.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { tally, times } from '#lib/testing/at-once.ts'
import { findings } from '#lib/testing/consistency.ts'
import { type Instance, JOINED, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { type Body, type Shop, shopOf } from '#lib/testing/shop.ts'

// Many rounds of many requests each take their time on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

/** Everything here happens at once, on ten connections of one real database. */
describe.each(JOINED)('at once, %s:', (_, join) => {
  let instance: Instance
  let rest: Rest
  let shop: Shop
  beforeEach(async () => {
    instance = await openInstance({ join })
    rest = await openRest(instance)
    shop = shopOf(rest, instance)
  })
  afterEach(async () => {
    await instance.pass(120)
    expect(await findings(instance, { atRest: true })).toEqual([])
    await instance.close()
  })

  describe('refunds that together exceed the payment', () => {
    beforeEach(async () => {
      // The fee is not refunded, so a full refund needs additional balance.
      await shop.captured(1_000_000)
    })

    it('two: one is rejected', async () => {
      for (let round = 0; round < 10; round += 1) {
        const payment = await shop.captured()
        const responses = await Promise.all([
          shop.refund(payment, { amount: 6000 }),
          rest.post('/v1/refunds', { payment_id: payment.id, amount: 6000 }),
        ])
        expect(tally(responses)).toEqual({ 201: 1, '400 refund_amount_too_large': 1 })
      }
    })

    it('two of everything: one is rejected', async () => {
      for (let round = 0; round < 10; round += 1) {
        const payment = await shop.captured()
        expect(tally(await times(2, () => shop.refund(payment)))).toEqual({
          201: 1,
          '400 payment_already_refunded': 1,
        })
      }
    })

    it('many: exactly as many as fit', async () => {
      const payment = await shop.captured()
      // No sum of these is the whole payment, so in any order the remainder is too small for the next one.
      const responses = await times(40, (index) =>
        shop.refund(payment, { amount: index % 2 === 0 ? 900 : 600 }),
      )
      const given = responses
        .filter(({ status }) => status === 201)
        .reduce((sum, { body }) => sum + body.amount, 0)
      const left = 10_000 - given
      expect(left).toBeGreaterThanOrEqual(0)
      expect(left).toBeLessThan(600)
      expect(Object.keys(tally(responses)).sort()).toEqual(['201', '400 refund_amount_too_large'])
      expect(await shop.fetch(payment.id)).toMatchObject({ amount_refunded: given })
      expect(
        (await rest.get(`/v1/payments/${payment.id}/refunds?count=100`)).body.items.reduce(
          (sum: number, { amount }: Body) => sum + amount,
          0,
        ),
      ).toBe(given)
    })

    it('with one receipt: one', async () => {
      const payment = await shop.captured()
      const responses = await times(20, () => shop.refund(payment, { amount: 100, receipt: 'same' }))
      expect(tally(responses)).toEqual({ 201: 1, '400 refund_receipt_used': 19 })
    })

    it('of one view by two people: one', async () => {
      const payment = await shop.captured()
      const results = await times(10, () =>
        instance
          .run(
            refundPaymentIfUnchanged,
            { id: payment.id, amount: 1000, expected_refundable: 10_000 },
            undefined,
            instance.system,
          )
          .catch((error) => (isAppError(error) ? error.reason : String(error))),
      )
      expect(results.filter((result) => typeof result === 'object')).toHaveLength(1)
      expect(results.filter((result) => result === 'refund_amount_changed')).toHaveLength(9)
    })
  })

  it('refunds of many payments never take more than the balance', async () => {
    const payments = await times(10, () => shop.captured(10_000))
    const balance = await instance.balance()
    expect(balance).toBe(10 * (10_000 - 236))
    const responses = await times(10, (index) => shop.refund(payments[index]))
    const counts = tally(responses)
    expect(counts).toEqual({ 201: 9, '400 insufficient_balance': 1 })
    expect(await instance.balance()).toBe(balance - 90_000)
    expect(await shop.count('refunds')).toBe(9)
  })

  describe('a refund beside one that fails', () => {
    it('gets what came back or not, and the sum is right either way', async () => {
      await shop.captured(1_000_000)
      for (let round = 0; round < 15; round += 1) {
        const payment = await shop.captured(20_000)
        const failing = (await shop.refund(payment, { amount: 15_013 })).body
        await instance.pass(1)
        // The bank is about to report a failure.
        await shop.rows("UPDATE simulator_records SET settles_at = 0 WHERE kind = 'refund'")
        const [others] = await Promise.all([
          times(3, () => shop.refund(payment, { amount: 10_000 })),
          times(3, () =>
            runJob(instance.runtime, 'process-refund', {
              account_id: instance.actor.account.id,
              refund_id: failing.id,
            }),
          ),
        ])
        expect(await shop.fetch(failing.id)).toMatchObject({ status: 'failed' })
        const given = others.filter(({ status }) => status === 201).length
        expect(given).toBeLessThanOrEqual(2)
        expect(await shop.fetch(payment.id)).toMatchObject({ amount_refunded: given * 10_000 })
      }
    })
  })
})
