import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startBank } from '#lib/acquirer/bank.ts'
import { openAcquirers } from '#lib/acquirer/live.ts'
import { signedHeaders } from '#lib/acquirer/signature.ts'
import { systemActor } from '#lib/auth/system-actor.ts'
import { addAcquirer } from '#lib/domain/acquirers/add.ts'
import { useAcquirer } from '#lib/domain/acquirers/use.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { beginHostedPayment } from '#lib/domain/payments/begin.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { runJob } from '#lib/jobs/run.ts'
import { settleReserved } from '#lib/jobs/settle.ts'
import { acquirerProxy } from '#lib/testing/acquirer-proxy.ts'
import { type Instance, openInstance, payer } from '#lib/testing/instance.ts'

const SEED = 20261129
const AT_ONCE = 12
const TIMEOUT_MS = 2000

/** A sequence that the seed decides. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

type Bank = Awaited<ReturnType<typeof startBank>>
/** Money that was captured, and that was returned of it or never taken. */
type Sums = { captured: number; refunded: number }

function sumsOfBank({ records }: Bank): Sums {
  const sums = { captured: 0, refunded: 0 }
  for (const record of records.values()) {
    if (record.kind === 'capture' && record.answer.given.outcome === 'captured')
      sums.captured += record.answer.amount
    if (record.kind === 'refund' && (record.final ?? record.answer.given).outcome === 'processed')
      sums.refunded += record.answer.amount
  }
  return sums
}

async function sumsOfServer({ runtime }: Instance): Promise<Sums> {
  const { rows } = await runtime.query<{ captured: string; refunded: string }>(
    `SELECT (SELECT coalesce(sum(amount), 0) FROM payments WHERE captured)::text AS captured,
       (SELECT coalesce(sum(amount), 0) FROM refunds WHERE status = 'processed')::text AS refunded`,
    [],
  )
  return { captured: Number(rows[0]?.captured), refunded: Number(rows[0]?.refunded) }
}

/** Runs what is due, and again later what failed, as the queue does. */
async function passTime(instance: Instance, seconds: number): Promise<void> {
  const advance = async (to: number) => {
    const waiting = instance.jobs.splice(0)
    await instance.pass(Math.max(0, to - instance.now()))
    instance.jobs.push(...waiting)
  }
  const end = instance.now() + seconds
  for (;;) {
    const due = instance.jobs.filter(({ at }) => at <= end).slice(0, AT_ONCE)
    if (due.length === 0) break
    for (const job of due) instance.jobs.splice(instance.jobs.indexOf(job), 1)
    await advance(Math.max(...due.map(({ at }) => at)))
    await Promise.all(
      due.map((job) =>
        runJob(instance.runtime, job.name, job.data as never).catch(() => {
          instance.jobs.push({ ...job, at: end + 30 })
        }),
      ),
    )
  }
  await advance(end)
  await settleReserved(instance.runtime)
}

/**
 * Payments of live mode over a connection that is slow, silent, cut, repeated and broken, at a bank that is restarted and
 * whose notifications are lost. Each is captured and partly returned.
 * @param references false to give each attempt to move money a reference of its own
 */
async function runWithFaults(payments: number, references: boolean) {
  const next = chance(SEED)
  const folder = mkdtempSync(join(tmpdir(), 'faults-'))
  // Nothing listens for notifications there.
  const settings = {
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    ACQUIRER_TIMEOUT_MS: String(TIMEOUT_MS),
    BASE_URL: 'http://127.0.0.1:9',
  }
  const instance = await openInstance({ settings })
  // As in production, but for a circuit breaker that rests for less than the test.
  const acquirers = openAcquirers({
    query: instance.runtime.query,
    clock: instance.runtime.clock,
    unseal: instance.runtime.vault.open,
    networks: ['127.0.0.0/8'],
    baseUrl: settings.BASE_URL,
    timeoutMs: TIMEOUT_MS,
    restMs: 20,
  })
  instance.runtime.acquirers = acquirers
  instance.runtime.acquirer = (account, of = account.acquirer?.id) => acquirers.of(account, of ?? '')
  const options = { port: 0, folder, refundDelaySeconds: 0, lateReplySeconds: 0 }
  let bank = await startBank(options)
  const { secrets, url } = bank
  let faults = 0
  let attempts = 0
  let broken = false

  const proxy = await acquirerProxy(url, async ({ path, body, forward }) => {
    const send = () => {
      if (references || (path !== 'capture' && path !== 'refund')) return forward()
      attempts += 1
      const renamed = body.replace(/"reference":"[^"]+"/, `"reference":"attempt_${attempts}"`)
      return forward({ body: renamed, headers: signedHeaders(secrets, renamed, Date.now()) })
    }
    if (!broken || next() > 0.6) return send()
    faults += 1
    const kind = Math.floor(next() * 7)
    if (kind === 0) return null
    if (kind === 1) return { status: 503, body: '' }
    // Done, and the response is lost.
    const reply = await send()
    if (kind === 2) return null
    // The same request twice.
    if (kind === 3) return send()
    if (kind === 4) return { status: reply.status, body: reply.body.slice(0, reply.body.length / 2) }
    if (kind === 5) await wait(60)
    if (kind === 6) await wait(TIMEOUT_MS)
    return reply
  })

  try {
    const live = () => systemActor(instance.runtime.query, instance.merchant.accounts.live, 'test')
    const adding = { url: proxy.url, secret: secrets[0] }
    const { id } = await instance.run(addAcquirer, adding, undefined, await live(), true)
    await instance.run(useAcquirer, { id }, undefined, await live(), true)
    const as = await live()
    const tried = <T>(work: Promise<T>) => work.catch(() => null)
    const pay = async (index: number) => {
      const amount = 10_000 + index * 100
      const order = await instance.run(createOrder, { amount, currency: 'INR' }, undefined, as)
      const input = { ...payer, amount, order_id: order.id, method: 'card' as const }
      const begun = await tried(instance.run(beginHostedPayment, input, undefined, as))
      if (!begun?.url) return
      const outcome = new URLSearchParams({ outcome: 'paid' })
      await tried(fetch(begun.url, { method: 'POST', body: outcome, redirect: 'manual' }))
    }
    const each = async (status: string, work: (id: string, amount: number) => Promise<unknown>) => {
      const rows = await instance.database.prisma.payments.findMany({ where: { status } })
      for (let at = 0; at < rows.length; at += AT_ONCE)
        await Promise.all(rows.slice(at, at + AT_ONCE).map((row) => tried(work(row.id, Number(row.amount)))))
    }
    broken = true
    for (let begun = 0; begun < payments; begun += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => pay(begun + index)))
      if (begun % (AT_ONCE * 4) === 0) {
        await bank.close()
        bank = await startBank({ ...options, port: Number(new URL(url).port), secrets })
      }
    }
    await passTime(instance, 300)
    await each('authorized', (payment, amount) =>
      instance.run(capturePayment, { id: payment, amount }, undefined, as, true),
    )
    await passTime(instance, 120)
    await each('captured', (payment) =>
      instance.run(refundPayment, { id: payment, amount: 2500 }, undefined, as, true),
    )
    await passTime(instance, 600)
    broken = false
    // Open records are asked for until none is left.
    for (let round = 0; round < 40; round += 1) {
      await passTime(instance, 4000)
      const { rows } = await instance.runtime.query(
        `SELECT 1 FROM bank_operations WHERE state IN ('reserved', 'waiting') UNION ALL
         SELECT 1 FROM refunds WHERE status = 'pending' UNION ALL
         SELECT 1 FROM payments WHERE operation IS NOT NULL LIMIT 1`,
        [],
      )
      if (rows.length === 0) break
      await wait(250)
    }
    return {
      faults,
      violations: await instance.violations(),
      server: await sumsOfServer(instance),
      bank: sumsOfBank(bank),
    }
  } finally {
    await proxy.close()
    await bank.close()
    await acquirers.close()
    await instance.close()
    rmSync(folder, { recursive: true })
  }
}

/** The long run takes two minutes: FAULT_RUN=long, at 500 faults. The gate has a tenth of it. */
const [PAYMENTS, FAULTS] = process.env.FAULT_RUN === 'long' ? [168, 500] : [24, 40]

it(`loses and doubles nothing in ${FAULTS} faults between the server and its bank`, async () => {
  const { faults, violations, server, bank } = await runWithFaults(PAYMENTS, true)
  expect(faults).toBeGreaterThanOrEqual(FAULTS)
  expect(server.captured).toBeGreaterThan(0)
  expect(server.refunded).toBeGreaterThan(0)
  expect(server).toEqual(bank)
  expect(violations).toEqual([])
}, 300_000)

it('notices a bank that does not keep references', async () => {
  const { server, bank } = await runWithFaults(24, false)
  expect(server).not.toEqual(bank)
}, 300_000)
