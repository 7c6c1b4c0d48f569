import findMyWay from 'find-my-way'
import { operations } from '#lib/domain/operations.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { acquirerNotification } from '#lib/surfaces/acquirer-notifications.ts'
import { gatewayPayer, gatewayReturn } from '#lib/surfaces/gateway-payers.ts'
import { hostedCheckout } from '#lib/surfaces/hosted-checkout.ts'
import type { Handler } from '#lib/surfaces/plain-handler.ts'
import { nameAccount } from '#lib/surfaces/request-headers.ts'
import { refuse, route } from '#lib/surfaces/rest.ts'
import { unsupportedAt } from '#lib/surfaces/unsupported-routes.ts'

/** OPTIONS is never an operation: its handler responds 405, as it does for unknown methods. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
type Method = (typeof METHODS)[number]
type Handlers = Record<Method, Handler>

/** What client libraries call under /v2, whose addresses name the account, by the names of the operations. */
const V2: Record<string, Partial<Record<Method, string>>> = {
  '/v2/accounts/:account_id': { GET: 'fetch_account' },
  '/v2/accounts/:account_id/webhooks': { GET: 'fetch_all_webhooks', POST: 'create_webhook' },
  '/v2/accounts/:account_id/webhooks/:id': {
    GET: 'fetch_webhook',
    PUT: 'update_webhook',
    PATCH: 'update_webhook',
    DELETE: 'delete_webhook',
  },
}

const byPath = Map.groupBy(
  operations.filter(({ http }) => http !== null),
  ({ http }) => http?.split(' ')[1] ?? '',
)

/** The addresses of the API with their handlers: under /v1 those of the operations. */
export const apiRoutes: ReadonlyMap<string, Handlers> = new Map([
  ...[...byPath].map(([path, own]): [string, Handlers] => [
    path,
    handlersOf(new Map(own.map((operation) => [operation.http?.split(' ')[0] ?? '', operation]))),
  ]),
  ...Object.entries(V2).map(([path, names]): [string, Handlers] => [
    path,
    inAccount(handlersOf(new Map(Object.entries(names).map(([method, name]) => [method, named(name)])))),
  ]),
])

const nowhere = sameForAll(refuse((request) => unsupportedAt(request) ?? refused('route_not_found')))

// The length of a target is bounded before this, and the operations check that of a value.
const table = findMyWay({ maxParamLength: Number.MAX_SAFE_INTEGER })
/** Each handlers' address. */
const patterns = new Map<Handlers, string>()
for (const [path, handlers] of apiRoutes) on(path, handlers)
// Pages for the payers of a gateway.
on('/v1/acquirers/:id/payers/:reference', {
  ...sameForAll(refuse(() => refused('method_not_allowed', undefined, { allow: ['GET'] }))),
  GET: gatewayPayer,
})
on('/v1/acquirers/:id/payers/:reference/return', {
  ...sameForAll(refuse(() => refused('method_not_allowed', undefined, { allow: ['GET', 'POST'] }))),
  GET: gatewayReturn,
  POST: gatewayReturn,
})
// A page for the browsers of payers, whose other methods are errors of the API.
on('/v1/checkout/embedded', {
  ...sameForAll(refuse(() => refused('method_not_allowed', undefined, { allow: ['POST'] }))),
  POST: hostedCheckout,
})

// For acquirers alone, whose protocol describes it.
on('/v1/acquirers/:id/notifications', {
  ...handlersOf(new Map()),
  POST: acquirerNotification,
})

/**
 * The handler of a request under /v1 or /v2, and the values of its address, each decoded on its own: one that is no valid
 * encoding is as it was sent. Slashes too many have no meaning. Where there is nothing, the handler says so.
 */
export function handlerAt(method: string, pathname: string) {
  const found = routeAt(pathname)
  const handlers: Handlers = found === null ? nowhere : found.store
  const params: Record<string, string> = {}
  for (const name in found?.params) params[name] = decoded(shown(found?.params[name] ?? ''))
  const known = METHODS.find((each) => each === method)
  return { handler: handlers[method === 'HEAD' ? 'GET' : (known ?? 'OPTIONS')], params }
}

function routeAt(pathname: string) {
  const tidy = !pathname.includes('//') && !pathname.endsWith('/')
  const path = tidy ? pathname : `/${pathname.split('/').filter(Boolean).join('/')}`
  return table.find('GET', /[%#]/.test(path) ? hidden(path) : path)
}

/** The pattern of an address, as `/v1/payments/:id`; undefined where there is nothing. */
export function patternAt(pathname: string): string | undefined {
  const found = routeAt(pathname)
  return found === null ? undefined : patterns.get(found.store)
}

function on(path: string, handlers: Handlers): void {
  table.on('GET', path, () => undefined, handlers)
  patterns.set(handlers, path)
}

/** The handlers of every address, as Next calls them. */
export const anyRoute: Handlers = byMethod((method) => (request) => {
  const { handler, params } = handlerAt(method, new URL(request.url).pathname)
  return handler(request, { params: Promise.resolve(params) })
})

function named(name: string): Operation {
  const operation = operations.find((each) => each.name === name)
  if (!operation) throw new Error(`No operation is named ${name}.`)
  return operation
}

/** The handlers of one address from its operations; every other method is 405 with Allow. */
function handlersOf(own: ReadonlyMap<string, Operation>): Handlers {
  const allow = METHODS.filter((method) => own.has(method))
  const other = refuse(
    (request) => unsupportedAt(request) ?? refused('method_not_allowed', undefined, { allow }),
  )
  return byMethod((method) => {
    const operation = own.get(method)
    return operation ? route(operation) : other
  })
}

/** The account of the address is compared with that of the caller like the account header. */
function inAccount(handlers: Handlers): Handlers {
  return byMethod((method) => async (request, { params }) => {
    const { account_id = '', ...rest } = (await params) ?? {}
    nameAccount(request, account_id)
    return handlers[method](request, { params: Promise.resolve(rest) })
  })
}

function sameForAll(handler: Handler): Handlers {
  return byMethod(() => handler)
}

function byMethod(handlerOf: (method: Method) => Handler): Handlers {
  const [GET, POST, PUT, PATCH, DELETE, OPTIONS] = [
    handlerOf('GET'),
    handlerOf('POST'),
    handlerOf('PUT'),
    handlerOf('PATCH'),
    handlerOf('DELETE'),
    handlerOf('OPTIONS'),
  ]
  return { GET, POST, PUT, PATCH, DELETE, OPTIONS }
}

/** Per cent and number signs without their meaning to the table, which would decode whole paths and end at a fragment. */
function hidden(path: string): string {
  return path.replaceAll('%', '\0').replaceAll('#', '\u0001')
}

function shown(value: string): string {
  return value.replaceAll('\0', '%').replaceAll('\u0001', '#')
}

function decoded(value: string): string {
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
