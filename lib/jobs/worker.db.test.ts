import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstRing, setKeyRing } from '#lib/auth/key-ring.ts'
import { systemActor } from '#lib/auth/system-actor.ts'
import { type Database, database } from '#lib/database/client.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { createMerchant } from '#lib/domain/merchants/create.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { createPayment, createUpiPayment } from '#lib/domain/payments/create.ts'
import { fetchPayment } from '#lib/domain/payments/fetch.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { fetchRefund } from '#lib/domain/refunds/fetch.ts'
import { startWorker } from '#lib/jobs/worker.ts'
import { checkInvariants } from '#lib/ledger/invariants.ts'
import { sendTraces } from '#lib/metrics/send-traces.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type Env, loadEnv, masterKeyOf } from '#lib/process/env.ts'
import { closeRuntime, runtime } from '#lib/runtime.ts'
import { createTestDatabase } from '#lib/testing/database.ts'
import { goodCard, payer } from '#lib/testing/instance.ts'
import { openOtlpReceiver, type ReceivedSpan } from '#lib/testing/otlp-receiver.ts'
import { newId } from '#lib/values/id.ts'

/** The real clock, the real queue and the real worker, with a bank and timers that are in a hurry. */
const HURRY = {
  SIMULATOR_REFUND_DELAY_SECONDS: '1',
  SIMULATOR_LATE_REPLY_SECONDS: '1',
  SETTLE_AFTER_SECONDS: '1',
  SETTLE_EVERY_SECONDS: '0.5',
  JOB_POLL_SECONDS: '0.5',
}

let worker: Awaited<ReturnType<typeof startWorker>>
let open: Database
let drop: () => Promise<void>
let actor: Actor
beforeAll(async () => {
  const created = await createTestDatabase()
  drop = created.drop
  const env = loadEnv({
    DATABASE_URL: created.url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'silent',
    ...HURRY,
  })
  ;(globalThis as { counterfoilEnv?: Env }).counterfoilEnv = env
  setKeyRing(firstRing(masterKeyOf(env)))
  open = database()
  const merchant = await open.prisma.$transaction((tables) =>
    createMerchant(tables, { name: 'Test Stores', country: 'IN' }, Date.now(), {
      authorization_window_seconds: 2,
    }),
  )
  const system = await systemActor(runtime().query, merchant.accounts.test, 'test')
  const key = await run(createKey, { name: 'test' }, system)
  actor = { ...system, kind: 'key', id: key.id }
  worker = await startWorker()
})
afterAll(async () => {
  await worker.stop()
  expect(await checkInvariants(runtime().query)).toEqual([])
  await closeRuntime()
  await open.close()
  await drop()
})

// biome-ignore lint/suspicious/noExplicitAny: any operation, whatever it takes and gives
async function run(operation: any, input: object, as: Actor = actor): Promise<any> {
  return (await execute(runtime(), operation, as, input, { requestId: newId('request', Date.now()) })).value
}

const order = (payment_capture: boolean, amount = 50_000) =>
  run(createOrder, { amount, currency: 'INR', payment_capture })
const pay = async (payment_capture: boolean, amount = 50_000) =>
  run(createPayment, {
    ...payer,
    amount,
    order_id: (await order(payment_capture, amount)).id,
    method: 'card',
    card: goodCard,
  })
const eventually = (what: () => Promise<unknown>) => expect.poll(what, { timeout: 600_000, interval: 100 })

describe('the worker', () => {
  it('takes refunds to the bank: instant, normal and failing ones', async () => {
    const payment = await pay(true)
    const refunds: { id: string }[] = []
    for (const [amount, speed] of [
      [1000, 'optimum'],
      [2000, 'normal'],
      [3013, 'normal'],
      [4068, 'optimum'],
    ]) {
      refunds.push(await run(refundPayment, { id: payment.id, amount, speed }))
    }
    const states = async () =>
      Promise.all(
        refunds.map(async ({ id }) => {
          const { status, speed_processed } = await run(fetchRefund, { id })
          return [status, speed_processed]
        }),
      )
    await eventually(states).toEqual([
      ['processed', 'instant'],
      ['processed', 'normal'],
      ['failed', null],
      ['processed', 'normal'],
    ])
    expect(await run(fetchPayment, { id: payment.id })).toMatchObject({
      amount_refunded: 7068,
      refund_status: 'partial',
    })
  })

  it('is seen in traces: a job with what it runs, whatever its queue polls meanwhile', async () => {
    const receiver = await openOtlpReceiver()
    const traces = sendTraces(receiver.url, loadEnv({}))
    const payment = await pay(true)
    const { id } = await run(refundPayment, { id: payment.id, amount: 1000, speed: 'optimum' })
    await eventually(async () => (await run(fetchRefund, { id })).status).toBe('processed')
    // A refund has several jobs, and the one that asked the bank ends after the refund is seen as processed.
    const atTheBank = () => {
      const call = receiver.spans.find(({ name }) => name === 'acquirer refund')
      return receiver.spans.filter(({ trace }) => trace === call?.trace)
    }
    const topOf = (spans: ReceivedSpan[]) => spans.find(({ parent }) => parent === '')
    await eventually(async () => topOf(atTheBank())?.name).toBe('process process-refund')
    await traces.stop()
    await receiver.close()
    const job = topOf(atTheBank())
    expect(job).toMatchObject({ kind: 5, failed: false })
    expect(job?.attributes).toMatchObject({
      'messaging.destination.name': 'process-refund',
      'counterfoil.account_id': actor.account.id,
    })
    expect(atTheBank().some(({ parent, kind }) => parent === job?.id && kind === 1)).toBe(true)
    // The polls of the queue and of the dispatcher are no part of any trace.
    expect(receiver.spans.filter(({ parent, kind }) => parent === '' && kind === 3)).toEqual([])
  })

  it('runs a job again that failed, and not those that it was fetched with', async () => {
    const payment = await pay(true)
    const nowhere = { account_id: newId('account', Date.now()), refund_id: newId('refund', Date.now()) }
    const lost = `INSERT INTO pgboss.job (name, data, start_after, retry_limit, retry_delay)
       SELECT 'process-refund', $1, now(), 20, 1 FROM generate_series(1, 3)`
    await runtime().query(lost, [nowhere])
    const refunds: { id: string }[] = []
    for (let made = 0; made < 5; made += 1)
      refunds.push(await run(refundPayment, { id: payment.id, amount: 1000, speed: 'normal' }))
    await runtime().query(lost, [nowhere])
    const tries = async (id: string) =>
      (
        await runtime().query<{ retry_count: number }>(
          "SELECT retry_count FROM pgboss.job WHERE data ->> 'refund_id' = $1 ORDER BY retry_count DESC",
          [id],
        )
      ).rows.map(({ retry_count }) => retry_count)
    await eventually(async () => (await tries(nowhere.refund_id))[0]).toBeGreaterThan(0)
    for (const { id } of refunds) {
      await eventually(async () => (await run(fetchRefund, { id })).status).toBe('processed')
      expect(new Set(await tries(id))).toEqual(new Set([0]))
    }
    await runtime().query("DELETE FROM pgboss.job WHERE data ->> 'refund_id' = $1", [nowhere.refund_id])
  })

  it('refunds what was not captured in time', async () => {
    const payment = await pay(false)
    await eventually(() => run(fetchPayment, { id: payment.id })).toMatchObject({
      status: 'refunded',
      captured: false,
    })
  })

  it('finds out what a bank decided late', async () => {
    const { id } = await order(true)
    const late = await run(createUpiPayment, { ...payer, amount: 50_000, order_id: id, vpa: 'pending@upi' })
    await eventually(() => run(fetchPayment, { id: late.id })).toMatchObject({ status: 'captured' })
  })

  it('settles what a server left between call and record', async () => {
    const { acquirer } = runtime()
    const { id: order_id } = await order(true)
    runtime().acquirer = (account) => ({
      ...acquirer(account),
      async authorize(request) {
        await acquirer(account).authorize(request)
        throw new Error('The server died here.')
      },
    })
    const died = run(createPayment, { ...payer, amount: 50_000, order_id, method: 'card', card: goodCard })
    await expect(died).rejects.toThrow('The server died here.')
    runtime().acquirer = acquirer
    const [payment] = await open.prisma.payments.findMany({ where: { order_id } })
    expect(payment).toMatchObject({ status: 'created', operation: 'authorize' })
    await eventually(() => run(fetchPayment, { id: payment?.id ?? '' })).toMatchObject({ status: 'captured' })
  })
})

it('a job whose end could not be reported, since the database was away, is claimed again at once', async () => {
  const id = randomUUID()
  await runtime().query(
    `INSERT INTO pgboss.job (id, name, data, state, started_on, start_after, expire_seconds)
     VALUES ($1, 'release-transfer', $2, 'active', now() - interval '5 seconds', now(), 600)`,
    [id, { account_id: actor.account.id, transfer_id: newId('transfer', Date.now()) }],
  )
  await runtime().query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'counterfoil queue' AND datname = current_database()",
    [],
  )
  await eventually(async () => {
    const { rows } = await runtime().query('SELECT state FROM pgboss.job WHERE id = $1', [id])
    return rows[0]?.state
  }).not.toBe('active')
})

it('a job whose worker was killed is claimed again within 5 seconds', async () => {
  const id = randomUUID()
  const { rows } = await runtime().query<{ killed_at: Date }>(
    `WITH held AS (
       INSERT INTO pgboss.job (id, name, data, state, started_on, start_after, expire_seconds)
       VALUES ($1, 'release-transfer', $2, 'active', now(), now(), 600)
     ) INSERT INTO processes (id, works, jobs, started_at, beat_at) VALUES ('killed', true, $3, now(), now())
     RETURNING beat_at AS killed_at`,
    [id, { account_id: actor.account.id, transfer_id: newId('transfer', Date.now()) }, [id]],
  )
  const claimedAt = async () => {
    const job = 'SELECT started_on FROM pgboss.job WHERE id = $1 AND started_on > $2'
    return (await runtime().query<{ started_on: Date }>(job, [id, rows[0]?.killed_at])).rows[0]?.started_on
  }
  await eventually(claimedAt).toBeDefined()
  expect(Number(await claimedAt()) - Number(rows[0]?.killed_at)).toBeLessThan(5000)
})
