import { writeFileSync } from 'node:fs'
import { connect, fresh, tokenFor } from '#bench/connection.ts'
import { openInstance } from '#bench/instance.ts'
import type { Load } from '#bench/load.ts'
import { type Entrant, measure } from '#bench/measure.ts'
import { entrantOf, type Result, type Setting } from '#bench/scenarios/scenario.ts'
import { makeCodes } from '#bench/servers/codes.ts'
import { launch, type Server } from '#bench/servers/launch.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { provider } from '#lib/oauth/provider.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { openInstance as openTestInstance } from '#lib/testing/instance.ts'
import { runToolJobs } from '#lib/testing/tool-jobs.ts'
import { newId } from '#lib/values/id.ts'
import { DAY } from '#lib/values/time.ts'

/** Tools beside the same operations over REST: with a key, which is believed for a second, and with the token of the tool. */
export async function tools({ cluster, conditions }: Setting): Promise<Result> {
  const instance = await openInstance(await cluster.fresh('bench_tools'))
  const server = await launch('router', instance.url)
  const granted = await connect(instance, server)
  const [code = ''] = await makeCodes(provider(), granted, 1)
  const authorization = `Bearer ${await tokenFor(server, code)}`
  const headers = { authorization }
  const order = await execute(instance.runtime, createOrder, instance.actor, BODY, {
    requestId: newId('request', 0),
  })
  const fetchIt = () => ({ method: 'GET', path: `/v1/orders/${order.value.id}` }) as const
  const outcomes = [
    await measure(
      'fetch an order',
      [
        rest(server, instance.authorization, 200, fetchIt),
        tool(server, headers, 'fetch_order', () => ({ id: order.value.id })),
        { ...rest(server, authorization, 200, fetchIt), name: 'REST with the token' },
      ],
      conditions,
    ),
    await measure(
      'create an order',
      [
        rest(server, instance.authorization, 201, createIt),
        tool(server, headers, 'create_order', () => ({ ...BODY, idempotency_key: fresh() })),
        { ...rest(server, authorization, 201, createIt), name: 'REST with the token' },
      ],
      conditions,
    ),
  ]
  await server.stop()
  await instance.close()
  return { outcomes, plans: [], tables: await costsOf(await cluster.fresh('bench_tool_jobs')), notes: [] }
}

/** The list that the local server of another payments service sends, in version 0.2.5 of its npm package, counted alike. */
const COMPARED = { list: "Stripe's local server, all tools", tools: 22, bytes: 21_612, tokens: 5_321 }

/** What the list of tools and five jobs cost a model, which the guide about AI clients shows. */
async function costsOf(url: string): Promise<NonNullable<Result['tables']>> {
  const instance = await openTestInstance({ url, authorizationWindow: 5 * DAY })
  const { lists, jobs } = await runToolJobs(instance)
  await instance.close()
  writeFileSync('lib/api-docs/tool-costs.json', `${JSON.stringify({ lists, jobs }, null, 2)}\n`)
  return [
    {
      head: ['list of tools', 'tools', 'bytes', 'tokens'],
      rows: [...lists, COMPARED].map(({ list, ...sizes }) => [list, ...Object.values(sizes).map(String)]),
    },
    {
      head: ['job', 'calls', 'bytes', 'tokens', 'right answer'],
      rows: jobs.map(({ job, right, ...sizes }) => [
        job,
        ...Object.values(sizes).map(String),
        right ? 'yes' : 'no',
      ]),
    },
  ]
}

const BODY = { amount: 50_000, currency: 'INR' as const, receipt: 'receipt-1' }

const createIt = () =>
  ({
    method: 'POST',
    path: '/v1/orders',
    headers: { 'idempotency-key': fresh() },
    body: JSON.stringify(BODY),
  }) as const

type Next = Parameters<typeof entrantOf>[1]['next']

function rest(server: Server, authorization: string, status: number, next: Next): Entrant {
  const headers = { authorization, 'content-type': 'application/json' }
  return { ...entrantOf(server, { connections: 16, headers, status, next }), name: 'REST' }
}

/** A call of the newest revision, which brings all that it needs in one message. */
function tool(
  server: Server,
  headers: Record<string, string>,
  name: string,
  members: () => Record<string, unknown>,
): Entrant & { run(seconds: number): Promise<Load> } {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const target = {
    connections: 16,
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    status: 200,
    next: () =>
      ({
        method: 'POST',
        path: '/mcp',
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name, arguments: members(), _meta },
        }),
      }) as const,
  }
  return { ...entrantOf(server, target), name: 'tool' }
}
