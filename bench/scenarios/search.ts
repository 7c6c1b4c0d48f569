import { fillInstance } from '#bench/data/payments-instance.ts'
import { addRecords } from '#bench/data/records.ts'
import { samplePayment } from '#bench/data/sample.ts'
import { type Instance, openInstance } from '#bench/instance.ts'
import { median } from '#bench/load.ts'
import { type Plan, plansOf } from '#bench/plans.ts'
import type { Figure, Result, Setting } from '#bench/scenarios/scenario.ts'
import { listPaymentsForDashboard } from '#lib/domain/payments/list.ts'
import { findRecords } from '#lib/domain/search/find-records.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation } from '#lib/pipeline/operation.ts'

/** How often each search is timed, on one connection after another; the median counts. */
const TIMES = 9
/** Before that each is run so often that every connection has settled on its plans. */
const WARM = 100
/** A search that takes longer, in milliseconds, is not run so often. */
const SLOW = 500
/** Statements that take no longer, in milliseconds, have no plan in the report. */
const WORTH_SHOWING = 5

/** Each way of finding a record in the search of the dashboard and its palette, with what a list makes of the same text. */
export async function search({ cluster, rows }: Setting): Promise<Result> {
  const { url } = await cluster.stored(`bench_search_${rows}`, async (made) => {
    await fillInstance(made, rows)
    const instance = await openInstance(made)
    await addRecords(instance.database.pool, instance.accountId)
    await instance.close()
  })
  const instance = await openInstance(url)
  const plans: Plan[] = []
  const figures: Figure[] = []
  const table: string[][] = []
  for (const [name, q] of await searchesIn(instance)) {
    const what = `search by ${name}, ${rows.toLocaleString('en')} rows`
    const work = () => run(instance, findRecords, { q })
    const { groups } = (await work()) as { groups: { kind: string; items: unknown[] }[] }
    const found = groups.map(({ kind, items }) => `${items.length} ${kind}`).join(', ')
    const [all, list] = [
      await timed(work),
      await timed(() => run(instance, listPaymentsForDashboard, { q })),
    ] as const
    figures.push({ what, value: all, unit: 'ms' })
    figures.push({ what: `list of payments ${what}`, value: list, unit: 'ms' })
    table.push([name, found || 'nothing', all.toFixed(1), list.toFixed(1)])
    plans.push(...(await plansOf(url, what, work)).filter(({ execution }) => execution > WORTH_SHOWING))
    process.stderr.write('.')
  }
  await instance.close()
  const head = ['Search by', 'Found', 'Search, ms', 'List of payments, ms']
  return { outcomes: [], plans, figures, tables: [{ head, rows: table }], notes: [] }
}

function run(instance: Instance, operation: Operation, input: object): Promise<unknown> {
  return execute(instance.runtime, operation, instance.actor, input, { requestId: 'req_bench' }).then(
    ({ value }) => value,
  )
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let time = 0; time < WARM + TIMES; time += 1) {
    const begun = performance.now()
    await work()
    const took = performance.now() - begun
    if (took > SLOW && time >= WARM / 2) return took
    times.push(took)
  }
  return median(times.slice(WARM))
}

async function searchesIn(instance: Instance): Promise<[name: string, text: string][]> {
  const sample = await samplePayment(instance)
  const { rows } = await instance.database.pool.query<{ bill: string; request: string; client: string }>(
    `SELECT (SELECT receipt_number FROM bills WHERE account_id = $1 LIMIT 1) AS bill,
            (SELECT id FROM request_logs WHERE account_id = $1 LIMIT 1) AS request,
            (SELECT client_request_id FROM request_logs WHERE account_id = $1 LIMIT 1) AS client`,
    [instance.accountId],
  )
  const [one] = rows
  if (!one) throw new Error('There is nothing to look for.')
  const rupees = (Number(sample.amount) / 100).toFixed(2)
  return [
    ['ID', sample.id],
    ['beginning of an ID', sample.id.slice(0, 9)],
    ['order ID', sample.order_id],
    ['bank reference', sample.rrn],
    ['email', sample.email],
    ['beginning of an email', sample.email.slice(0, 9)],
    ['phone', sample.contact],
    ['phone without country code', sample.contact.slice(3)],
    ['last 4 digits of a phone', sample.contact.slice(-4)],
    ['last 6 digits of a phone', sample.contact.slice(-6)],
    ['last4', sample.last4],
    ['amount', rupees],
    ['round amount', '500'],
    ['receipt', sample.receipt],
    ['bill number', one.bill],
    ['request ID', one.request],
    ['client request ID', one.client],
    ['name', 'payer 1000'],
    ['nothing that exists', 'umbrella'],
  ]
}
