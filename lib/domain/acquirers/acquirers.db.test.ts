import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startBank } from '#lib/acquirer/bank.ts'
import { signedHeaders } from '#lib/acquirer/signature.ts'
import { systemActor } from '#lib/auth/system-actor.ts'
import { addAcquirer, testAcquirer } from '#lib/domain/acquirers/add.ts'
import { getAcquirerDetails } from '#lib/domain/acquirers/get-details.ts'
import { DIRECT_SENTENCE } from '#lib/domain/acquirers/schema.ts'
import { rotateAcquirerSecret, setDirectCollection, useAcquirer } from '#lib/domain/acquirers/use.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { beginHostedPayment } from '#lib/domain/payments/begin.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { createPayment } from '#lib/domain/payments/create.ts'
import { fetchPayment } from '#lib/domain/payments/fetch.ts'
import { followPayment, returnFromBank } from '#lib/domain/payments/fetch-for-payer.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { fetchRefund } from '#lib/domain/refunds/fetch.ts'
import { resumeSilent } from '#lib/jobs/settle.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { acquirerNotification } from '#lib/surfaces/acquirer-notifications.ts'
import { goodCard, type Instance, openInstance, payer } from '#lib/testing/instance.ts'
import { newWebhookSecret } from '#lib/values/webhook-signature.js'

type Bank = Awaited<ReturnType<typeof startBank>>
const globals = globalThis as { counterfoilRuntime?: Instance['runtime'] }

let instance: Instance
let first: Bank
let second: Bank
/** The platform in live mode, as it is now: with the acquirer in use. */
let live: () => Promise<Actor>

beforeAll(async () => {
  instance = await openInstance({
    settings: {
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      ACQUIRER_TIMEOUT_MS: '4000',
      BASE_URL: 'http://localhost:1',
    },
  })
  globals.counterfoilRuntime = instance.runtime
  const bank = { port: 0, refundDelaySeconds: 0, lateReplySeconds: 0 }
  first = await startBank(bank)
  second = await startBank(bank)
  live = () => systemActor(instance.runtime.query, instance.merchant.accounts.live, 'test')
})
afterAll(async () => {
  delete globals.counterfoilRuntime
  await Promise.all([first.close(), second.close(), instance.runtime.acquirers.close()])
  await instance.close()
})

async function run<T>(work: (as: Actor) => Promise<T>): Promise<T> {
  return work(await live())
}

async function use(bank: Bank): Promise<string> {
  const { id } = await run((as) =>
    instance.run(addAcquirer, { url: bank.url, secret: bank.secrets[0] }, undefined, as, true),
  )
  await run((as) => instance.run(useAcquirer, { id }, undefined, as, true))
  return id
}

/** An order of live mode and a payment that the payer is to make on the page of the bank. */
async function begin(amount: number, automatic = false) {
  const order = await run((as) =>
    instance.run(createOrder, { amount, currency: 'INR', payment_capture: automatic }, undefined, as),
  )
  const begun = await run((as) =>
    instance.run(beginHostedPayment, { ...payer, amount, order_id: order.id, method: 'card' }, undefined, as),
  )
  return { order, id: begun.id, url: begun.url ?? '' }
}

/** What the payer presses on the page of the bank. @returns the address that they come back to */
async function choose(url: string, outcome: 'paid' | 'declined' | 'cancelled'): Promise<URL> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  })
  return new URL(response.headers.get('location') ?? '')
}

async function comeBack(place: URL) {
  const [, , order_id = '', , id = ''] = place.pathname.split('/')
  const params = Object.fromEntries(place.searchParams)
  return run((as) => instance.run(returnFromBank, { id, order_id, params }, undefined, as))
}

async function payOnPage(amount: number, automatic = false) {
  const begun = await begin(amount, automatic)
  await comeBack(await choose(begun.url, 'paid'))
  return begun
}

async function paymentOf(id: string) {
  return run((as) => instance.run(fetchPayment, { id }, undefined, as))
}

async function notify(acquirer: string, bank: Bank, reference: string, secrets = bank.secrets) {
  const body = JSON.stringify({ reference, status: 'settled' })
  const headers = signedHeaders(secrets, body, Date.now())
  const request = new Request(`http://localhost:1/v1/acquirers/${acquirer}/notifications`, {
    method: 'POST',
    headers,
    body,
  })
  return acquirerNotification(request, { params: Promise.resolve({ id: acquirer }) })
}

async function detailsOf(id: string) {
  return run((as) => instance.run(getAcquirerDetails, { id }, undefined, as))
}

describe('an acquirer', () => {
  it('is not saved with a wrong secret, or where nothing responds', async () => {
    const add = (url: string, secret: string) =>
      run((as) => instance.run(addAcquirer, { url, secret }, undefined, as, true))
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
    await use(first)
    const { id, url, order } = await begin(50_000)
    expect((await paymentOf(id)).status).toBe('created')
    const place = await choose(url, 'paid')
    expect(place.pathname).toBe(`/checkout/${order.id}/back/${id}`)
    expect(await comeBack(place)).toMatchObject({ status: 'authorized', method: 'card' })
    // A payer who comes twice finds the same.
    expect((await comeBack(place)).status).toBe('authorized')
    await run((as) => instance.run(capturePayment, { id, amount: 50_000 }, undefined, as, true))
    const refund = await run((as) => instance.run(refundPayment, { id, amount: 20_000 }, undefined, as, true))
    await instance.pass(60)
    expect(await paymentOf(id)).toMatchObject({ status: 'captured', amount_refunded: 20_000 })
    const ended = await run((as) => instance.run(fetchRefund, { id: refund.id }, undefined, as))
    expect(ended.status).toBe('processed')
    expect(await instance.violations()).toEqual([])
  })

  it.each(['declined', 'cancelled'] as const)(
    'records a payment that was %s on its page',
    async (outcome) => {
      const { id, url } = await begin(10_000)
      expect((await comeBack(await choose(url, outcome))).status).toBe('failed')
      expect((await paymentOf(id)).status).toBe('failed')
    },
  )

  it('is asked for a payer who never comes back, and for one who has paid', async () => {
    const never = await begin(10_000)
    const paid = await begin(11_000, true)
    await choose(paid.url, 'paid')
    await instance.pass(3600)
    expect((await paymentOf(paid.id)).status).toBe('captured')
    expect(await paymentOf(never.id)).toMatchObject({ status: 'failed', error_reason: 'payment_timed_out' })
    // Late, but paid: the money is found by the jobs that go on asking.
    await choose(never.url, 'paid')
    await instance.pass(86_400)
    expect(['authorized', 'refunded']).toContain((await paymentOf(never.id)).status)
  })

  it('does not believe a return that it has not signed', async () => {
    const { id, url, order } = await begin(12_000)
    const place = await choose(url, 'paid')
    place.searchParams.set('signature', 'v1,AAAA')
    expect((await comeBack(place)).status).toBe('created')
    const followed = await run((as) => instance.run(followPayment, { id, order_id: order.id }, undefined, as))
    expect(followed.status).toBe('authorized')
  })

  it('rejects data of cards until direct collection is switched on', async () => {
    const pay = async () => {
      const order = await run((as) =>
        instance.run(createOrder, { amount: 5000, currency: 'INR' }, undefined, as),
      )
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
    const before = await payOnPage(30_000)
    const old = (await live()).account.acquirer?.id ?? ''
    const other = await use(second)
    const after = await payOnPage(31_000)
    await run((as) => instance.run(capturePayment, { id: before.id, amount: 30_000 }, undefined, as, true))
    await run((as) => instance.run(capturePayment, { id: after.id, amount: 31_000 }, undefined, as, true))
    const rows = await instance.database.prisma.payments.findMany({
      where: { id: { in: [before.id, after.id] } },
      orderBy: { amount: 'asc' },
    })
    expect(rows.map(({ acquirer_id }) => acquirer_id)).toEqual([old, other])
    const captures = (bank: Bank) =>
      [...bank.records.values()].filter(({ kind }) => kind === 'capture').length
    expect([captures(first), captures(second)]).toEqual([3, 1])
    expect((await detailsOf(old)).state).toBe('retired')
  })

  it('has its secret rotated without a gap', async () => {
    const id = (await live()).account.acquirer?.id ?? ''
    // The adapter has both secrets first; the bank of this test keeps its one, which stays valid here.
    await run((as) =>
      instance.run(rotateAcquirerSecret, { id, secret: newWebhookSecret() }, undefined, as, true),
    )
    const { id: payment } = await payOnPage(9000)
    expect((await paymentOf(payment)).status).toBe('authorized')
    await expect(run((as) => instance.run(testAcquirer, { id }, undefined, as))).rejects.toMatchObject({
      reason: 'acquirer_test_failed',
    })
  })
})

describe('a notification', () => {
  it('has the acquirer asked, also when it is sent twice', async () => {
    const id = await use(first)
    const { id: payment, url } = await begin(13_000)
    await choose(url, 'paid')
    const { authorization_reference } = await instance.database.prisma.payments.findFirstOrThrow({
      where: { id: payment },
    })
    const reference = authorization_reference ?? ''
    expect((await notify(id, first, reference)).status).toBe(200)
    expect((await notify(id, first, reference)).status).toBe(200)
    await instance.pass(2)
    expect((await paymentOf(payment)).status).toBe('authorized')
  })

  it('of an unknown reference, or without a signature, has no effect and a line in the health', async () => {
    const id = (await live()).account.acquirer?.id ?? ''
    expect((await notify(id, first, 'bop_unknown')).status).toBe(200)
    expect((await notify(id, first, 'bop_unknown', [newWebhookSecret()])).status).toBe(401)
    expect((await notify('acq_00000000000000', first, 'bop_unknown')).status).toBe(404)
    await vi.waitFor(async () => {
      const errors = (await detailsOf(id)).health.last_errors.map(({ error }) => error)
      expect(errors).toContain('A notification about a reference that is unknown here.')
      expect(errors).toContain('A notification without a valid signature.')
    })
  })
})

it('a refund goes on after a bank was silent for longer than its job lives', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bank-'))
  const own = await startBank({ port: 0, folder, refundDelaySeconds: 0 })
  await use(own)
  const { id } = await payOnPage(40_000, true)
  await own.close()
  const refund = await run((as) => instance.run(refundPayment, { id, amount: 10_000 }, undefined, as, true))
  const statusOf = async () =>
    (await run((as) => instance.run(fetchRefund, { id: refund.id }, undefined, as))).status
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
  await vi.waitFor(async () => {
    const lines = await instance.database.prisma.acquirer_calls.findMany()
    expect(lines.length).toBeGreaterThan(20)
    const text = JSON.stringify(lines, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(text).not.toMatch(/4100280000001007|whsec_|payer@example/)
    expect(lines.some(({ call, outcome }) => call === 'capture' && outcome === 'captured')).toBe(true)
  })
})
