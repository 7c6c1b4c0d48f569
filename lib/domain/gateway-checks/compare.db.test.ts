import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getAcquirerDetails } from '#lib/domain/acquirers/get-details.ts'
import { compareWithGateway } from '#lib/domain/gateway-checks/compare.ts'
import {
  acknowledgeDifference,
  askAboutDifference,
  requestComparison,
} from '#lib/domain/gateway-checks/decide.ts'
import { getDifferenceDetails, listDifferencesForDashboard } from '#lib/domain/gateway-checks/fetch.ts'
import { pollGateway } from '#lib/domain/gateway-checks/poll.ts'
import type { GatewayDifference } from '#lib/domain/gateway-checks/schema.ts'
import { UNDER_WAY } from '#lib/domain/gateway-checks/walk.ts'
import { startGatewayImport } from '#lib/domain/gateway-imports/change.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { fetchPaymentRefunds } from '#lib/domain/refunds/fetch.ts'
import { settleNow } from '#lib/domain/settlements/settle.ts'
import { createUser } from '#lib/domain/users/create.ts'
import { compareGateways } from '#lib/jobs/gateways.ts'
import { type GatewayPair, openGatewayPair } from '#lib/testing/gateway-pair.ts'
import { DAY } from '#lib/values/time.ts'

let pair: GatewayPair
beforeAll(async () => {
  pair = await openGatewayPair()
  const { here } = pair
  for (const role of ['finance', 'support'] as const)
    await here.database.prisma.$transaction((tables) =>
      createUser(
        tables,
        { email: `${role}@shop.example`, name: role, password: '-', merchant_id: here.merchant.id, role },
        '-',
        here.now() * 1000,
      ),
    )
})
afterEach(() => {
  pair.faults.before = null
  pair.faults.cutAfter = null
})
afterAll(async () => {
  expect(await pair.here.violations()).toEqual([])
  expect(await pair.there.violations()).toEqual([])
  await pair.close()
})

const sqlHere = (text: string, values: unknown[] = []) => pair.here.runtime.query(text, values)

async function compare() {
  await pair.pass(UNDER_WAY + 60)
  return pair.run(compareWithGateway, { id: pair.id })
}

const listed = async (filter: object = {}) =>
  (await pair.run(listDifferencesForDashboard, filter)).items as GatewayDifference[]
const open = () => listed({ state: ['open'] })
const short = (all: GatewayDifference[]) => all.map(({ subject, kind }) => `${subject} ${kind}`).sort()
const checks = async () => (await pair.run(getAcquirerDetails, { id: pair.id })).checks

/** A payment of live mode that is authorized at both sides, without a job that waits. */
async function authorized(amount: number) {
  const begun = await pair.begin(amount)
  const there = await pair.payThere(begun.reference)
  await pair.here.pass(3600)
  await pair.there.pass(3600)
  expect(await pair.statusHere(begun.id)).toBe('authorized')
  pair.dropJobs()
  return { ...begun, there: there.id }
}

async function captured(amount: number) {
  const payment = await authorized(amount)
  await pair.run(capturePayment, { id: payment.id, amount })
  return payment
}

describe('without a difference', () => {
  it('none is made by itself on the day on which the account is added: nothing is imported yet', async () => {
    await compareGateways(pair.here.runtime)
    expect((await checks())?.compared_at ?? null).toBeNull()
  })

  it('a comparison finds none, and says what it has read', async () => {
    await captured(500_000)
    await authorized(20_000)
    await pair.begin(30_000)
    pair.dropJobs()
    expect(await compare()).toEqual({ compared: true })
    expect(await listed()).toEqual([])
    expect((await checks())?.comparison_result).toMatchObject({ records: 2, found: 0, new: 0, unread: 0 })
  })
})

describe('each kind of difference', () => {
  beforeEach(() => pair.dropJobs())
  afterEach(async () => {
    expect(short(await open())).toEqual([])
  })

  it('a payment that is paid there and open here: asked again, it is recorded', async () => {
    const begun = await pair.begin(21_000)
    await pair.payThere(begun.reference)
    pair.dropJobs()
    await compare()
    const [found] = await open()
    expect(short(await open())).toEqual(['payment status'])
    expect(found).toMatchObject({
      object_id: begun.id,
      here: { status: 'created' },
      there: { status: 'authorized' },
    })
    const id = found?.id ?? ''
    expect(await pair.run(getDifferenceDetails, { id })).toMatchObject({ next_step: 'ask' })
    expect(await pair.run(askAboutDifference, { id })).toMatchObject({ state: 'solved' })
    expect(await pair.statusHere(begun.id)).toBe('authorized')
    await expect(pair.run(askAboutDifference, { id })).rejects.toMatchObject({
      reason: 'input_validation_failed',
    })
  })

  it('a payment that was captured there: captured here too, it is solved by the next comparison', async () => {
    const { id, there } = await authorized(22_000)
    await pair.there.run(capturePayment, { id: there, amount: 22_000 })
    await compare()
    const [found] = await open()
    expect(short(await open())).toEqual(['payment status'])
    expect(await pair.run(getDifferenceDetails, { id: found?.id ?? '' })).toMatchObject({
      next_step: 'capture',
    })
    await pair.run(capturePayment, { id, amount: 22_000 })
    await compare()
    const [solved] = await listed({ state: ['solved'], gateway: there })
    expect(solved).toMatchObject({ kind: 'status', solved_at: pair.here.now() })
  })

  it('a payment that was made elsewhere', async () => {
    const payment = await pair.payElsewhere(23_000)
    await compare()
    const [found] = await open()
    expect(found).toMatchObject({
      subject: 'payment',
      kind: 'missing_here',
      gateway_id: payment.id,
      object_id: null,
      here: null,
      there: { amount: 23_000, status: 'captured' },
    })
    // What stays is acknowledged, with who and why, and opens again when it changes.
    const id = found?.id ?? ''
    const finance = { ...(await pair.live()), kind: 'user' as const, name: 'finance@shop.example' }
    const reason = 'From our old shop.'
    expect(await pair.run(acknowledgeDifference, { id, reason }, finance)).toMatchObject({
      state: 'acknowledged',
      acknowledged_by: 'user:finance@shop.example',
      reason,
    })
    await expect(pair.run(acknowledgeDifference, { id, reason })).rejects.toMatchObject({ field: 'id' })
    await compare()
    expect(await open()).toEqual([])
    await pair.there.run(refundPayment, { id: payment.id, amount: 23_000 })
    await compare()
    expect(short(await open())).toEqual(['payment missing_here', 'refund missing_here'])
    for (const one of await open()) await pair.run(acknowledgeDifference, { id: one.id, reason })
  })

  it('a refund that was made there differs, and so does the sum of the payment', async () => {
    const { there } = await captured(24_000)
    await pair.there.run(refundPayment, { id: there, amount: 4000 })
    await compare()
    const all = await open()
    expect(short(all)).toEqual(['payment refunds', 'refund missing_here'])
    expect(all.find(({ kind }) => kind === 'refunds')).toMatchObject({
      here: { amount_refunded: 0 },
      there: { amount_refunded: 4000 },
    })
    for (const one of all) await pair.run(acknowledgeDifference, { id: one.id, reason: 'By phone.' })
  })

  it('a refund that was made there is imported, and solved at once, though the payment has just changed', async () => {
    const { there } = await captured(24_500)
    await pair.pass(UNDER_WAY + 60)
    await pair.there.run(refundPayment, { id: there, amount: 4500 })
    await pair.run(compareWithGateway, { id: pair.id })
    const [found] = await open()
    expect(short(await open())).toEqual(['payment refunds'])
    expect(await pair.run(getDifferenceDetails, { id: found?.id ?? '' })).toMatchObject({
      next_step: 'import',
    })
    // An import leaves what is seconds old to the next one.
    await pair.pass(120)
    await pair.run(startGatewayImport, { id: pair.id })
    await pair.pass(60)
    await pair.run(compareWithGateway, { id: pair.id })
    expect(await open()).toEqual([])
    const result = (await checks())?.comparison_result
    expect(result?.solved).toBeGreaterThan(0)
    expect(result?.under_way).toBeGreaterThan(0)
  })

  it('an amount, and fee and tax', async () => {
    const { id } = await captured(25_000)
    const [{ fee = 0, tax = 0 } = {}] = (
      await sqlHere(
        'UPDATE payments SET amount = amount + 1, fee = fee + 5 WHERE id = $1 RETURNING fee, tax',
        [id],
      )
    ).rows as { fee: number; tax: number }[]
    await compare()
    const all = await open()
    expect(short(all)).toEqual(['payment amount', 'payment fee'])
    expect(all.find(({ kind }) => kind === 'amount')).toMatchObject({
      here: { amount: 25_001 },
      there: { amount: 25_000 },
    })
    expect(all.find(({ kind }) => kind === 'fee')).toMatchObject({
      here: { fee: Number(fee), tax: Number(tax) },
      there: { fee: Number(fee) - 5, tax: Number(tax) },
    })
    await sqlHere('UPDATE payments SET amount = amount - 1, fee = fee - 5 WHERE id = $1', [id])
    await compare()
  })

  it('a payment that the gateway does not have', async () => {
    const { id, there } = await authorized(26_000)
    const set = (gateway: string) =>
      sqlHere(`UPDATE payments SET acquirer_data = acquirer_data || $2::jsonb WHERE id = $1`, [
        id,
        JSON.stringify({ gateway_id: gateway }),
      ])
    await set('pay_00000000000000')
    await compare()
    expect(await open()).toMatchObject([
      {
        subject: 'payment',
        kind: 'missing_there',
        object_id: id,
        gateway_id: 'pay_00000000000000',
        there: null,
      },
    ])
    await set(there)
    await compare()
  })

  it('a refund that never reached the gateway: asked again, it is sent once', async () => {
    const { id, there } = await captured(27_000)
    pair.faults.before = (request, response) => {
      if (request.url?.endsWith('/refund')) response.destroy()
    }
    const refund = await pair.run(refundPayment, { id, amount: 7000 })
    pair.dropJobs()
    await compare()
    pair.faults.before = null
    const all = await open()
    expect(short(all)).toEqual(['payment refunds', 'refund missing_there'])
    const missing = all.find(({ kind }) => kind === 'missing_there')
    expect(missing).toMatchObject({ object_id: refund.id, here: { status: 'pending' } })
    await Promise.allSettled([
      pair.run(askAboutDifference, { id: missing?.id ?? '' }),
      pair.run(askAboutDifference, { id: missing?.id ?? '' }),
    ])
    pair.here.jobs.push({
      name: 'process-refund',
      data: { account_id: pair.here.merchant.accounts.live, refund_id: refund.id },
      at: pair.here.now(),
    })
    await pair.pass(60)
    expect((await pair.there.run(fetchPaymentRefunds, { id: there })).items).toHaveLength(1)
    await compare()
  })

  it('a refund whose outcome is known there alone', async () => {
    const { id } = await captured(28_000)
    pair.faults.cutAfter = (line) => line.startsWith('POST') && line.endsWith('/refund')
    const refund = await pair.run(refundPayment, { id, amount: 8000 })
    await pair.here.pass(1)
    pair.faults.cutAfter = null
    pair.dropJobs()
    await compare()
    const [found] = await open()
    expect(found).toMatchObject({
      subject: 'refund',
      kind: 'status',
      object_id: refund.id,
      here: { status: 'pending' },
      there: { status: 'processed' },
    })
    expect(await pair.run(askAboutDifference, { id: found?.id ?? '' })).toMatchObject({ state: 'solved' })
  })

  it('what was made elsewhere is imported, and then no difference', async () => {
    const payment = await pair.payElsewhere(29_000)
    await pair.pass(60)
    await compare()
    const [found] = await open()
    expect(await pair.run(getDifferenceDetails, { id: found?.id ?? '' })).toMatchObject({
      next_step: 'import',
    })
    await pair.run(startGatewayImport, { id: pair.id })
    await pair.pass(60)
    expect(await pair.statusHere(payment.id)).toBe('captured')
    await compare()
  })

  it('a settlement of the gateway, which the poll records', async () => {
    const settlement = await pair.there.run(settleNow, {}, undefined, pair.there.system)
    await pair.pass(60)
    await compare()
    const [found] = await open()
    expect(found).toMatchObject({
      subject: 'settlement',
      kind: 'missing_here',
      gateway_id: settlement.id,
      there: { amount: settlement.amount },
    })
    expect(await pair.run(pollGateway, { id: pair.id })).toMatchObject({ polled: true })
    await compare()
    expect(short(await open())).toEqual([])
    await sqlHere('UPDATE settlements SET fees = fees + 1 WHERE id = $1', [settlement.id])
    await compare()
    expect(short(await open())).toEqual(['settlement fee'])
    await sqlHere('UPDATE settlements SET fees = fees - 1 WHERE id = $1', [settlement.id])
    await compare()
  })
})

describe('comparisons', () => {
  it('at the same time are one', async () => {
    const payment = await pair.payElsewhere(31_000)
    await pair.pass(UNDER_WAY + 60)
    const results = await Promise.all(
      Array.from({ length: 5 }, () => pair.run(compareWithGateway, { id: pair.id })),
    )
    expect(results.filter(({ compared }) => compared)).toHaveLength(1)
    expect(await listed({ gateway: payment.id })).toHaveLength(1)
  })

  it('that are cut off are taken up again, and the one that was cut off writes nothing', async () => {
    const { acquirers } = pair.here.runtime
    const real = acquirers.reader
    const gate = Promise.withResolvers<void>()
    acquirers.reader = async (account, id) => {
      await gate.promise
      return real(account, id)
    }
    const stuck = pair.run(compareWithGateway, { id: pair.id })
    await expect.poll(async () => (await checks())?.comparing).toBe(true)
    acquirers.reader = real
    expect(await pair.run(compareWithGateway, { id: pair.id })).toEqual({ compared: false })
    await pair.pass(3600)
    expect(await pair.run(compareWithGateway, { id: pair.id })).toEqual({ compared: true })
    gate.resolve()
    expect(await stuck).toEqual({ compared: false })
  })

  it('end with the worker, and run again after it', async () => {
    await pair.run(requestComparison, { id: pair.id })
    const stopping = new AbortController()
    pair.faults.before = () => stopping.abort()
    await compareGateways(pair.here.runtime, stopping.signal)
    expect(await checks()).toMatchObject({ comparing: false, requested_at: pair.here.now() })
    pair.faults.before = null
    await compareGateways(pair.here.runtime)
    expect(await checks()).toMatchObject({ requested_at: null, compared_at: pair.here.now() })
  })

  it('that fail say why, and leave the differences as they were', async () => {
    const before = await listed()
    pair.faults.before = (_, response) => void response.writeHead(500).end('{}')
    expect(await compare()).toEqual({ compared: false })
    expect((await checks())?.comparison_error).toMatch(/\w/)
    expect(await listed()).toEqual(before)
    pair.faults.before = null
    await expect.poll(async () => (await compare()).compared, { timeout: 30_000, interval: 2000 }).toBe(true)
    expect((await checks())?.comparison_error).toBeNull()
  }, 60_000)

  it('run each night, and when someone requests one', async () => {
    const compared = async () => (await checks())?.compared_at
    await pair.pass(DAY)
    await compareGateways(pair.here.runtime)
    const first = await compared()
    expect(first).toBe(pair.here.now())
    await pair.pass(3600)
    await compareGateways(pair.here.runtime)
    expect(await compared(), 'not twice a night').toBe(first)
    await pair.run(requestComparison, { id: pair.id })
    expect((await checks())?.requested_at).toBe(pair.here.now())
    await compareGateways(pair.here.runtime)
    expect(await compared()).toBe(pair.here.now())
    expect((await checks())?.requested_at).toBeNull()
  })

  it('told those who look after settlements of new differences, and leave an audit line', async () => {
    const mails = await pair.here.database.prisma.mails.findMany({ where: { kind: 'gateway_difference' } })
    expect([...new Set(mails.map(({ recipient }) => recipient))]).toEqual(['finance@shop.example'])
    expect(mails[0]?.subject).toMatch(/^1 new difference with /)
    const lines = await pair.here.database.prisma.audit_lines.findMany({
      where: { action: 'compare_with_gateway', object_id: pair.id },
    })
    expect(lines.length).toBeGreaterThan(5)
  })
})
