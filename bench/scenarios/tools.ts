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
import { COMPARED, runToolJobs } from '#lib/testing/tool-jobs.ts'
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
  return { outcomes, plans: [], tables: await costsOf(await cluster.fresh('bench_tool_jobs')), notes: NOTES }
}

/** What the list of tools and six jobs cost a model, which the guide about AI clients shows. */
async function costsOf(url: string): Promise<NonNullable<Result['tables']>> {
  const instance = await openTestInstance({ url, authorizationWindow: 5 * DAY })
  const { lists, jobs } = await runToolJobs(instance)
  await instance.close()
  writeFileSync('lib/api-docs/tool-costs.json', `${JSON.stringify({ lists, jobs }, null, 2)}\n`)
  const every = lists.at(-1)
  const right = jobs.filter((job) => job.right)
  const calls = right.reduce((sum, job) => sum + job.calls, 0)
  const perJob = (tokens = 0, done = 1) => String(Math.round(tokens / done))
  return [
    {
      head: ['list of tools', 'tools', 'bytes', 'tokens', 'tokens for the model'],
      rows: [...lists, COMPARED].map(({ list, tools, bytes, tokens, model_tokens }) => [
        list,
        ...[tools, bytes, tokens, model_tokens].map(String),
      ]),
    },
    {
      head: ['job', 'calls', 'bytes', 'tokens', 'right answer'],
      rows: jobs.map(({ job, right: correct, ...sizes }) => [
        job,
        ...Object.values(sizes).map(String),
        correct ? 'yes' : 'no',
      ]),
    },
    {
      head: ['the jobs with', 'done', 'calls', 'calls per job done', 'list per job done, tokens'],
      rows: [
        [
          every?.list ?? '',
          String(right.length),
          String(calls),
          (calls / right.length).toFixed(1),
          perJob(every?.model_tokens, right.length),
        ],
        [
          COMPARED.list,
          `at most ${COMPARED.jobs}`,
          `at least ${COMPARED.calls}`,
          (COMPARED.calls / COMPARED.jobs).toFixed(1),
          perJob(COMPARED.model_tokens, COMPARED.jobs),
        ],
      ],
    },
  ]
}

/** How to read the tables of lists and jobs. */
const NOTES = [
  'Tokens are estimated, alike for both servers, within 11% of the tokenizer o200k_base (lib/testing/token-estimate.ts).',
  "A list is counted as it is sent. Tokens for the model are those of each tool's name, description and input schema alone, which apps pass on to the model.",
  "Counted with o200k_base itself, Stripe's list has 5,018 tokens as sent and 4,090 for the model: 4,090 compares with the column for the model, not with the list as sent.",
  'With the tools of Stripe a model can refund (in 3 calls or more, when a customer has the email in the same case) and bill (in 8 or more, without tax), but not filter by expiry, capture, total a day, or list reasons of failures. What its calls return was not measured.',
]

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
  fields: () => Record<string, unknown>,
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
          params: { name, arguments: fields(), _meta },
        }),
      }) as const,
  }
  return { ...entrantOf(server, target), name: 'tool' }
}
