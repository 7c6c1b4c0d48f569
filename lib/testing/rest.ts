import { randomUUID } from 'node:crypto'
import { createThrottle, type Throttle } from '#lib/auth/throttle.ts'
import { operations } from '#lib/domain/operations.ts'
import type { ErrorBody } from '#lib/pipeline/errors.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { handlerAt } from '#lib/surfaces/api-routes.ts'
import { errorsOf } from '#lib/surfaces/openapi/errors.ts'
import type { Instance } from '#lib/testing/instance.ts'

/** What a request is made of; `json` and `form` are written as a client library would. */
export type RequestOptions = {
  json?: unknown
  form?: Record<string, string> | string
  body?: BodyInit
  headers?: Record<string, string>
  /** Key id and secret; null for no credentials. */
  as?: { id: string; secret: string } | null
  idempotencyKey?: string
}

export type Reply = {
  status: number
  headers: Headers
  text: string
  // The body of whatever was asked; tests say what they expect of it.
  // biome-ignore lint/suspicious/noExplicitAny: a body has any shape, and every test checks its own
  body: any
  error: ErrorBody['error']
}

/**
 * The REST API of an instance without a server: its handlers, called as functions. Requests use the server's
 * runtime, whose clock the test moves.
 */
export async function openRest(instance: Instance, limits = { perSecond: 1_000_000, burst: 1_000_000 }) {
  const globals = globalThis as { counterfoilRuntime?: Runtime; counterfoilThrottle?: Throttle }
  globals.counterfoilRuntime = instance.runtime
  globals.counterfoilThrottle = createThrottle(limits)

  async function call(method: string, address: string, options: RequestOptions = {}): Promise<Reply> {
    const url = new URL(address, 'http://desk.test')
    const { handler, params } = handlerAt(method, url.pathname)
    const response = await handler(requestOf(method, url, options, instance.key), {
      params: Promise.resolve(params),
    })
    const streams = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (streams) await response.body?.cancel()
    const text = streams ? '' : await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const body = text !== '' && isJson ? JSON.parse(text) : undefined
    const reply: Reply = {
      status: response.status,
      headers: response.headers,
      text,
      body,
      error: body?.error,
    }
    if (isJson) assertDocumented(method, url.pathname, reply)
    return reply
  }

  return {
    call,
    get: (address: string, options?: RequestOptions) => call('GET', address, options),
    post: (address: string, json: unknown = {}, options: RequestOptions = {}) =>
      call('POST', address, { json, ...options }),
    patch: (address: string, json: unknown = {}, options: RequestOptions = {}) =>
      call('PATCH', address, { json, ...options }),
  }
}

const routes = operations
  .filter(({ http }) => http)
  .map((operation) => {
    const [method = '', path = ''] = operation.http?.split(' ') ?? []
    return { operation, method, path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) }
  })

/** Errors of an address that no operation has, or not with this method. */
const OF_ADDRESSES = ['feature_not_supported', 'method_not_allowed']

/** So that whatever a test is rejected with stands in the reference. */
function assertDocumented(method: string, path: string, { status, error }: Reply): void {
  const route = routes.find((each) => each.method === method && each.path.test(path))
  if (!route || status < 400 || OF_ADDRESSES.includes(error.reason)) return
  const { operation } = route
  if (errorsOf(operation).some((known) => known.status === status && known.reason === error.reason)) return
  throw new Error(
    `${operation.name} responded ${status} ${error.reason}, which its \`errors\` does not list: ${error.description}`,
  )
}

/** Runs operations by their routes, as the API key; each write with an idempotency key of its own. */
export function runnerOver({ call }: Rest): Instance['run'] {
  return async (operation, input) => {
    const [method = '', path = ''] = operation.http?.split(' ') ?? []
    const fields = { ...(input as Record<string, unknown>) }
    const address = path.replace(/:(\w+)/g, (_, name: string) => {
      const value = String(fields[name])
      delete fields[name]
      return value
    })
    const response =
      operation.effect === 'read'
        ? await call(method, `${address}?${new URLSearchParams(fields as Record<string, string>)}`)
        : await call(method, address, { json: fields, idempotencyKey: randomUUID() })
    if (response.status >= 300) throw new Error(`${operation.http} was answered ${response.text}`)
    return response.body
  }
}

export type Rest = Awaited<ReturnType<typeof openRest>>

export function basic({ id, secret }: { id: string; secret: string }): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
}

function requestOf(
  method: string,
  url: URL,
  options: RequestOptions,
  key: { id: string; secret: string },
): Request {
  const headers = new Headers(options.headers)
  const as = options.as === undefined ? key : options.as
  if (as !== null && !headers.has('authorization')) headers.set('authorization', basic(as))
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey)
  const [body, type] = bodyOf(options)
  if (type !== undefined && !headers.has('content-type')) headers.set('content-type', type)
  const init = {
    method,
    headers,
    ...(method === 'GET' || body === undefined ? {} : { body, duplex: 'half' }),
  }
  return new Request(url, init as RequestInit)
}

function bodyOf({ json, form, body }: RequestOptions): [BodyInit | undefined, string | undefined] {
  if (form !== undefined) return [new URLSearchParams(form).toString(), 'application/x-www-form-urlencoded']
  if (body !== undefined) return [body, 'application/json']
  return json === undefined ? [undefined, undefined] : [JSON.stringify(json), 'application/json']
}
