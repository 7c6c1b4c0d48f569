import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBank } from '#lib/acquirer/bank.ts'
import { addAcquirer, testAcquirer } from '#lib/domain/acquirers/add.ts'
import { fetchAcquirerCalls, listAcquirers } from '#lib/domain/acquirers/get-details.ts'
import { DIRECT_SENTENCE } from '#lib/domain/acquirers/schema.ts'
import { rotateAcquirerSecret, setDirectCollection } from '#lib/domain/acquirers/use.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { fetchAttention } from '#lib/domain/overview/attention.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { createPayment } from '#lib/domain/payments/create.ts'
import { getPaymentDetails } from '#lib/domain/payments/fetch.ts'
import { followPayment } from '#lib/domain/payments/fetch-for-payer.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { fetchRefund, getRefundDetails } from '#lib/domain/refunds/fetch.ts'
import { resumeSilent } from '#lib/jobs/settle.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { acquirerNotification } from '#lib/surfaces/acquirer-notifications.ts'
import { eventually } from '#lib/testing/eventually.ts'
import { goodCard, type Instance, openInstance, payer } from '#lib/testing/instance.ts'
import {
  type Bank,
  choose,
  type LiveInstance,
  notify,
  openLiveInstance,
  quickBank,
} from '#lib/testing/live-instance.ts'
import { newId } from '#lib/values/id.ts'
import { newWebhookSecret } from '#lib/values/webhook-signature.js'

let there: LiveInstance
let instance: Instance
let first: Bank
let second: Bank
beforeAll(async () => {
  there = await openLiveInstance()
  instance = there.instance
  first = await quickBank()
  second = await quickBank()
})
afterAll(async () => {
  await Promise.all([first.close(), second.close()])
  await there.close()
})

const live = () => there.live()
const run = async <T>(work: (as: Actor) => Promise<T>): Promise<T> => work(await live())

describe('an acquirer', () => {
  it('is not saved with a wrong secret, or where nothing responds', async () => {
    const add = (url: string, secret: string) => there.run(addAcquirer, { url, secret })
    await expect(add(first.url, newWebhookSecret())).rejects.toMatchObject({
      reason: 'acquirer_test_failed',
      field: 'secret',
    })
    await expect(add('http://127.0.0.1:9/', newWebhookSecret())).rejects.toMatchObject({
      reason: 'acquirer_test_failed',
      field: 'url',
    })
    await expect(add('http://192.0.2.1/', newWebhookSecret())).rejects.toMatchObject({
      reason: 'acquirer_test_failed',
    })
    expect(await instance.database.prisma.acquirers.count()).toBe(0)
  })

  it('takes a payment on its page, captures it, and returns a part', async () => {
    await there.use(first)
    const { id, url, order } = await there.begin(50_000)
    expect((await there.paymentOf(id)).status).toBe('created')
    const place = await choose(url, 'paid')
    expect(place.pathname).toBe(`/checkout/${order.id}/back/${id}`)
    expect(await there.comeBack(place)).toMatchObject({ status: 'authorized', method: 'card' })
    // A payer who comes twice finds the same.
    expect((await there.comeBack(place)).status).toBe('authorized')
    await there.run(capturePayment, { id, amount: 50_000 })
    const refund = await there.run(refundPayment, { id, amount: 20_000 })
    await instance.pass(60)
    expect(await there.paymentOf(id)).toMatchObject({ status: 'captured', amount_refunded: 20_000 })
    const ended = await there.run(fetchRefund, { id: refund.id })
    expect(ended.status).toBe('processed')
    const { id: acquirer, name } = (await there.run(listAcquirers, {})).items[0] ?? {}
    expect((await there.run(getPaymentDetails, { id })).acquirer).toEqual({ id: acquirer, name })
    expect((await there.run(getRefundDetails, { id: refund.id })).acquirer).toEqual({ id: acquirer, name })
    expect(await instance.violations()).toEqual([])
  })

  it('that responds to nothing is on the overview of those who may change it', async () => {
    const { items } = await there.run(listAcquirers, {})
    const [{ id, name } = { id: '', name: '' }] = items
    const { account } = await live()
    const shown = async (permissions: string[]) => {
      const reader = { ...(await live()), permissions: new Set(permissions) } as Actor
      const { silent_acquirer, differences } = await instance.run(fetchAttention, {}, undefined, reader)
      return { silent_acquirer, differences }
    }
    const nothing = { silent_acquirer: null, differences: 0 }
    const everything = ['payments:read', 'business:write', 'settlements:write']
    expect(await shown(everything)).toEqual(nothing)
    const { prisma } = instance.database
    await prisma.acquirer_calls.deleteMany()
    await prisma.acquirer_calls.createMany({
      data: Array.from({ length: 5 }, () => ({
        account_id: account.id,
        id: newId('acquirer_call', Date.now()),
        acquirer_id: id,
        call: 'authorize',
        error: 'The connection failed.',
        duration_ms: 4000,
        request: {},
        created_at: instance.now(),
      })),
    })
    await prisma.gateway_differences.create({
      data: {
        account_id: account.id,
        id: newId('gateway_difference', Date.now()),
        acquirer_id: id,
        subject: 'payment',
        kind: 'status',
        about: 'pay_1',
        currency: 'INR',
        state: 'open',
        seen_at: instance.now(),
        created_at: instance.now(),
      },
    })
    expect(await shown(everything)).toEqual({ silent_acquirer: { id, name }, differences: 1 })
    expect(await shown(['payments:read'])).toEqual(nothing)
    const calls = (input: object) => there.run(fetchAcquirerCalls, { id, ...input })
    const { items: failed, next } = await calls({ failed: true })
    expect([failed.length, next]).toEqual([5, null])
    const [newest, ...older] = failed
    expect((await calls({ before: newest?.id })).items).toEqual(older)
    await prisma.acquirer_calls.updateMany({ data: { error: null, outcome: 'authorized' } })
    expect((await calls({ failed: true })).items).toEqual([])
    expect((await calls({})).items).toHaveLength(5)
    await prisma.acquirer_calls.deleteMany()
    await prisma.gateway_differences.deleteMany()
  })

  it.each(['declined', 'cancelled'] as const)(
    'records a payment that was %s on its page',
    async (outcome) => {
      const { id, url } = await there.begin(10_000)
      expect((await there.comeBack(await choose(url, outcome))).status).toBe('failed')
      expect((await there.paymentOf(id)).status).toBe('failed')
    },
  )

  it('is asked for a payer who never comes back, and for one who has paid', async () => {
    const never = await there.begin(10_000)
    const paid = await there.begin(11_000, true)
    await choose(paid.url, 'paid')
    await instance.pass(3600)
    expect((await there.paymentOf(paid.id)).status).toBe('captured')
    expect(await there.paymentOf(never.id)).toMatchObject({
      status: 'failed',
      error_reason: 'payment_timed_out',
    })
    // Late, but paid: the money is found by the jobs that go on asking.
    await choose(never.url, 'paid')
    await instance.pass(86_400)
    expect(['authorized', 'refunded']).toContain((await there.paymentOf(never.id)).status)
  })

  it('does not believe a return that it has not signed', async () => {
    const { id, url, order } = await there.begin(12_000)
    const place = await choose(url, 'paid')
    place.searchParams.set('signature', 'v1,AAAA')
    expect((await there.comeBack(place)).status).toBe('created')
    const followed = await there.run(followPayment, { id, order_id: order.id })
    expect(followed.status).toBe('authorized')
  })

  it('rejects data of cards until direct collection is switched on', async () => {
    const pay = async () => {
      const order = await there.run(createOrder, { amount: 5000, currency: 'INR' })
      return run((as) =>
        instance.run(
          createPayment,
          { ...payer, amount: 5000, order_id: order.id, method: 'card', card: goodCard },
          undefined,
          { ...as, kind: 'key', id: instance.key.id },
        ),
      )
    }
    await expect(pay()).rejects.toMatchObject({ reason: 'direct_collection_off' })
    const { acquirer } = (await live()).account
    const id = acquirer?.id ?? ''
    const set = (direct: boolean, typed_name: string) =>
      run((as) =>
        instance.run(
          setDirectCollection,
          { id, direct, typed_name },
          undefined,
          { ...as, kind: 'user' },
          true,
        ),
      )
    await expect(set(true, 'yes')).rejects.toMatchObject({ reason: 'name_not_typed' })
    expect((await set(true, DIRECT_SENTENCE)).direct_by).toBe('test')
    expect((await live()).account.acquirer?.direct).toBe(true)
    await set(false, '')
    await expect(pay()).rejects.toMatchObject({ reason: 'direct_collection_off' })
  })

  it('finishes what is under way when another one is used', async () => {
    const before = await there.payOnPage(30_000)
    const old = (await live()).account.acquirer?.id ?? ''
    const other = await there.use(second)
    const after = await there.payOnPage(31_000)
    await there.run(capturePayment, { id: before.id, amount: 30_000 })
    await there.run(capturePayment, { id: after.id, amount: 31_000 })
    const rows = await instance.database.prisma.payments.findMany({
      where: { id: { in: [before.id, after.id] } },
      orderBy: { amount: 'asc' },
    })
    expect(rows.map(({ acquirer_id }) => acquirer_id)).toEqual([old, other])
    const captures = (bank: Bank) =>
      [...bank.records.values()].filter(({ kind }) => kind === 'capture').length
    expect([captures(first), captures(second)]).toEqual([3, 1])
    expect((await there.detailsOf(old)).state).toBe('retired')
  })

  it('has its secret rotated without a gap', async () => {
    const id = (await live()).account.acquirer?.id ?? ''
    // The adapter has both secrets first; the bank of this test keeps its one, which stays valid here.
    await there.run(rotateAcquirerSecret, { id, secret: newWebhookSecret() })
    const { id: payment } = await there.payOnPage(9000)
    expect((await there.paymentOf(payment)).status).toBe('authorized')
    await expect(there.run(testAcquirer, { id })).rejects.toMatchObject({
      reason: 'acquirer_test_failed',
    })
  })
})

describe('a notification', () => {
  it('has the acquirer asked, also when it is sent twice', async () => {
    const id = await there.use(first)
    const { id: payment, url } = await there.begin(13_000)
    await choose(url, 'paid')
    const { authorization_reference } = await instance.database.prisma.payments.findFirstOrThrow({
      where: { id: payment },
    })
    const reference = authorization_reference ?? ''
    expect((await notify(id, reference, first.secrets)).status).toBe(200)
    expect((await notify(id, reference, first.secrets)).status).toBe(200)
    await instance.pass(2)
    expect((await there.paymentOf(payment)).status).toBe('authorized')
  })

  it('of an unknown reference, or without a signature, has no effect and a line in the health', async () => {
    const id = (await live()).account.acquirer?.id ?? ''
    expect((await notify(id, 'bop_unknown', first.secrets)).status).toBe(200)
    expect((await notify(id, 'bop_unknown', [newWebhookSecret()])).status).toBe(401)
    expect((await notify('acq_00000000000000', 'bop_unknown', first.secrets)).status).toBe(404)
    expect((await notify(id, 'no reference', first.secrets)).status).toBe(400)
    const oversized = new Request('http://localhost:1/', { method: 'POST', body: 'x'.repeat(70_000) })
    expect((await acquirerNotification(oversized, { params: Promise.resolve({ id }) })).status).toBe(413)
    await eventually(async () => {
      const errors = (await there.detailsOf(id)).health.last_errors.map(({ error }) => error)
      expect(errors).toContain('A notification about a reference that is unknown here.')
      expect(errors).toContain('A notification without a valid signature.')
      expect(errors).toContain('A signed notification outside the protocol.')
    })
  })

  it('speaks of what was begun at its own acquirer, in its own account', async () => {
    const old = await there.use(second)
    const elsewhere = await there.begin(14_000)
    const id = await there.use(first)
    const { authorization_reference: reference } = await instance.database.prisma.payments.findFirstOrThrow({
      where: { id: elsewhere.id },
    })
    await choose(elsewhere.url, 'paid')
    // Another acquirer of the account, with its right signature; then with that of the other at this address.
    expect((await notify(id, reference ?? '', first.secrets)).status).toBe(200)
    expect((await notify(id, reference ?? '', second.secrets)).status).toBe(401)
    // Another account, whose acquirer has the same bank.
    const stranger = await openLiveInstance({ beside: instance })
    const theirs = await stranger.use(second)
    expect((await notify(theirs, reference ?? '', second.secrets)).status).toBe(200)
    await stranger.instance.pass(1)
    await instance.pass(1)
    expect((await there.paymentOf(elsewhere.id)).status).toBe('created')
    expect(stranger.instance.jobs).toEqual([])
    await eventually(async () => {
      const lines = await there.rows<{ acquirer_id: string }>(
        `SELECT acquirer_id FROM acquirer_calls WHERE reference = $1 AND error = 'A notification about a reference that is unknown here.'
         ORDER BY account_id = $2 DESC`,
        reference,
        there.account_id,
      )
      expect(lines.map(({ acquirer_id }) => acquirer_id)).toEqual([id, theirs])
    })
    await stranger.close()
    await there.restart()
    expect((await notify(old, reference ?? '', second.secrets)).status).toBe(200)
    await instance.pass(1)
    expect((await there.paymentOf(elsewhere.id)).status).toBe('authorized')
  })
})

it('a refund goes on after a bank was silent for longer than its job lives', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bank-'))
  const own = await startBank({ port: 0, folder, refundDelaySeconds: 0 })
  await there.use(own)
  const { id } = await there.payOnPage(40_000, true)
  await own.close()
  const refund = await there.run(refundPayment, { id, amount: 10_000 })
  const statusOf = async () => (await there.run(fetchRefund, { id: refund.id })).status
  // The job gave up. The tables of the queue say so.
  instance.jobs.length = 0
  const beside = { url: instance.url, database: instance.database }
  await (await openInstance({ queue: 'database', beside })).close()
  await instance.pass(4 * 3600)
  expect(await resumeSilent(instance.runtime)).toBeGreaterThan(0)
  expect(await statusOf()).toBe('pending')
  const port = Number(new URL(own.url).port)
  const again = await startBank({ port, folder, secrets: own.secrets, refundDelaySeconds: 0 })
  await resumeSilent(instance.runtime)
  await instance.pass(3 * 3600)
  expect(await statusOf()).toBe('processed')
  expect([...again.records.values()].filter(({ kind }) => kind === 'refund')).toHaveLength(1)
  await again.close()
  rmSync(folder, { recursive: true })
}, 60_000)

it('calls are recorded without data of cards and accounts', async () => {
  await eventually(async () => {
    const lines = await instance.database.prisma.acquirer_calls.findMany()
    expect(lines.length).toBeGreaterThan(20)
    const text = JSON.stringify(lines, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(text).not.toMatch(/4100280000001007|whsec_|payer@example/)
    expect(lines.some(({ call, outcome }) => call === 'capture' && outcome === 'captured')).toBe(true)
  })
})
