/**
 * Posts as fast as it can until it is stopped: with the dispatcher, or in a bare loop with the same HTTP client and
 * as many connections, which only posts.
 */
import { ringOf } from '#bench/instance.ts'
import { database } from '#lib/database/client.ts'
import { runtime } from '#lib/runtime.ts'
import { openAgent } from '#lib/webhooks/connect.ts'
import { Dispatcher } from '#lib/webhooks/dispatcher.ts'
import { sendDelivery } from '#lib/webhooks/send.ts'

export type Order = { with: 'loop' | 'dispatcher'; seconds: number; urls: string[]; body: string }
export type Posted = { requests: number; seconds: number; failed: number; times: number[] }

/** The dispatcher's concurrency for a quick endpoint. */
const PARALLEL = 64

process.once('disconnect', () => process.exit())
process.on('message', async (order: Order) => {
  process.send?.(await (order.with === 'loop' ? bareLoop(order) : dispatch(order)))
})
process.send?.('ready')

async function bareLoop({ seconds, urls, body }: Order): Promise<Posted> {
  const agent = openAgent()
  const headers = { 'content-type': 'application/json' }
  const times: number[] = []
  let failed = 0
  const begun = performance.now()
  const end = begun + seconds * 1000
  const loop = async (url: URL) => {
    while (performance.now() < end) {
      const { failure, milliseconds } = await sendDelivery(agent, { url, headers, body, timeoutMs: 5000 })
      times.push(milliseconds)
      if (failure) failed += 1
    }
  }
  await Promise.all(
    urls.flatMap((url) => Array.from({ length: PARALLEL / urls.length }, () => loop(new URL(url)))),
  )
  const took = (performance.now() - begun) / 1000
  await agent.close()
  return { requests: times.length - failed, seconds: took, failed, times }
}

async function dispatch({ seconds }: Order): Promise<Posted> {
  const { query } = database()
  const count = async () =>
    Number((await query('SELECT count(*) FROM webhook_attempts WHERE error_kind IS NULL', [])).rows[0]?.count)
  const before = await count()
  const begun = performance.now()
  await ringOf(database())
  const dispatcher = new Dispatcher(runtime()).start()
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  await dispatcher.stop()
  const took = (performance.now() - begun) / 1000
  const { rows } = await query(
    'SELECT duration_ms FROM webhook_attempts ORDER BY created_at DESC LIMIT 10000',
    [],
  )
  return {
    requests: (await count()) - before,
    seconds: took,
    failed: 0,
    times: rows.map((row) => Number(row.duration_ms)),
  }
}
