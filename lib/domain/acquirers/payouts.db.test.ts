import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useAcquirer } from '#lib/domain/acquirers/use.ts'
import { processPayout } from '#lib/domain/payouts/process.ts'
import { processSettlement } from '#lib/domain/settlements/process.ts'
import { recordBankSettlement } from '#lib/domain/settlements/record.ts'
import { runJob } from '#lib/jobs/run.ts'
import { resumeSilent } from '#lib/jobs/settle.ts'
import { acquirerProxy } from '#lib/testing/acquirer-proxy.ts'
import {
  type Bank,
  bankTotal,
  type LiveInstance,
  notify,
  openLiveInstance,
  quickBank,
  type Spoil,
} from '#lib/testing/live-instance.ts'
import { DAY } from '#lib/values/time.ts'

/** Account numbers of the simulator: how their payouts end. */
const ARRIVES = '501000123411'
const RETURNS = '501000123000'
const SLOW = '501000123111'

let there: LiveInstance
let first: Bank
let second: Bank
/** Stands before the first bank. */
let proxy: Awaited<ReturnType<typeof acquirerProxy>>
let spoil: Spoil | null
let acquirer: string
beforeAll(async () => {
  there = await openLiveInstance()
  first = await quickBank()
  second = await quickBank()
  proxy = await acquirerProxy(first.url, (passing) => (spoil ? spoil(passing) : passing.forward()))
  acquirer = await there.use({ url: proxy.url, secrets: first.secrets })
})
afterAll(async () => {
  await there.close()
  await proxy.close()
  await Promise.all([first.close(), second.close()])
})
beforeEach(async () => {
  spoil = null
  await there.run(useAcquirer, { id: acquirer })
})
afterEach(async () => {
  expect(await there.instance.violations()).toEqual([])
  expect(await there.atBank()).toBe(bankTotal([first, second]))
})

/** Does what passes, and loses so many of the responses to a call. */
function losing(call: string, times: number): Spoil {
  let left = times
  return async ({ path, forward }) => {
    const reply = await forward()
    if (path !== call || left === 0) return reply
    left -= 1
    return null
  }
}

/** The bank has decided what was slow. */
function decide(bank: Bank, reference: string): void {
  const record = bank.records.get(reference)
  if (record) bank.records.set(reference, { ...record, settles_at: null })
}

const eventsOf = async (name: string, id: string) =>
  (
    await there.rows(
      `SELECT 1 FROM events WHERE account_id = $1 AND event = $2 AND payload::text LIKE '%' || $3 || '%'`,
      there.account_id,
      name,
      id,
    )
  ).length

describe('a payout of live mode', () => {
  const paidOut = async (account: string, seconds = 60) => {
    const holder = await there.holder(50_000, account)
    const payout = await there.payOut(holder)
    await there.instance.pass(seconds)
    return { holder, payout, ended: await there.payoutOf(payout.id) }
  }

  it('arrives, with the reference of the bank', async () => {
    const { holder, payout, ended } = await paidOut(ARRIVES)
    const record = first.records.get(payout.id)
    expect(record).toMatchObject({ kind: 'payout', answer: { amount: 10_000, currency: 'INR' } })
    expect(ended).toMatchObject({ status: 'processed', utr: expect.stringMatching(/^[A-Z0-9]{22}$/) })
    expect(record?.final).toEqual({ outcome: 'processed', utr: ended.utr })
    expect(await eventsOf('payout.processed', payout.id)).toBe(1)
    expect(await there.walletOf(holder.customer)).toBe(50_000 - 10_000 - ended.fees - ended.tax)
  })

  it('that comes back is in the wallet again, with its fees', async () => {
    const { holder, payout, ended } = await paidOut(RETURNS)
    expect(ended).toMatchObject({ status: 'reversed', utr: null })
    expect(await eventsOf('payout.reversed', payout.id)).toBe(1)
    expect(await there.walletOf(holder.customer)).toBe(50_000)
  })

  it('that takes long ends with the notification, however often that is sent', async () => {
    const { payout, ended } = await paidOut(SLOW)
    expect(ended.status).toBe('processing')
    // Too early: the bank is asked, and has not decided.
    await notify(acquirer, payout.id, first.secrets)
    await there.instance.pass(1)
    expect((await there.payoutOf(payout.id)).status).toBe('processing')
    decide(first, payout.id)
    for (const message of ['msg_same', 'msg_same', 'msg_same', 'msg_other'])
      expect((await notify(acquirer, payout.id, first.secrets, message)).status).toBe(200)
    await there.instance.pass(1)
    expect((await there.payoutOf(payout.id)).status).toBe('processed')
    await notify(acquirer, payout.id, first.secrets)
    await there.instance.pass(2 * DAY)
    expect(await eventsOf('payout.processed', payout.id)).toBe(1)
  })

  it('whose notification is lost is asked for until it has ended', async () => {
    const { payout, ended } = await paidOut(SLOW, 3600)
    expect(ended.status).toBe('processing')
    decide(first, payout.id)
    await there.instance.pass(2 * 3600)
    expect((await there.payoutOf(payout.id)).status).toBe('processed')
  })

  it('whose responses are lost is made once', async () => {
    spoil = losing('payout', 7)
    const { payout, ended } = await paidOut(ARRIVES, 600)
    expect(ended.status).toBe('processed')
    expect([...first.records.keys()].filter((reference) => reference === payout.id)).toHaveLength(1)
    expect(await eventsOf('payout.processed', payout.id)).toBe(1)
  })

  it('is made once by a server that is killed between the call and its record', async () => {
    const holder = await there.holder(50_000, ARRIVES)
    const payout = await there.payOut(holder)
    const { runtime } = there.instance
    const { acquirer: real } = runtime
    runtime.acquirer = (account, id) => ({
      ...real(account, id),
      async payout(request) {
        await real(account, id).payout(request)
        throw new Error('The server died here.')
      },
    })
    const data = { account_id: there.account_id, payout_id: payout.id }
    await expect(runJob(runtime, 'process-payout', data)).rejects.toThrow('The server died here.')
    expect(first.records.has(payout.id)).toBe(true)
    expect((await there.payoutOf(payout.id)).status).toBe('processing')
    await there.restart()
    await runJob(runtime, 'process-payout', data)
    expect((await there.payoutOf(payout.id)).status).toBe('processed')
    // Two workers at once, later.
    await Promise.all([runJob(runtime, 'process-payout', data), there.run(processPayout, { id: payout.id })])
    expect(await eventsOf('payout.processed', payout.id)).toBe(1)
    there.instance.jobs.length = 0
  })

  it('waits for a bank that is silent for a day without a failed job, and is made once', async () => {
    const holder = await there.holder(50_000, ARRIVES)
    spoil = async () => null
    const payout = await there.payOut(holder)
    await there.instance.pass(DAY)
    expect((await there.payoutOf(payout.id)).status).toBe('processing')
    expect(there.instance.jobs.filter(({ name }) => name === 'process-payout')).toHaveLength(1)
    spoil = null
    await there.instance.pass(2 * 3600)
    expect((await there.payoutOf(payout.id)).status).toBe('processed')
  })

  it('is not made at a bank that makes none, and the wallet keeps its amount', async () => {
    const holder = await there.holder(50_000, ARRIVES)
    const slow = await there.holder(50_000, SLOW)
    const under = await there.payOut(slow)
    await there.instance.pass(1)
    await withCapabilities({ payouts: false }, async () => {
      await expect(there.payOut(holder)).rejects.toMatchObject({ reason: 'acquirer_cannot' })
      expect(await there.walletOf(holder.customer)).toBe(50_000)
      // One that is under way ends where it began.
      decide(first, under.id)
      await there.instance.pass(3600)
      expect((await there.payoutOf(under.id)).status).toBe('processed')
    })
  })

  it('that is under way is finished at its bank when another one is used', async () => {
    const holder = await there.holder(50_000, SLOW)
    const before = await there.payOut(holder)
    await there.instance.pass(60)
    const other = await there.use(second)
    const later = await there.payOut(holder)
    await there.instance.pass(60)
    expect([first.records.has(before.id), second.records.has(before.id)]).toEqual([true, false])
    expect([first.records.has(later.id), second.records.has(later.id)]).toEqual([false, true])
    decide(first, before.id)
    decide(second, later.id)
    // Each bank speaks of its own alone.
    expect((await notify(other, before.id, second.secrets)).status).toBe(200)
    await there.instance.pass(1)
    expect((await there.payoutOf(before.id)).status).toBe('processing')
    await notify(acquirer, before.id, first.secrets)
    await notify(other, later.id, second.secrets)
    await there.instance.pass(1)
    expect((await there.payoutOf(before.id)).status).toBe('processed')
    expect((await there.payoutOf(later.id)).status).toBe('processed')
    const under_way = async (id: string) => Number((await there.detailsOf(id)).health.under_way)
    expect(await under_way(acquirer)).toBe(0)
  })

  it('goes on at a bank that was restarted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bank-'))
    const own = await quickBank({ folder })
    await there.use(own)
    const holder = await there.holder(50_000, SLOW)
    const payout = await there.payOut(holder)
    await there.instance.pass(60)
    await own.close()
    await there.instance.pass(3600)
    const again = await quickBank({ folder, port: Number(new URL(own.url).port), secrets: own.secrets })
    try {
      expect(again.records.get(payout.id)).toBeDefined()
      decide(again, payout.id)
      await there.instance.pass(2 * 3600)
      expect((await there.payoutOf(payout.id)).status).toBe('processed')
      expect(await there.atBank()).toBe(bankTotal([first, second, again]))
    } finally {
      // What it has done is counted with the first.
      for (const record of again.records.values()) first.records.set(record.reference, record)
      await again.close()
      rmSync(folder, { recursive: true })
    }
  }, 30_000)
})

/** While the bank in use says that it can do something else. */
async function withCapabilities(change: object, work: (id: string) => Promise<void>): Promise<void> {
  spoil = async ({ path, forward }) => {
    const reply = await forward()
    return path === '' ? { ...reply, body: JSON.stringify({ ...JSON.parse(reply.body), ...change }) } : reply
  }
  await work(await there.use({ url: proxy.url, secrets: first.secrets }))
}

describe('a settlement of live mode', () => {
  const settled = async (amount = 90_000) => {
    const settlement = await there.settle(amount)
    if (!settlement) throw new Error('Nothing was settled.')
    return settlement
  }
  const statusOf = async (id: string) =>
    (
      await there.rows<{ status: string; utr: string | null }>(
        'SELECT status, utr FROM settlements WHERE id = $1',
        id,
      )
    )[0]

  it('arrives, with the reference of the bank', async () => {
    const settlement = await settled()
    await there.instance.pass(60)
    const ended = await statusOf(settlement.id)
    expect(ended).toEqual({ status: 'processed', utr: expect.stringMatching(/^[A-Z0-9]{22}$/) })
    expect(first.records.get(settlement.id)).toMatchObject({
      answer: { amount: settlement.amount },
      final: { outcome: 'processed', utr: ended?.utr },
    })
    expect(await eventsOf('settlement.processed', settlement.id)).toBe(1)
  })

  it('that the bank returns is in the balance again, and part of the next one', async () => {
    spoil = async ({ path, forward }) =>
      path === 'settle'
        ? { status: 200, body: JSON.stringify({ outcome: 'reversed', reason: 'The account is closed.' }) }
        : forward()
    const settlement = await settled()
    await there.instance.pass(60)
    expect((await statusOf(settlement.id))?.status).toBe('failed')
    expect(await there.instance.violations()).toEqual([])
    spoil = null
    const next = await settled(70_000)
    expect(next.amount).toBeGreaterThan(settlement.amount)
    await there.instance.pass(60)
    expect((await statusOf(next.id))?.status).toBe('processed')
  })

  it('that is pending ends with the notification, however often that is sent', async () => {
    let pending = true
    spoil = async ({ path, forward }) => {
      const reply = await forward()
      return path === 'settle' && pending ? { status: 200, body: '{"outcome":"pending"}' } : reply
    }
    const settlement = await settled()
    await there.instance.pass(60)
    expect((await statusOf(settlement.id))?.status).toBe('created')
    pending = false
    for (const message of ['msg_one', 'msg_one', 'msg_two'])
      await notify(acquirer, settlement.id, first.secrets, message)
    await there.instance.pass(1)
    expect((await statusOf(settlement.id))?.status).toBe('processed')
    await notify(acquirer, settlement.id, first.secrets)
    await there.instance.pass(3600)
    expect(await eventsOf('settlement.processed', settlement.id)).toBe(1)
  })

  it('whose responses are lost, at a server that is restarted, is made once', async () => {
    spoil = losing('settle', 7)
    const settlement = await settled()
    await there.instance.pass(30)
    await there.restart()
    await there.instance.pass(600)
    expect((await statusOf(settlement.id))?.status).toBe('processed')
    await Promise.all([1, 2, 3].map(() => there.run(processSettlement, { id: settlement.id })))
    expect(await eventsOf('settlement.processed', settlement.id)).toBe(1)
  })

  it('that is under way is finished at its bank when another one is used', async () => {
    let pending = true
    spoil = async ({ path, forward }) => {
      const reply = await forward()
      return path === 'settle' && pending ? { status: 200, body: '{"outcome":"pending"}' } : reply
    }
    const settlement = await settled()
    await there.instance.pass(60)
    await there.use(second)
    pending = false
    await there.instance.pass(3600)
    expect((await statusOf(settlement.id))?.status).toBe('processed')
    expect([first.records.has(settlement.id), second.records.has(settlement.id)]).toEqual([true, false])
  })

  it('is not made where the bank settles by itself, and leaves its payments out under another one', async () => {
    await withCapabilities({ settlement: false }, async (own) => {
      expect(await there.settle(60_000)).toBeNull()
      const due = await there.rows<{ due: number | bigint }>(
        `SELECT sum(credit - debit)::bigint AS due FROM balance_movements movement
         JOIN payments payment ON payment.account_id = movement.account_id AND payment.id = movement.payment_id
         WHERE movement.account_id = $1 AND movement.settlement_id IS NULL AND payment.acquirer_id = $2`,
        there.account_id,
        own,
      )
      const amount = Number(due[0]?.due)
      // The bank pays it without being asked.
      const bank = there.instance.runtime.acquirers.of({ id: there.account_id }, own)
      await bank.settle({ reference: 'of_the_bank', amount, currency: 'INR' })
      const settled_at = there.instance.now()
      const entered = { id: own, amount, utr: 'UTR12345678', settled_at }
      await expect(there.run(recordBankSettlement, { ...entered, amount: amount + 1 })).rejects.toMatchObject(
        {
          reason: 'insufficient_balance',
          field: 'amount',
        },
      )
      const balance = async () => {
        const [found] = await there.rows<{ balance: number | bigint }>(
          "SELECT balance FROM ledger_balances WHERE account_id = $1 AND account = 'merchant_balance'",
          there.account_id,
        )
        return Number(found?.balance)
      }
      const before = await balance()
      const recorded = await Promise.all([1, 2, 3].map(() => there.run(recordBankSettlement, entered)))
      expect(new Set(recorded.map(({ id }) => id)).size).toBe(1)
      expect(recorded[0]).toMatchObject({ amount, status: 'processed', utr: 'UTR12345678' })
      expect(await balance()).toBe(before - amount)
      expect(await eventsOf('settlement.processed', recorded[0]?.id ?? '')).toBe(1)
      await expect(there.run(recordBankSettlement, { ...entered, amount: 100 })).rejects.toMatchObject({
        field: 'utr',
      })
    })
    const entered = { id: acquirer, amount: 100, utr: 'UTR87654321', settled_at: there.instance.now() }
    await expect(there.run(recordBankSettlement, entered)).rejects.toMatchObject({ field: 'id' })
    await there.run(useAcquirer, { id: acquirer })
    spoil = null
    const settlement = await settled(10_000)
    expect(settlement.amount).toBeLessThanOrEqual(10_000)
    await there.instance.pass(60)
    expect((await statusOf(settlement.id))?.status).toBe('processed')
  })

  it('of before there was a bank goes to one, and to no other afterwards', async () => {
    const settlement = await settled()
    await there.rows('UPDATE settlements SET acquirer_id = NULL WHERE id = $1', settlement.id)
    await Promise.all([1, 2, 3].map(() => there.run(processSettlement, { id: settlement.id })))
    expect((await statusOf(settlement.id))?.status).toBe('processed')
    expect(first.records.has(settlement.id)).toBe(true)
    expect(await eventsOf('settlement.processed', settlement.id)).toBe(1)
  })

  it('that no job waits for any more is found again', async () => {
    spoil = async ({ path, forward }) => (path === 'settle' ? null : forward())
    const settlement = await settled()
    there.instance.jobs.length = 0
    await there.instance.pass(4 * 3600)
    spoil = null
    expect(await resumeSilent(there.instance.runtime)).toBe(1)
    expect((await statusOf(settlement.id))?.status).toBe('processed')
    expect(await resumeSilent(there.instance.runtime)).toBe(0)
  })
})
