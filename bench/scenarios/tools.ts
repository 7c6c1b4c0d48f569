import { randomBytes } from 'node:crypto'
import { type Desk, openDesk, settings } from '#bench/desk.ts'
import type { Load } from '#bench/load.ts'
import { type Entrant, measure } from '#bench/measure.ts'
import { entrantOf, type Result, type Setting } from '#bench/scenarios/scenario.ts'
import {
  CALLBACK,
  CLIENT,
  CLIENT_ID,
  type Granted,
  makeCodes,
  makeGrant,
  VERIFIER,
} from '#bench/servers/codes.ts'
import { launch, type Server } from '#bench/servers/launch.ts'
import { connectApp } from '#lib/domain/connected-apps/connect.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { createUser } from '#lib/domain/users/create.ts'
import { type Env, loadEnv } from '#lib/env.ts'
import { clientAdapter } from '#lib/oauth/clients.ts'
import { provider, toolResource } from '#lib/oauth/provider.ts'
import { type Actor, execute, type Runtime } from '#lib/operation.ts'
import { ROLE_PERMISSIONS } from '#lib/permissions.ts'
import { newId } from '#lib/values/id.ts'

const SCOPE = 'read_only orders:write'
/** More than anybody redeems in a second; a stretch that has used its codes up ends early. */
const CODES_A_SECOND = 2500

/** Codes for tokens beside the engine alone, and tools beside the same operations over REST. */
export async function tools({ cluster, conditions }: Setting): Promise<Result> {
  const desk = await openDesk(await cluster.fresh('bench_tools'))
  const [server, alone] = [await launch('front', desk.url), await launch('oidc', desk.url)]
  const granted = await connect(desk, server)
  const ownCodes = (count: number) => makeCodes(provider(), granted, count)
  const codesThere = async (count: number) =>
    (await (await fetch(`${alone.url}/bench/codes?count=${count}`)).json()) as string[]
  const [code = ''] = await ownCodes(1)
  const headers = { authorization: `Bearer ${await tokenFor(server, code)}` }
  const order = await execute(desk.runtime, createOrder, desk.actor, BODY, { requestId: newId('request', 0) })
  const outcomes = [
    await measure(
      'code for token',
      [
        redeeming('oidc-provider alone, in memory', alone, codesThere),
        redeeming('product', server, ownCodes),
      ],
      conditions,
    ),
    await measure(
      'fetch an order',
      [
        rest(desk, server, 200, () => ({ method: 'GET', path: `/v1/orders/${order.value.id}` })),
        tool(server, headers, 'fetch_order', () => ({ id: order.value.id })),
      ],
      conditions,
    ),
    await measure(
      'create an order',
      [
        rest(desk, server, 201, () => ({
          method: 'POST',
          path: '/v1/orders',
          headers: { 'idempotency-key': fresh() },
          body: JSON.stringify(BODY),
        })),
        tool(server, headers, 'create_order', () => ({ ...BODY, idempotency_key: fresh() })),
      ],
      conditions,
    ),
  ]
  await Promise.all([server.stop(), alone.stop()])
  await desk.close()
  return { outcomes, plans: [], notes: [] }
}

const BODY = { amount: 50_000, currency: 'INR' as const, receipt: 'receipt-1' }
const fresh = () => `bench-${randomBytes(9).toString('hex')}`

/** Lets the client of the bench act for somebody, in this process and on the database that the server has. */
async function connect(desk: Desk, server: Server): Promise<Granted> {
  const { port } = new URL(server.url)
  const held = globalThis as { counterfoilEnv?: Env; counterfoilRuntime?: Runtime }
  held.counterfoilEnv = loadEnv({ ...settings(desk.url), PORT: port })
  held.counterfoilRuntime = desk.runtime
  const person = await desk.database.prisma.$transaction((tables) =>
    createUser(
      tables,
      {
        email: `${fresh()}@example.com`,
        name: 'Bench',
        password: '-',
        merchant_id: desk.merchantId,
        role: 'owner',
      },
      '-',
      Date.now(),
    ),
  )
  await clientAdapter(desk.runtime.query, Date.now).upsert(CLIENT_ID, { ...CLIENT })
  const wanted = { accountId: person.id, resource: toolResource(), scope: SCOPE }
  const grantId = await makeGrant(provider(), wanted)
  const actor: Actor = {
    ...desk.actor,
    kind: 'user',
    id: person.id,
    permissions: new Set(ROLE_PERMISSIONS.owner),
  }
  const input = {
    id: grantId,
    client: { id: CLIENT_ID, name: CLIENT.client_name, origin: 'dynamic' as const },
    scopes: SCOPE.split(' '),
    limit_per_call: null,
    limit_per_day: null,
    redirect_host: 'client.example',
    expires_at: Math.floor(Date.now() / 1000) + 86_400,
  }
  await execute(desk.runtime, connectApp, actor, input as never, { requestId: newId('request', Date.now()) })
  return { ...wanted, grantId }
}

function exchange(code: string): string {
  return String(
    new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: CLIENT_ID,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      code,
    }),
  )
}

async function tokenFor(server: Server, code: string): Promise<string> {
  const answer = await fetch(`${server.url}/token`, { method: 'POST', headers: FORM, body: exchange(code) })
  const { access_token } = (await answer.json()) as { access_token?: string }
  if (access_token === undefined) throw new Error(`No token was given: ${answer.status}.`)
  return access_token
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Each code once; they are made before the stretch, since they last a minute. */
function redeeming(name: string, server: Server, make: (count: number) => Promise<string[]>): Entrant {
  let codes: string[] = []
  const target = {
    connections: 16,
    headers: FORM,
    status: 200,
    // A code that is sent twice ends its grant, and with it every code that is still to come.
    idle: { method: 'POST', path: '/token', body: '' } as const,
    next: () => {
      const code = codes.pop()
      return code === undefined
        ? undefined
        : ({ method: 'POST', path: '/token', body: exchange(code) } as const)
    },
  }
  return {
    ...entrantOf(server, target),
    name,
    async prepare(seconds): Promise<void> {
      codes = await make(Math.min(20_000, Math.ceil(seconds * CODES_A_SECOND)))
    },
  }
}

type Next = Parameters<typeof entrantOf>[1]['next']

function rest(desk: Desk, server: Server, status: number, next: Next): Entrant {
  const headers = { authorization: desk.authorization, 'content-type': 'application/json' }
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
