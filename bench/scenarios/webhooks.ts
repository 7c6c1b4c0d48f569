import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Instance, openInstance, settings } from '#bench/instance.ts'
import type { Load } from '#bench/load.ts'
import { type Entrant, measure } from '#bench/measure.ts'
import type { Result, Setting } from '#bench/scenarios/scenario.ts'
import type { Order, Posted } from '#bench/servers/posting.ts'
import { createWebhook } from '#lib/domain/webhooks/create.ts'
import { execute } from '#lib/pipeline/execute.ts'

/** Over so many endpoints the events go; to each as many. */
const ENDPOINTS = 4
/** More than any dispatcher sends in a second. */
const A_SECOND = 16_000

/**
 * Deliveries by one dispatcher: claimed, signed, posted, and recorded with their attempts; beside a bare loop that only
 * posts the same body with the same HTTP client over as many connections.
 */
export async function webhooks({ cluster, conditions }: Setting): Promise<Result> {
  const instance = await openInstance(await cluster.fresh('bench_webhooks'))
  const { entrants, pids, stop } = await openPosting(instance)
  const outcome = await measure('deliveries, one dispatcher', entrants, { ...conditions, own: () => pids })
  stop()
  await instance.close()
  return { outcomes: [outcome], plans: [], notes: [] }
}

/** A receiver with its endpoints, and those who post to it: a bare loop, and a dispatcher. */
export async function openPosting(
  instance: Instance,
): Promise<{ entrants: [Entrant, Entrant]; receiver: number; pids: number[]; stop(): void }> {
  const receiver = start('receiver')
  const [port] = (await once(receiver, 'message')) as [number]
  const urls = Array.from({ length: ENDPOINTS }, (_, index) => `http://127.0.0.1:${port}/${index}`)
  for (const url of urls)
    await execute(
      instance.runtime,
      createWebhook,
      instance.actor,
      { url, events: ['payment.captured'] },
      { requestId: 'req_bench' },
    )
  const loop = await ready('posting', instance.url)
  const dispatcher = await ready('posting', instance.url)
  const children = [receiver, loop, dispatcher]
  return {
    entrants: [
      { name: 'bare loop, the same client', pid: loop.pid ?? 0, run: posting(loop, 'loop', urls) },
      {
        name: 'the dispatcher',
        pid: dispatcher.pid ?? 0,
        prepare: (seconds) => fill(instance, Math.ceil(seconds * A_SECOND)),
        run: posting(dispatcher, 'dispatcher', urls),
      },
    ],
    receiver: receiver.pid ?? 0,
    pids: children.map(({ pid = 0 }) => pid),
    stop: () => {
      for (const child of children) child.disconnect()
    },
  }
}

const entity = {
  id: 'pay_NfLw3gQ81xRt0a',
  entity: 'payment',
  amount: 50_000,
  currency: 'INR',
  status: 'captured',
}
const padded = {
  ...entity,
  notes: { text: 'x'.repeat(200) },
  acquirer_data: { rrn: '616612345678' },
  card_id: null,
}
const payload = { payment: { entity: padded } }

function posting(child: ChildProcess, way: Order['with'], urls: string[]) {
  return async (seconds: number): Promise<Load> => {
    const body = JSON.stringify({ entity: 'event', event: 'payment.captured', payload })
    child.send({ with: way, seconds, urls, body } satisfies Order)
    const [posted] = (await once(child, 'message')) as [Posted]
    const times = posted.times.sort((left, right) => left - right)
    const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
    return { ...posted, p50: at(0.5), p99: at(0.99), statuses: {} }
  }
}

let filling = 0

/** Empties the queue and puts so many events of as many payments into it, spread over the endpoints. */
async function fill(instance: Instance, count: number): Promise<void> {
  const query = (text: string, ...values: unknown[]) => instance.database.pool.query(text, values)
  // Events can only be added, so each filling has ids of its own.
  filling += 1
  await query('TRUNCATE webhook_deliveries, webhook_attempts')
  const now = Math.floor(Date.now() / 1000)
  await query(
    `INSERT INTO events (account_id, id, event, contains, payload, object_id, actor_kind, actor_id, actor_name, request_id, created_at)
     SELECT $1, $5 || lpad(n::text, 10, '0'), 'payment.captured', '{payment}', $2::jsonb, 'pay_' || n, 'system', 'bench', 'bench', 'req', $3
     FROM generate_series(1, $4) AS n`,
    instance.accountId,
    JSON.stringify(payload),
    now,
    count,
    `evt_${String(filling).padStart(4, '0')}`,
  )
  await query(
    `INSERT INTO webhook_deliveries (account_id, endpoint_id, event_id, event, object_id, state, round_at, due_at, created_at)
     SELECT event.account_id, endpoint.id, event.id, event.event, event.object_id, 'pending', $1, $1, $1
     FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM webhook_endpoints) endpoint
     JOIN events event ON right(event.id, 6)::int % ${ENDPOINTS} = endpoint.place
     WHERE event.id LIKE $2`,
    now,
    `evt_${String(filling).padStart(4, '0')}%`,
  )
  await query('ANALYZE events, webhook_deliveries, webhook_endpoints')
}

function start(name: string, databaseUrl = ''): ChildProcess {
  const env = { ...process.env, ...(databaseUrl === '' ? {} : settings(databaseUrl)) }
  return fork(join(import.meta.dirname, '../servers', `${name}.ts`), {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

async function ready(name: string, databaseUrl: string): Promise<ChildProcess> {
  const child = start(name, databaseUrl)
  await once(child, 'message')
  return child
}
