import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Result, Setting } from '#bench/scenarios/scenario.ts'
import { systemActor } from '#lib/auth/system-actor.ts'
import { addAcquirer } from '#lib/domain/acquirers/add.ts'
import { setDirectCollection, useAcquirer } from '#lib/domain/acquirers/use.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { createUpiPayment } from '#lib/domain/payments/create.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type Instance, openInstance, payer } from '#lib/testing/instance.ts'

const AMOUNT = 49_900
const PAYMENTS = 320
const AT_ONCE = 32
const ROUNDS = 5

/** Captures through an acquirer in another process beside those of the simulator in this one, in turns. */
export async function acquirer({ cluster }: Setting): Promise<Result> {
  const bank = await startBank()
  const instance = await openInstance({
    url: await cluster.fresh('bench_acquirer'),
    queue: 'database',
    settings: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' },
  })
  try {
    const live = () => systemActor(instance.runtime.query, instance.merchant.accounts.live, 'bench')
    const { id } = await instance.run(
      addAcquirer,
      { url: bank.url, secret: bank.secret },
      undefined,
      await live(),
    )
    await instance.run(useAcquirer, { id }, undefined, await live())
    await instance.run(setDirectCollection, { id, direct: true }, undefined, await live())
    const key = await instance.run(createKey, { name: 'bench' }, undefined, await live())
    const remote = { ...(await live()), kind: 'key' as const, id: key.id }
    await capturesPerSecond(instance, remote)
    await capturesPerSecond(instance, instance.actor)
    const rates = { here: 0, there: 0 }
    const ratios: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const there = await capturesPerSecond(instance, remote)
      const here = await capturesPerSecond(instance, instance.actor)
      ratios.push(there / here)
      rates.there += there
      rates.here += here
    }
    const [here, there] = [rates.here / ROUNDS, rates.there / ROUNDS]
    return {
      outcomes: [],
      plans: [],
      figures: [
        { what: 'a capture at the simulator in this process', value: 1000 / here, unit: 'ms' },
        { what: 'a capture through an acquirer in another process', value: 1000 / there, unit: 'ms' },
      ],
      notes: [
        `Through the protocol ${Math.round(there)} captures a second, at the simulator of this process ${Math.round(here)}: a ratio of ${(there / here).toFixed(2)}, from ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} in ${ROUNDS} rounds.`,
      ],
    }
  } finally {
    bank.child.kill('SIGTERM')
    await instance.runtime.acquirers.close()
    await instance.close()
  }
}

/** `counterfoil bank` on a free port. */
async function startBank() {
  const args = ['scripts/counterfoil.ts', 'bank', '--port', '0', '--json']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = await once(child.stdout, 'data')
  const { url, secret }: { url: string; secret: string } = JSON.parse(String(printed))
  return { child, url, secret }
}

async function capturesPerSecond(instance: Instance, as: Actor): Promise<number> {
  const ids = await atOnce(PAYMENTS, async () => {
    const order = await instance.run(
      createOrder,
      { amount: AMOUNT, currency: 'INR', payment_capture: false },
      undefined,
      as,
    )
    const request = { ...payer, amount: AMOUNT, order_id: order.id, vpa: 'success@upi' }
    return (await instance.run(createUpiPayment, request, undefined, as)).id
  })
  const begun = performance.now()
  await atOnce(PAYMENTS, async (index) => {
    const id = ids[index] ?? ''
    return instance.run(capturePayment, { id, amount: AMOUNT }, id, as, true)
  })
  return (1000 * PAYMENTS) / (performance.now() - begun)
}

/** So many calls, `AT_ONCE` of them under way at a time. */
async function atOnce<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < count) {
        const index = next
        next += 1
        results[index] = await work(index)
      }
    }),
  )
  return results
}
