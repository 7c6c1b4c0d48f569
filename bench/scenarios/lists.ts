import type { Cluster } from '#bench/cluster.ts'
import { fillPayments } from '#bench/data/payments.ts'
import { type Instance, openInstance } from '#bench/instance.ts'
import { measure, type Outcome } from '#bench/measure.ts'
import { type Plan, plansOf } from '#bench/plans.ts'
import { entrantOf, launchAll, type Result, type Setting } from '#bench/scenarios/scenario.ts'
import type { Server } from '#bench/servers/launch.ts'
import { fetchAllPayments } from '#lib/domain/payments/fetch-all.ts'
import { execute } from '#lib/pipeline/execute.ts'

const SMALL = 1000
/** How far down the deep pages are, as a share of all rows. */
const DEPTH = 0.9

/** GET /v1/payments?count=100 on a small and on a large table: the first page, and deep ones by cursor and by skip. */
export async function lists(setting: Setting): Promise<Result> {
  const results: Result[] = []
  for (const rows of [SMALL, setting.rows]) results.push(await listsOf(setting, rows))
  const plans = results.flatMap((result) => result.plans)
  return {
    outcomes: results.flatMap((result) => result.outcomes),
    plans,
    notes: [...new Set(results.flatMap((result) => result.notes)), ...comparison(plans, setting.rows)],
  }
}

/** A database with so many payments of one account, made once, and its desk. */
export async function paymentsInstance(cluster: Cluster, rows: number): Promise<Instance> {
  const url = await cluster.kept(`bench_payments_${rows}`, async (url) => {
    process.stderr.write(`Filling a database with ${rows} payments…`)
    const instance = await openInstance(url)
    await fillPayments(instance.database.pool, instance.accountId, rows)
    await instance.close()
    process.stderr.write(' done.\n')
  })
  const instance = await openInstance(url)
  // What the runs before have asked; the log would grow with every run.
  await instance.database.pool.query('TRUNCATE request_logs')
  return instance
}

async function listsOf({ cluster, conditions }: Setting, rows: number): Promise<Result> {
  const instance = await paymentsInstance(cluster, rows)
  const { servers, notes, stop } = await launchAll(instance.url)
  const skip = Math.floor(rows * DEPTH)
  const starting_after = await idAt(instance, skip)
  const pages: { name: string; query: { starting_after?: string; skip?: number }; connections: number }[] = [
    { name: 'first page', query: {}, connections: 32 },
    { name: `after ${DEPTH * 100} % by cursor`, query: { starting_after }, connections: 32 },
    // Slow where there are many rows: more connections would only wait.
    { name: `after ${DEPTH * 100} % by skip`, query: { skip }, connections: 8 },
  ]
  const outcomes: Outcome[] = []
  const plans: Plan[] = []
  for (const { name, query, connections } of pages) {
    const title = `${name}, ${rows.toLocaleString('en')} rows`
    const read = () =>
      execute(
        instance.runtime,
        fetchAllPayments,
        instance.actor,
        { count: 100, ...query },
        { requestId: 'req_bench' },
      )
    plans.push(...(await plansOf(instance.url, title, read)))
    const path = `/v1/payments?count=100${Object.entries(query)
      .map(([key, value]) => `&${key}=${value}`)
      .join('')}`
    notes.push(...(await differences(servers, path, instance.authorization)))
    const target = {
      connections,
      headers: { authorization: instance.authorization },
      status: 200,
      next: () => ({ method: 'GET' as const, path }),
    }
    outcomes.push(
      await measure(
        title,
        servers.map((server) => entrantOf(server, target)),
        conditions,
      ),
    )
  }
  await stop()
  await instance.close()
  return { outcomes, plans, notes }
}

/** The payment that stands so many rows below the newest. */
export async function idAt(instance: Instance, depth: number): Promise<string> {
  const text =
    'SELECT id FROM payments WHERE account_id = $1 ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT 1'
  const { rows } = await instance.database.pool.query<{ id: string }>(text, [instance.accountId, depth - 1])
  return rows[0]?.id ?? ''
}

/** Which servers do not answer as the baseline does: they do not do the same work. */
async function differences(servers: Server[], path: string, authorization: string): Promise<string[]> {
  const replies = servers.map(({ url }) => fetch(url + path, { headers: { authorization } }))
  const texts = await Promise.all(replies.map(async (reply) => (await reply).text()))
  const others = servers.filter((_, index) => texts[index] !== texts[0])
  return others.map(({ kind }) => `**${kind} does not answer as the baseline does** to ${path}.`)
}

/** How the time in the database grows with the depth and with the table. */
function comparison(plans: Plan[], rows: number): string[] {
  const time = (what: string) =>
    plans.filter((plan) => plan.what === what).reduce((sum, plan) => sum + plan.execution, 0)
  const of = (page: string, count: number) => time(`${page}, ${count.toLocaleString('en')} rows`)
  const [first, cursor, skip] = [
    'first page',
    `after ${DEPTH * 100} % by cursor`,
    `after ${DEPTH * 100} % by skip`,
  ] as const
  const ratio = (left: number, right: number) => (left / right).toFixed(2)
  return [
    `Time in the database at ${rows.toLocaleString('en')} rows, deep over first: ${ratio(of(cursor, rows), of(first, rows))} by cursor, ${ratio(of(skip, rows), of(first, rows))} by skip.`,
    ...[first, cursor, skip].map(
      (page) =>
        `Time in the database, ${page}, ${rows.toLocaleString('en')} over ${SMALL.toLocaleString('en')} rows: ${ratio(of(page, rows), of(page, SMALL))}.`,
    ),
  ]
}
