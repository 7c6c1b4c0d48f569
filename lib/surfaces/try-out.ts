import type { z } from 'zod'
import { inMode, requireSignedIn, signedIn } from '#lib/auth/staff.ts'
import { operations } from '#lib/domain/operations.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { type Actor, type Operation, permissionLacking } from '#lib/pipeline/operation.ts'
import { runtime } from '#lib/runtime.ts'
import { route } from '#lib/surfaces/rest.ts'
import { newId } from '#lib/values/id.ts'

/** The result of a request of "Try it". */
type Tried = {
  request: string
  status: number
  headers: [string, string][]
  body: string
  requestId: string
  duration: number
}

/** The person in the test account of the merchant that they look at, whichever mode that is in; null for a stranger. */
export async function testActor(): Promise<Actor | null> {
  const staff = await signedIn()
  return staff && inMode(staff, 'test')
}

type Requested = { operation: string; params: Record<string, string>; query: string; body: string | null }

/**
 * Runs one API request for the signed-in person, for real and in their test account: through the handler of /v1, with
 * the permissions of the person. A stranger is redirected to the sign-in page.
 */
export async function tryOut({ operation: name, params, query, body }: Requested): Promise<Tried | null> {
  const actor = inMode(await requireSignedIn(), 'test')
  const operation = operations.find((candidate) => candidate.name === name && candidate.http !== null)
  if (!actor || !operation || operation.takes === 'file') return null
  const [method = 'GET', template = ''] = (operation.http ?? '').split(' ')
  const path = template.replace(/:([a-z_]+)/g, (_, each: string) =>
    encodeURIComponent(params[each] || '-').toString(),
  )
  const address = query === '' ? path : `${path}?${query}`
  const sends = body !== null && method !== 'GET'
  const begun = performance.now()
  const response = await route(operation, actor)(
    new Request(`http://localhost${address}`, {
      method,
      headers: sends ? { 'content-type': 'application/json' } : {},
      ...(sends ? { body } : {}),
    }),
    { params: Promise.resolve(params) },
  )
  return {
    request: `${method} ${address}`,
    status: response.status,
    headers: [...response.headers],
    body: await textOf(response),
    requestId: response.headers.get('x-request-id') ?? '',
    duration: Math.round(performance.now() - begun),
  }
}

/** JSON as people read it; of bytes only that there are some. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) {
    const bytes = await response.arrayBuffer()
    return `(${bytes.byteLength} bytes)`
  }
  const text = await response.text()
  return text === '' ? '' : JSON.stringify(JSON.parse(text), null, 2)
}

const LISTS: Record<string, string> = {
  order: 'fetch_all_orders',
  pay: 'fetch_all_payments',
  rfnd: 'fetch_all_refunds',
  cust: 'fetch_all_customers',
  doc: 'fetch_all_documents',
  bill: 'fetch_all_bills',
  trf: 'fetch_all_transfers',
  fa: 'fetch_all_fund_accounts',
  pout: 'fetch_all_payouts',
  whk: 'fetch_all_webhooks',
  evt: 'fetch_all_events',
}

/** The newest record of each of some kinds, so that a request can be tried without looking for ids first. */
export async function newestIds(actor: Actor, kinds: string[]): Promise<Record<string, string>> {
  const found = await Promise.all(kinds.map(async (kind) => [kind, await newestOf(actor, kind)] as const))
  return Object.fromEntries(found.filter((pair): pair is readonly [string, string] => pair[1] !== null))
}

async function newestOf(actor: Actor, kind: string): Promise<string | null> {
  const operation = operations.find(({ name }) => name === LISTS[kind])
  if (!operation || permissionLacking(operation, actor)) return null
  const meta = { requestId: newId('request', Date.now()) }
  const list = await execute(runtime(), operation, actor, { count: 1 }, meta).catch(() => null)
  return (list?.value as { items: { id: string }[] } | undefined)?.items[0]?.id ?? null
}

/** Reads as an authenticated actor; null without the permission. */
export async function readAs<I extends z.ZodType, O extends z.ZodType>(
  actor: Actor,
  operation: Operation<I, O>,
  input: z.input<I>,
): Promise<z.output<O> | null> {
  if (permissionLacking(operation, actor)) return null
  return (await execute(runtime(), operation, actor, input, { requestId: newId('request', Date.now()) }))
    .value
}
