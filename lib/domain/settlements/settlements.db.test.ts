import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchReconciliation } from '#lib/domain/settlements/fetch.ts'
import { processSettlement } from '#lib/domain/settlements/process.ts'
import { fetchSettlementSettings, updateSettlementSettings } from '#lib/domain/settlements/settings.ts'
import { settleBalance, settleNow } from '#lib/domain/settlements/settle.ts'
import { settleBalances } from '#lib/jobs/settle.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { times } from '#lib/testing/at-once.ts'
import { ok, openWalletInstance, type WalletInstance } from '#lib/testing/wallet-instance.ts'
import { DAY } from '#lib/values/time.ts'

// The clock of an instance begins on Monday, 15 June 2026, at noon in India.
let wallets: WalletInstance
beforeAll(async () => {
  wallets = await openWalletInstance()
})
afterAll(() => wallets.instance.close())

const scheduled = (delay_days: number) =>
  wallets.instance.run(
    updateSettlementSettings,
    { schedule: 'on', delay_days },
    undefined,
    wallets.instance.system,
  )
const settle = () => wallets.instance.run(settleBalance, {}, undefined, wallets.instance.system)
const list = async () => ok(await wallets.rest.get('/v1/settlements?count=100'), 200).items

describe('a settlement', () => {
  it('is made of no account that does not ask for it', async () => {
    await settleBalances(wallets.instance.runtime)
    expect(await list()).toEqual([])
    expect(await settle()).toEqual({ settlement: null })
  })

  it('pays what was captured before the delay, less what was refunded and transferred since, and sends the event', async () => {
    const { instance, rest, shop, holder } = wallets
    await scheduled(2)
    // Monday: five payments of 100,000.00 each, with a fee of 2 % and 18 % tax on it.
    const holding = await holder(40_000)
    const [first] = await shop.rows("SELECT id FROM payments WHERE status = 'captured' ORDER BY id LIMIT 1")
    ok(await shop.refund(first, { amount: 1_000_000 }))
    await instance.pass(DAY)
    expect(await settle()).toEqual({ settlement: null })
    const later = await shop.captured(500_000)
    await instance.pass(DAY)
    const before = await instance.balance()
    expect(await instance.violations()).toEqual([])

    const { settlement } = await settle()
    const fees = 5 * 236_000
    expect(settlement).toMatchObject({
      entity: 'settlement',
      status: 'created',
      amount: 5 * 10_000_000 - fees - 40_000 - 1_000_000,
      fees,
      tax: 5 * 36_000,
      utr: null,
    })
    expect(before - (await instance.balance())).toBe(settlement?.amount)
    expect(await instance.balance()).toBe(500_000 - later.fee)
    expect(await instance.violations()).toEqual([])

    await instance.pass(60)
    const processed = ok(await rest.get(`/v1/settlements/${settlement?.id}`), 200)
    expect(processed).toMatchObject({ status: 'processed', utr: expect.stringMatching(/^[0-9A-Z]{22}$/) })
    expect(Object.keys(processed)).toEqual([
      'id',
      'entity',
      'amount',
      'status',
      'fees',
      'tax',
      'utr',
      'created_at',
    ])
    expect(await list()).toEqual([processed])
    const events = await shop.rows("SELECT payload FROM events WHERE event = 'settlement.processed'")
    expect(events).toEqual([{ payload: { settlement: { entity: processed } } }])
    const transfers = ok(await rest.get(`/v1/transfers?recipient_settlement_id=${processed.id}`), 200)
    expect(transfers.items).toMatchObject([{ recipient: holding.id, recipient_settlement_id: processed.id }])
    expect(await instance.violations()).toEqual([])
  })

  it('is made once a day, however many ask at once', async () => {
    await wallets.instance.pass(DAY)
    await times(4, () => settleBalances(wallets.instance.runtime))
    // Thursday: the payment of Tuesday.
    expect(await list()).toHaveLength(2)
    await settleBalances(wallets.instance.runtime)
    expect(await list()).toHaveLength(2)
    expect(await wallets.instance.balance()).toBe(0)
    expect(await wallets.instance.violations()).toEqual([])
  })

  it('reconciles: the movements of a month, a day or a page of it come to the settlements', async () => {
    const { rest, instance } = wallets
    await instance.pass(60)
    const all = ok(await rest.get('/v1/settlements/recon/combined?year=2026&month=06&count=1000'), 200)
    const net = all.items.reduce(
      (sum: number, item: { credit: number; debit: number }) => sum + item.credit - item.debit,
      0,
    )
    expect(net).toBe((await list()).reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0))
    expect(all.items.map(({ type }: { type: string }) => type).sort()).toEqual(
      ['refund', 'transfer', ...Array(6).fill('payment')].sort(),
    )
    const payment = all.items.find(({ type }: { type: string }) => type === 'payment')
    expect(payment).toMatchObject({
      entity_id: expect.stringMatching(/^pay_/),
      order_id: expect.stringMatching(/^order_/),
      settlement_id: expect.stringMatching(/^setl_/),
      settlement_utr: expect.any(String),
      method: 'card',
      card_network: 'Visa',
      payment_id: null,
      settled: true,
    })
    const thursday = ok(await rest.get('/v1/settlements/recon/combined?year=2026&month=6&day=18'), 200)
    expect(thursday.count).toBe(1)
    const page = ok(await rest.get('/v1/settlements/recon/combined?year=2026&month=6&count=2&skip=1'), 200)
    expect(page.items).toEqual(all.items.slice(1, 3))
    // A client that is told whether more follows, as tools are.
    const moreAfter = async (skip: number) => {
      const meta = { requestId: 'req_more', lookAhead: true }
      const request = { year: 2026, month: 6, count: 2, skip }
      const { value, more } = await execute(
        instance.runtime,
        fetchReconciliation,
        instance.actor,
        request,
        meta,
      )
      return [value.items.length, more]
    }
    expect(await moreAfter(0)).toEqual([2, true])
    expect(await moreAfter(all.count - 2)).toEqual([2, false])
    expect(ok(await rest.get('/v1/settlements/recon/combined?year=2025&month=6'), 200).count).toBe(0)
    expect(ok(await rest.get('/v1/settlements/recon/combined?count=1000'), 200)).toEqual(all)
    expect((await rest.get('/v1/settlements/recon/combined?month=13')).error).toMatchObject({
      field: 'month',
    })
  })

  it('counts its movements by the half hour in which they were created', async () => {
    const { rows } = await wallets.instance.database.pool.query(
      `SELECT settlements.movements IS NOT DISTINCT FROM (
         SELECT jsonb_object_agg(bucket, total) FROM (
           SELECT created_at - created_at % 1800 AS bucket, count(*) AS total FROM balance_movements line
           WHERE line.account_id = settlements.account_id AND line.settlement_id = settlements.id AND kind <> 'settlement' GROUP BY 1) AS buckets) AS right
       FROM settlements WHERE account_id = $1`,
      [wallets.instance.merchant.accounts.test],
    )
    expect(rows).toEqual(Array(2).fill({ right: true }))
  })

  it('waits while the balance owes more than is due, and takes that into account later', async () => {
    const { instance, shop } = wallets
    const paid = await shop.captured(1_000_000)
    ok(await shop.refund(paid, { amount: 900_000 }))
    await instance.pass(4 * DAY)
    // 1,000,000 less fee and refund is left; the next payment adds to it.
    const { settlement } = await settle()
    expect(settlement?.amount).toBe(1_000_000 - paid.fee - 900_000)
    const more = await shop.captured(200_000)
    ok(await shop.refund(more, { amount: 100_000 }))
    await instance.pass(DAY)
    // The refund counts at once, the payment after the delay: nothing is left to pay.
    expect(await settle()).toEqual({ settlement: null })
    expect(await instance.violations()).toEqual([])
  })

  it('that the bank returns is back in the balance, and part of the next one', async () => {
    const { instance, rest } = wallets
    const now = await instance.run(settleNow, {}, undefined, instance.system)
    expect(await instance.balance()).toBe(0)
    const { acquirer } = instance.runtime
    instance.runtime.acquirer = (account) => ({
      ...acquirer(account),
      settle: async () => ({ outcome: 'reversed', reason: 'The account is closed.' }),
    })
    await instance.run(processSettlement, { id: now.id }, undefined, instance.system)
    instance.runtime.acquirer = acquirer
    expect(ok(await rest.get(`/v1/settlements/${now.id}`), 200)).toMatchObject({
      status: 'failed',
      utr: null,
    })
    expect(await instance.balance()).toBe(now.amount)
    expect(await instance.violations()).toEqual([])
    await instance.pass(60)
    const again = await instance.run(settleNow, {}, undefined, instance.system)
    expect(again).toMatchObject({ amount: now.amount, fees: 0, tax: 0 })
    await instance.pass(60)
    expect(await instance.violations()).toEqual([])
    await expect(instance.run(settleNow, {}, undefined, instance.system)).rejects.toMatchObject({
      reason: 'insufficient_balance',
    })
  })

  it('says what the next one comes to, and the same sum is settled then', async () => {
    const { instance, shop } = wallets
    await shop.captured(300_000)
    await instance.pass(4 * DAY)
    await scheduled(1)
    const { next } = await instance.run(fetchSettlementSettings, {}, undefined, instance.system)
    await instance.pass((next?.at ?? 0) - instance.now())
    const { settlement } = await settle()
    expect(String(settlement?.amount)).toBe(next?.amount)
    // Later on the same day the next one is on another.
    await instance.pass(9 * 3600)
    const later = await instance.run(fetchSettlementSettings, {}, undefined, instance.system)
    expect(later.next?.at).toBeGreaterThan(instance.now())
    expect(later.next).toMatchObject({ amount: '0', count: 0 })
    const off = await instance.run(updateSettlementSettings, { schedule: 'off' }, undefined, instance.system)
    expect(off).toMatchObject({ delay_days: null, next: null })
  })

  it('is expected in the future, also on a day that has nothing to settle', async () => {
    const { instance, shop } = wallets
    await instance.pass(7 * DAY)
    await scheduled(1)
    await settle()
    const next = async () =>
      (await instance.run(fetchSettlementSettings, {}, undefined, instance.system)).next
    await instance.pass(DAY)
    await shop.captured(70_000)
    const waiting = await next()
    expect(waiting?.at).toBeGreaterThan(instance.now() + 300)
    await instance.pass((waiting?.at ?? 0) - instance.now() + 60)
    // What is due today is settled within minutes.
    expect(await next()).toMatchObject({ at: instance.now() + 300, amount: waiting?.amount })
    await settle()
  })

  it('leaves to refunds that come at the same time what it does not take', async () => {
    const { instance, shop } = wallets
    const paid = await Promise.all([1, 2, 3, 4].map(() => shop.captured(100_000)))
    await Promise.all([
      ...paid.map((payment) => shop.refund(payment, { amount: 50_000 })),
      instance.run(settleNow, {}, undefined, instance.system),
    ])
    expect(await instance.balance()).toBeGreaterThanOrEqual(0)
    expect(await instance.violations()).toEqual([])
  })
})
