import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Instance, openInstance } from '#bench/instance.ts'
import { type Load, percentiles, type Target } from '#bench/load.ts'
import { type Entrant, measure } from '#bench/measure.ts'
import { launchPeers } from '#bench/peers.ts'
import { pgbenchOf } from '#bench/pgbench.ts'
import { entrantOf, launchAll, type Result, type Setting } from '#bench/scenarios/scenario.ts'
import { CREATE_ORDER, orderOf } from '#bench/servers/order-statement.ts'
import { newId } from '#lib/values/id.ts'

const BODY = JSON.stringify({
  amount: 50_000,
  currency: 'INR',
  receipt: 'receipt-1',
  notes: { shelf: 'A-12' },
})

/** POST /v1/orders, each with an idempotency key of its own. */
export async function orders({ cluster, conditions, beside }: Setting): Promise<Result> {
  const instance = await openInstance(await cluster.fresh('bench_orders'))
  const { servers, notes, stop } = await launchAll(instance.url, {
    through: ['baseline', 'router', 'next', 'start', 'start-alone'],
  })
  const peers = await launchPeers(instance.url, beside)
  const entrants = [
    ...servers.map((server) => entrantOf(server, target(instance))),
    databaseAlone(instance),
    ...peers.servers.map((server) =>
      entrantOf(server, server.kind === 'postgraphile' ? mutation(instance) : target(instance)),
    ),
  ]
  const bench = beside.includes('pgbench') ? pgbench(instance) : undefined
  if (typeof bench === 'string') notes.push(bench)
  else if (bench) entrants.push(bench)
  const outcome = await measure('orders', entrants, conditions)
  await stop()
  await peers.stop()
  await instance.close()
  return { outcomes: [outcome], plans: [], notes: [...notes, ...peers.notes] }
}

/** The nearest that PostGraphile offers: one order, without a key and without an audit line. */
export function mutation({ accountId }: Instance): Omit<Target, 'url'> {
  const query = `mutation ($order: OrderInput!) { createOrder(input: { order: $order }) { order { id amount status } } }`
  return {
    connections: 32,
    headers: { 'content-type': 'application/json' },
    status: 200,
    next: () => {
      const at = Date.now()
      const order = {
        accountId,
        id: newId('order', at),
        amount: '50000',
        currency: 'INR',
        receipt: 'receipt-1',
        status: 'created',
        paymentCapture: false,
        notes: '{"shelf":"A-12"}',
        createdAt: String(Math.floor(at / 1000)),
      }
      return { method: 'POST', path: '/graphql', body: JSON.stringify({ query, variables: { order } }) }
    },
  }
}

export function target(instance: Instance): Omit<Target, 'url'> {
  return {
    connections: 32,
    headers: { authorization: instance.authorization, 'content-type': 'application/json' },
    status: 201,
    next: () => ({
      method: 'POST',
      path: '/v1/orders',
      headers: { 'idempotency-key': freshKey() },
      body: BODY,
    }),
  }
}

const run = randomBytes(6).toString('hex')
let requested = 0

function freshKey(): string {
  requested += 1
  return `bench-${run}-${requested}`
}

/** The same statement from this process over eight connections, with no HTTP at all: what the database could take. */
function databaseAlone(instance: Instance): Entrant {
  const actor = { id: instance.actor.id, name: instance.actor.name, accountId: instance.accountId }
  return {
    name: 'database alone, 8 clients',
    pid: process.pid,
    run: (seconds) =>
      statementLoop(
        instance.url,
        8,
        seconds,
        'order',
        CREATE_ORDER,
        () => orderOf(actor, freshKey(), BODY).values,
      ),
  }
}

/** The same with pgbench, which costs less than a client in JavaScript; a sentence when it isn't installed. */
function pgbench(instance: Instance): Entrant | string {
  const number = "lpad(:number::text, 14, '0')"
  const values = [
    `'${instance.accountId}'`,
    `'${freshKey()}-' || :number`,
    "'\\\\x00'::bytea",
    "'{}'",
    'extract(epoch FROM now())::bigint',
    `'order_' || ${number}`,
    '50000::bigint',
    "'INR'",
    "'receipt-1'",
    'false',
    `'{"shelf":"A-12"}'::jsonb`,
    `'${instance.actor.id}'`,
    `'aud_' || ${number}`,
    `'${instance.actor.name}'`,
    `'req_' || ${number}`,
  ]
  const statement = CREATE_ORDER.replace(/\$(\d+)/g, (_, place) => values[Number(place) - 1] ?? 'NULL')
  return pgbenchOf(instance.url, `\\set number random(1, 90000000000000)\n${statement};\n`)
}

/** One prepared statement from this process, over and over on each of some connections. */
export async function statementLoop(
  url: string,
  count: number,
  seconds: number,
  name: string,
  text: string,
  values: () => unknown[],
): Promise<Load> {
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: url }))
  await Promise.all(clients.map((client) => client.connect()))
  const latencies: number[] = []
  const begun = performance.now()
  const end = begun + seconds * 1000
  const work = async (client: pg.Client) => {
    for (let at = performance.now(); at < end; ) {
      await client.query({ name, text, values: values() })
      const done = performance.now()
      latencies.push(done - at)
      at = done
    }
  }
  await Promise.all(clients.map(work))
  const elapsed = (performance.now() - begun) / 1000
  await Promise.all(clients.map((client) => client.end()))
  return { requests: latencies.length, seconds: elapsed, ...percentiles(latencies), failed: 0, statuses: {} }
}
