import { AMOUNT, makeAuthorized } from '#bench/data/authorized.ts'
import { type Instance, openInstance } from '#bench/instance.ts'
import { type Entrant, measure } from '#bench/measure.ts'
import { entrantOf, launchAll, type Result, type Setting } from '#bench/scenarios/scenario.ts'
import type { Server } from '#bench/servers/launch.ts'
import { foldBalances } from '#bench/servers/unfolded.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { checkInvariants } from '#lib/ledger/invariants.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { tripsOf } from '#lib/testing/trips.ts'

const BODY = JSON.stringify({ amount: AMOUNT, currency: 'INR' })

const TABLES =
  'orders, payments, bank_operations, simulator_records, ledger_transactions, ledger_postings, idempotency_keys, record_counts, record_count_changes'

/** Captures of payments of one merchant, each with an idempotency key; every payment is captured once. */
export async function capture({ cluster, conditions }: Setting): Promise<Result> {
  const instance = await openInstance(await cluster.fresh('bench_capture'))
  const { servers, notes, stop } = await launchAll(instance.url)
  const entrants = servers.map((server) => capturing(instance, server))
  const ids = await makeAuthorized(instance.database.pool, instance.accountId, 2)
  await captureHere(instance, ids[0] ?? '')
  const { trips } = await tripsOf(() => captureHere(instance, ids[1] ?? ''))
  const outcome = await measure('capture', entrants, conditions)
  await stop()
  await foldBalances(instance.runtime.query)
  const violations = await checkInvariants(instance.runtime.query)
  await instance.close()
  return {
    outcomes: [outcome],
    plans: [],
    figures: [
      { what: 'capture of a payment that another process authorized, trips', value: trips, unit: 'trips' },
    ],
    notes: [
      ...notes,
      violations.length === 0
        ? 'Afterwards the ledger was in order.'
        : `**The ledger is not in order**: ${violations.map(({ name }) => name).join(' ')}`,
    ],
  }
}

function captureHere(instance: Instance, id: string): Promise<unknown> {
  return execute(
    instance.runtime,
    capturePayment,
    instance.actor,
    { id, amount: AMOUNT },
    { requestId: 'req_bench', idempotencyKey: id },
  )
}

/** Makes payments before each stretch: as many as it could use, judging by the last. */
export function capturing(instance: Instance, server: Server): Entrant {
  const ids: string[] = []
  let perSecond = 1500
  const entrant = entrantOf(server, {
    connections: 32,
    headers: { authorization: instance.authorization, 'content-type': 'application/json' },
    status: 200,
    next() {
      const id = ids.pop()
      return id === undefined
        ? undefined
        : {
            method: 'POST' as const,
            path: `/v1/payments/${id}/capture`,
            headers: { 'idempotency-key': id },
            body: BODY,
          }
    },
  })
  return {
    ...entrant,
    async prepare(seconds) {
      const missing = Math.ceil(perSecond * seconds) + 200 - ids.length
      if (missing > 0)
        ids.push(...(await makeAuthorized(instance.database.pool, instance.accountId, missing)))
      // Otherwise the first plans would be those of empty tables, and stay until autovacuum comes by.
      await instance.database.pool.query(`ANALYZE ${TABLES}`)
    },
    async run(seconds) {
      const load = await entrant.run(seconds)
      perSecond = (1.5 * load.requests) / load.seconds
      return load
    },
  }
}
