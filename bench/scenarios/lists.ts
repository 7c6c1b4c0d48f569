import { depthOf, paymentsInstance } from '#bench/data/payments-instance.ts'
import type { Instance } from '#bench/instance.ts'
import type { Target } from '#bench/load.ts'
import { measure, type Outcome } from '#bench/measure.ts'
import { launchPeers } from '#bench/peers.ts'
import { type Plan, plansOf } from '#bench/plans.ts'
import { entrantOf, launchAll, type Result, type Setting, WITHOUT_WORKER } from '#bench/scenarios/scenario.ts'
import type { Server } from '#bench/servers/launch.ts'
import { fetchAllPayments } from '#lib/domain/payments/fetch-all.ts'
import { execute } from '#lib/pipeline/execute.ts'

const SMALL = 1000

/**
 * GET /v1/payments?count=100 on a small and on a large table: the first page, as it is and compressed, and deep ones by
 * cursor and by skip.
 */
export async function lists(setting: Setting): Promise<Result> {
  const results: Result[] = []
  for (const rows of [SMALL, setting.rows]) results.push(await listsOf(setting, rows))
  const figures = results.flatMap((result) => result.figures ?? [])
  return {
    outcomes: results.flatMap((result) => result.outcomes),
    plans: results.flatMap((result) => result.plans),
    figures,
    notes: [...new Set(results.flatMap((result) => result.notes))],
  }
}

async function listsOf({ cluster, conditions, beside }: Setting, rows: number): Promise<Result> {
  const instance = await paymentsInstance(cluster, rows)
  const { servers, notes, stop } = await launchAll(instance.url, { env: WITHOUT_WORKER })
  const peers = await launchPeers(
    instance.url,
    beside.filter((peer) => peer === 'postgraphile'),
  )
  const depth = depthOf(rows)
  const starting_after = await idAt(instance, depth)
  type Query = { starting_after?: string; skip?: number }
  const pages: { name: string; query: Query; connections: number; coding?: string }[] = [
    { name: 'first page', query: {}, connections: 32 },
    { name: 'first page with gzip', query: {}, connections: 32, coding: 'gzip' },
    { name: 'first page with Brotli', query: {}, connections: 32, coding: 'br' },
    { name: 'deep page by cursor', query: { starting_after }, connections: 32 },
    { name: 'deep page by skip', query: { skip: depth }, connections: 8 },
  ]
  const outcomes: Outcome[] = []
  const plans: Plan[] = []
  for (const { name, query, connections, coding } of pages) {
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
    const entrants = servers.map((server) => entrantOf(server, reading(instance, path, connections, coding)))
    // PostGraphile has a cursor of its own kind, so only the first page can be compared.
    if (name === 'first page')
      entrants.push(...peers.servers.map((server) => entrantOf(server, firstByGraph(instance))))
    outcomes.push(await measure(title, entrants, conditions))
  }
  await stop()
  await peers.stop()
  await instance.close()
  const figures = pages.map(({ name }) => {
    const title = `${name}, ${rows.toLocaleString('en')} rows`
    const own = plans.filter(({ what }) => what === title)
    return {
      what: `${title}, in the database`,
      value: own.reduce((sum, plan) => sum + plan.execution, 0),
      unit: 'ms' as const,
    }
  })
  return { outcomes, plans, figures, notes: [...notes, ...peers.notes] }
}

function reading(
  instance: Instance,
  path: string,
  connections: number,
  coding = 'identity',
): Omit<Target, 'url'> {
  const headers = { authorization: instance.authorization, 'accept-encoding': coding }
  return { connections, headers, status: 200, next: () => ({ method: 'GET', path }) }
}

/** The first 100 payments, as its scenario asks for them. */
export function firstPage(instance: Instance): Omit<Target, 'url'> {
  return reading(instance, '/v1/payments?count=100', 32)
}

/** The columns that a payment of the API has, in PostGraphile's spelling. */
const COLUMNS = `id amount currency status orderId invoiceId international method amountRefunded refundStatus captured
  description cardId bank wallet vpa email contact customerId tokenId notes fee tax errorCode errorDescription errorSource
  errorStep errorReason acquirerData createdAt`

function firstByGraph({ accountId }: Instance): Omit<Target, 'url'> {
  const rows = `first: 100, condition: { accountId: "${accountId}" }, orderBy: [CREATED_AT_DESC, ID_DESC]`
  const body = JSON.stringify({ query: `{ allPayments(${rows}) { nodes { ${COLUMNS} } } }` })
  return {
    connections: 32,
    headers: { 'content-type': 'application/json' },
    status: 200,
    next: () => ({ method: 'POST', path: '/graphql', body }),
  }
}

/** The payment so many rows below the newest. */
export async function idAt(instance: Instance, depth: number): Promise<string> {
  const text =
    'SELECT id FROM payments WHERE account_id = $1 ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT 1'
  const { rows } = await instance.database.pool.query<{ id: string }>(text, [instance.accountId, depth - 1])
  return rows[0]?.id ?? ''
}

/** Servers whose responses differ from the baseline's: they do not do the same work. */
async function differences(servers: Server[], path: string, authorization: string): Promise<string[]> {
  const replies = servers.map(({ url }) => fetch(url + path, { headers: { authorization } }))
  const texts = await Promise.all(replies.map(async (reply) => (await reply).text()))
  const others = servers.filter((_, index) => texts[index] !== texts[0])
  return others.map(({ kind }) => `**${kind} does not answer as the baseline does** to ${path}.`)
}
