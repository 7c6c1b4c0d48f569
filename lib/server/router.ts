import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { OAUTH_BYTES } from '#lib/http/body-limits.ts'
import { leaveBodyOn, plainRequestOf } from '#lib/http/plain-request.ts'
import { unavailableFor } from '#lib/process/availability.ts'
import { env } from '#lib/process/env.ts'
import { logFault } from '#lib/process/log.ts'
import { codingFor, codingOfText, compress, gzipEvents } from '#lib/server/compressed-reply.ts'
import { noteReply } from '#lib/server/observed-requests.ts'
import { type Handler, plainHandlerOf, type TextReply } from '#lib/surfaces/plain-handler.ts'

/** The handlers of a route by method. */
type Handlers = Record<string, Handler>

/** A module that is loaded when it is first used, once. */
type Lazy<T> = { loaded: T | undefined; load(): Promise<T> }

const api = lazy(() => import('#lib/surfaces/api-routes.ts'))

const sandbox = lazy(async () => (await import('#lib/surfaces/sandbox-control.ts')).sandboxControl)

const adapter = lazy(async () => (await import('#lib/oauth/node-adapter.ts')).handToEngine)

/** The part of it that needs no Request: the authorization engine uses Node's own objects. */
const ON_THE_WIRE = new Map<string, Lazy<RequestListener>>([
  ['/token', adapter],
  ['/introspect', lazy(async () => (await import('#lib/oauth/introspection.ts')).introspect)],
  ['/revoke', adapter],
])

type Router = {
  listener: RequestListener
  /** Loads /v1, so that none of its requests waits for a module. Tools and tokens are loaded where they are used. */
  load(): Promise<void>
  /** The pattern of a path under /v1 and /v2, once they are loaded. */
  patternOf(path: string): string | undefined
}

/**
 * Runs the API and the other frequent calls of apps with the handlers of their routes, before Next sees the request:
 * Next's router costs several times as much as the request itself. Everything else goes on to Next, and so
 * does a method that a single route does not have. They are loaded by the first request, unless `load` was quicker.
 * @param routes the single routes by their path, each as a module that the first request loads
 */
export function openRouter(next: RequestListener, routes: Record<string, () => Promise<Handlers>>): Router {
  const single = new Map(Object.entries(routes).map(([path, load]) => [path, lazy(load)]))
  return {
    listener: (request, response) => {
      const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
      const direct = onTheWire(request, path)
      if (direct) return withModule(direct, response, (listener) => listener(request, response))
      const alone = single.get(path)
      if (alone)
        return withModule(alone, response, (handlers) => {
          const handler = handlers[request.method ?? '']
          if (handler) void respond(request, response, handler, {})
          else next(request, response)
        })
      if (/^\/_sandbox(\/|$)/.test(path) && env().SANDBOX_TOKEN)
        return withModule(sandbox, response, (handler) => void respond(request, response, handler, {}))
      if (!/^\/v[12](\/|$)/.test(path)) {
        if (decodes(path)) return next(request, response)
        // Next calls such an address a fault of its own.
        return void response.writeHead(400, { 'content-type': 'text/plain' }).end('This URL is malformed.')
      }
      withModule(api, response, ({ handlerAt }) => {
        const { handler, params } = handlerAt(request.method ?? 'GET', path)
        void respond(request, response, handler, params)
      })
    },
    async load() {
      await api.load()
    },
    patternOf: (path) => api.loaded?.patternAt(path),
  }
}

function lazy<T>(load: () => Promise<T>): Lazy<T> {
  let loading: Promise<T> | undefined
  const own: Lazy<T> = {
    loaded: undefined,
    load() {
      loading ??= load().then((loaded) => {
        own.loaded = loaded
        return loaded
      })
      return loading
    },
  }
  return own
}

/** Without a turn of the event loop where the module is there. */
function withModule<T>(module: Lazy<T>, response: ServerResponse, use: (loaded: T) => void): void {
  if (module.loaded !== undefined) use(module.loaded)
  else
    module.load().then(use, (error: Error) => {
      logFault(error, {}, 'A route could not be loaded.')
      response.destroy(error)
    })
}

function onTheWire(request: IncomingMessage, path: string): Lazy<RequestListener> | undefined {
  return request.method === 'POST' && isPlain(request) ? ON_THE_WIRE.get(path) : undefined
}

/** Whether the length of a body is known beforehand and small enough: other bodies take the slower path. */
function isPlain(request: IncomingMessage): boolean {
  return Number(request.headers['content-length']) <= OAUTH_BYTES
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  handler: Handler,
  params: Record<string, string>,
): Promise<void> {
  try {
    const reply = await replyOf(request, handler, params)
    if (!(reply instanceof Response)) return await sendText(request, response, reply)
    const headers = Object.fromEntries(reply.headers)
    const type = headers['content-type'] ?? ''
    if (type.startsWith('application/json'))
      return await sendText(request, response, { status: reply.status, text: await reply.text(), headers })
    // Files and events: no faster than the caller takes them, and no further when the caller has gone.
    const events = type.startsWith('text/event-stream')
    const coding = events ? codingFor(request.headers['accept-encoding'], ['gzip']) : null
    if (events) headers.vary = varyOf(headers)
    if (coding) headers['content-encoding'] = coding
    noteReply(response, headers['x-request-id'])
    response.writeHead(reply.status, headers)
    if (!reply.body) return void response.end()
    const body = Readable.fromWeb(reply.body as WebStream)
    await (coding ? pipeline(body, gzipEvents(), response) : pipeline(body, response))
  } catch (error) {
    // A connection that broke while it was read or written.
    response.destroy(error as Error)
  }
}

async function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  { status, text, headers, account }: TextReply,
): Promise<void> {
  noteReply(response, headers['x-request-id'], account)
  const { coding, varies } = codingOfText(request, text)
  if (!coding) {
    // As a text, which Node sends together with the headers. ASCII has the same bytes in Latin-1, which is quicker.
    const bytes = Buffer.byteLength(text)
    const own = varies ? { ...headers, vary: varyOf(headers) } : headers
    response.writeHead(status, { ...own, 'content-length': bytes })
    if (request.method === 'HEAD') response.end()
    else response.end(text, bytes === text.length ? 'latin1' : 'utf8')
    return
  }
  const body = await compress(text, coding)
  response.writeHead(status, {
    ...headers,
    vary: varyOf(headers),
    'content-encoding': coding,
    'content-length': body.length,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

function varyOf({ vary }: Record<string, string>): string {
  return vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding'
}

/** The response of the handler; a failure is a logged response, too, unless the caller has disconnected. */
async function replyOf(
  request: IncomingMessage,
  handler: Handler,
  params: Record<string, string>,
): Promise<TextReply | Response> {
  try {
    const context = { params: Promise.resolve(params) }
    const plain = plainHandlerOf(handler)
    if (plain) return await plain(plainRequestOf(request, methodOf(request), urlOf(request)), context)
    return await handler(toRequest(request), context)
  } catch (error) {
    if (request.errored || request.socket.destroyed) throw error
    const retryAfter = unavailableFor(error)
    const away = retryAfter !== null
    logFault(error, { url: request.url?.split('?', 1)[0] }, 'A request failed.')
    const body = away
      ? { error: 'temporarily_unavailable', error_description: 'The server is temporarily unavailable.' }
      : { error: 'server_error', error_description: 'Something went wrong on our side. Try again.' }
    return Response.json(body, {
      status: away ? 503 : 500,
      headers: { 'cache-control': 'no-store', ...(away ? { 'retry-after': String(retryAfter) } : {}) },
    })
  }
}

/** Methods that a Request cannot have. They are rejected everywhere, as OPTIONS is. */
const FORBIDDEN = new Set(['CONNECT', 'TRACE', 'TRACK'])

function methodOf({ method = 'GET' }: IncomingMessage): string {
  return FORBIDDEN.has(method) ? 'OPTIONS' : method
}

/** The host is not believed and not needed: handlers look at path and query only. */
function urlOf({ url }: IncomingMessage): string {
  return `http://localhost${url}`
}

function toRequest(request: IncomingMessage): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value)
    else for (const one of value ?? []) headers.append(name, one)
  }
  const method = methodOf(request)
  const url = urlOf(request)
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers })
  // Files are read piece by piece; every other body is read whole, by readBytes.
  if (!/^multipart\//i.test(request.headers['content-type'] ?? ''))
    return leaveBodyOn(request, new Request(url, { method, headers }))
  // Node takes any stream as a body, which the types of fetch do not say.
  const body = request as unknown as ReadableStream
  return new Request(url, { method, headers, body, duplex: 'half' } as RequestInit)
}

function decodes(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}
