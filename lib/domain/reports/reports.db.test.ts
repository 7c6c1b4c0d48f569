import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchBalance } from '#lib/domain/balance/fetch.ts'
import { getAccount } from '#lib/domain/merchants/fetch.ts'
import { fetchAllPayments } from '#lib/domain/payments/fetch-all.ts'
import { fetchDayTotals } from '#lib/domain/reports/day-totals.ts'
import { summarizeFailures } from '#lib/domain/reports/failures.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest } from '#lib/testing/rest.ts'
import { shopOf, upiOf } from '#lib/testing/shop.ts'
import { DAY } from '#lib/values/time.ts'

let instance: Instance
let shop: ReturnType<typeof shopOf>
beforeAll(async () => {
  instance = await openInstance()
  shop = shopOf(await openRest(instance), instance)
})
afterAll(() => instance.close())

const dateOf = (at: number) => new Date((at + 19_800) * 1000).toISOString().slice(0, 10)

describe('the totals of a day', () => {
  it('agree with the balance and the ledger, and are of the day of the account', async () => {
    const before = Number((await instance.run(fetchBalance, {})).balance)
    const paid = await shop.captured(50_000)
    const returned = await shop.captured(20_000)
    await shop.authorized(70_000)
    await shop.refund(returned, { amount: 5_000 })
    const totals = await instance.run(fetchDayTotals, { period: 'today' })
    const { rows } = await instance.runtime.query<{ fees: string; tax: string }>(
      `SELECT coalesce(sum(amount) FILTER (WHERE credit = 'fees'), 0)::text AS fees,
              coalesce(sum(amount) FILTER (WHERE credit = 'tax'), 0)::text AS tax FROM ledger_postings WHERE account_id = $1`,
      [instance.actor.account.id],
    )
    expect(totals).toMatchObject({
      captured: 70_000,
      captured_count: 2,
      refunded: 5_000,
      refunded_count: 1,
      refunds_failed: 0,
      fees: Number(rows[0]?.fees),
      tax: Number(rows[0]?.tax),
      transferred: 0,
      settled: 0,
      time_zone: 'Asia/Kolkata',
      currency: 'INR',
    })
    const after = Number((await instance.run(fetchBalance, {})).balance)
    expect(totals.net).toBe(after - before)
    expect(totals.balance_change).toBe(totals.net)
    expect(totals.fees).toBe(paid.fee - paid.tax + returned.fee - returned.tax)
    expect(totals.to - totals.from).toBe(DAY - 1)
    expect(await instance.run(fetchDayTotals, {})).toMatchObject({ captured: 0, net: 0, days: [] })
    expect(await instance.run(fetchDayTotals, { period: 'last 7 days' })).toMatchObject({
      net: totals.net,
      days: [{ date: dateOf(instance.now()), captured: 70_000, net: totals.net }],
    })
    expect(await instance.run(fetchDayTotals, { period: dateOf(instance.now()) })).toEqual(totals)
  })

  it('are of a period that can be read, and that is not too long', async () => {
    for (const period of ['soon', '', '2025-01-01 to 2026-01-01'])
      await expect(instance.run(fetchDayTotals, { period }), period).rejects.toMatchObject({
        reason: 'input_validation_failed',
        field: 'period',
      })
  })

  it('are of a span between two times, or from one until now', async () => {
    const now = instance.now()
    const today = await instance.run(fetchDayTotals, { period: 'today' })
    const span = await instance.run(fetchDayTotals, { from: today.from, to: today.to })
    expect(span).toEqual(today)
    const open = await instance.run(fetchDayTotals, { from: today.from })
    expect(open).toMatchObject({ from: today.from, to: now, captured: today.captured, net: today.net })
    expect(await instance.run(summarizeFailures, { from: today.from })).toMatchObject({
      from: today.from,
      to: now,
    })
    for (const run of [fetchDayTotals, summarizeFailures])
      for (const [input, field, message] of [
        [{ period: 'today', from: now }, 'period', 'not both'],
        [{ to: now }, 'from', 'from is required beside to'],
        [{ from: now, to: now - 1 }, 'from', 'later than to'],
        [{ from: now - 93 * DAY }, 'from', 'up to 92 days'],
      ] as const)
        await expect(instance.run(run as typeof fetchDayTotals, input)).rejects.toMatchObject({
          reason: 'input_validation_failed',
          field,
          message: expect.stringContaining(message),
        })
  })

  it('need the permissions of everything in them', async () => {
    const { permissions } = instance.actor
    for (const lacking of ['payments:read', 'refunds:read', 'balance:read'] as const) {
      const actor = {
        ...instance.actor,
        permissions: new Set([...permissions].filter((permission) => permission !== lacking)),
      }
      await expect(instance.run(fetchDayTotals, {}, undefined, actor)).rejects.toMatchObject({
        reason: 'permission_denied',
      })
    }
  })
})

describe('the summary of failures', () => {
  it('has the number and the amount of each reason, with what it means', async () => {
    const before = await instance.run(summarizeFailures, { period: 'today' })
    for (const amount of [1_000, 2_000]) await shop.attempt(await shop.order(amount), upiOf('failure'))
    const { rows } = await instance.runtime.query<{ reason: string; count: number; amount: string }>(
      `SELECT error_reason AS reason, count(*)::int AS count, sum(amount)::text AS amount FROM payments
       WHERE account_id = $1 AND status = 'failed' GROUP BY 1 ORDER BY 2 DESC, 1`,
      [instance.actor.account.id],
    )
    const summary = await instance.run(summarizeFailures, {})
    expect(summary.reasons.map(({ error_reason, count, amount }) => [error_reason, count, amount])).toEqual(
      rows.map(({ reason, count, amount }) => [reason, count, Number(amount)]),
    )
    expect(summary.failed - before.failed).toBe(2)
    expect(Number(summary.failed_amount) - Number(before.failed_amount)).toBe(3_000)
    expect(summary.attempts - before.attempts).toBe(2)
    expect(summary.reasons[0]).toMatchObject({
      means: expect.stringMatching(/\.$/),
      source: expect.stringMatching(/^(customer|bank|gateway|business)$/),
    })
    expect(await instance.run(summarizeFailures, { period: 'yesterday' })).toMatchObject({
      failed: 0,
      reasons: [],
    })
  })
})

describe('payments', () => {
  it('say until when they can be captured and when they were, and are found by both', async () => {
    const uncaptured = await shop.authorized(7_100)
    const paid = await shop.captured(7_200)
    const window = instance.actor.account.authorization_window_seconds
    expect(uncaptured).toMatchObject({ captured_at: null, authorized_until: uncaptured.created_at + window })
    expect(paid).toMatchObject({ captured_at: paid.created_at, authorized_until: null })
    const ids = async (filter: object) => {
      const { items } = await instance.run(fetchAllPayments, { count: 100, ...filter })
      return items.map(({ id }: { id: string }) => id)
    }
    const until = uncaptured.authorized_until
    const expiring = await ids({ authorized_until_from: until, authorized_until_to: until })
    expect(expiring).toContain(uncaptured.id)
    expect(expiring).not.toContain(paid.id)
    expect(await ids({ authorized_until_to: until - 1, authorized_until_from: until - 1 })).toEqual([])
    const at = paid.captured_at
    for (const filter of [
      { captured_from: at, captured_to: at },
      { captured_from: at - 40 * DAY, captured_to: at },
      { captured_to: at },
      { captured_from: at - 5, expand: ['card'] },
    ]) {
      const captured = await ids(filter)
      expect(captured, JSON.stringify(filter)).toContain(paid.id)
      expect(captured, JSON.stringify(filter)).not.toContain(uncaptured.id)
    }
    expect(await ids({ captured_from: at - 9, captured_to: at - 5 })).not.toContain(paid.id)
    // The event has the payment as it was then.
    const [captured] = (await shop.events(paid.id)).filter(({ event }) => event === 'payment.captured')
    expect(captured.payload.payment.entity).toMatchObject({ captured_at: at, authorized_until: null })
    const [authorized] = (await shop.events(uncaptured.id)).filter(
      ({ event }) => event === 'payment.authorized',
    )
    expect(authorized.payload.payment.entity).toMatchObject({ captured_at: null, authorized_until: until })
  })
})

describe('the account', () => {
  it('has what a caller needs to know first, and the balance for who may see it', async () => {
    const account = await instance.run(getAccount, {})
    expect(account).toMatchObject({
      mode: 'test',
      currency: 'INR',
      time_zone: 'Asia/Kolkata',
      today: dateOf(instance.now()),
      balance: Number((await instance.run(fetchBalance, {})).balance),
      access: null,
    })
    const actor = { ...instance.actor, permissions: new Set(['payments:read' as const]) }
    expect(await instance.run(getAccount, {}, undefined, actor)).not.toHaveProperty('balance')
  })
})

// Last, since it moves the clock by days.
describe('the net of a day', () => {
  it('leaves out what never reached the balance, and says so', async () => {
    const from = instance.now() + 1
    await instance.pass(1)
    const authorized = await shop.authorized(31_000)
    const paid = await shop.captured(40_000)
    // The bank fails refunds of this amount.
    const failing = (await shop.refund(paid, { amount: 1_013 })).body
    await instance.pass(instance.actor.account.authorization_window_seconds + DAY)
    expect(await shop.fetch(authorized.id)).toMatchObject({ status: 'refunded', captured: false })
    expect(await shop.fetch(failing.id)).toMatchObject({ status: 'failed' })
    const totals = await instance.run(fetchDayTotals, { from })
    expect(totals).toMatchObject({
      captured: 40_000,
      refunded: 1_013,
      refunded_count: 1,
      refunds_failed: 1_013,
      net: 40_000 - paid.fee,
    })
    expect(totals.counts).toMatch(/^As in Balance: by capture time, .* never captured\.$/)
  })
})
