import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { Server as TcpServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ADDRESS_HEADER, networkOfAddress, noteAddress } from '#lib/auth/address.ts'
import { PARTS } from '#lib/database/readiness.ts'
import { env } from '#lib/process/env.ts'
import { boundBodies } from '#lib/server/bounded-bodies.ts'
import { startError } from '#lib/server/cannot-start.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections } from '#lib/server/connection-limits.ts'
import { readableRequests } from '#lib/server/readable-requests.ts'

export type Serving = {
  server: Server
  listen: () => Promise<void>
  /** @param how.isReplaced whether another process takes the new connections of the port already */
  close: (how?: { isReplaced?: boolean }) => Promise<void>
}

/** How long requests in flight may take once the server receives the signal to stop. */
const DRAIN_MS = 10_000
/** How long connections that are open still get responses where another process has taken over, each with the word to close. */
const HAND_OVER_MS = 1000

export type ServingOptions = {
  /** Networks of proxies whose word about their callers counts (X-Forwarded-For). */
  trustedProxies?: readonly string[]
  limits?: Partial<ConnectionLimits>
  /** Is told of each request as it arrives, before its address is noted. */
  onArrival?: (request: IncomingMessage) => void
  /** Wraps the outermost handler, so that every request is reported at its end. */
  observed?: (listener: RequestListener) => RequestListener
  /** Whether a WebSocket is offered: by Next's development server alone. */
  webSockets?: boolean
}

/** An HTTP server for the handler, with limits that slow or endless senders run into. */
export function createServing(
  handler: RequestListener,
  address: { port: number; host: string },
  options: ServingOptions = {},
): Serving {
  const limits = { ...CONNECTION_LIMITS, ...options.limits }
  const server = createServer({
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.keepAlive,
    connectionsCheckingInterval: limits.check,
    // Its response has a body, as every other error (readable-requests.ts).
    requireHostHeader: false,
    // An offer of h2c, or of anything else that is not spoken here, is ignored (RFC 9110, section 7.8). Without this
    // the first page would end that: Next adds a listener for upgrades to the server, and drops every one but its own.
    shouldUpgradeCallback: ({ headers }) =>
      options.webSockets === true && headers.upgrade?.toLowerCase() === 'websocket',
  })
  let isStopping = false
  let isOut = false
  const stoppable: RequestListener = (request, response) => {
    if (isOut && isReadiness(request)) respondNotReady(response)
    else handler(request, response)
  }
  const bounded = boundBodies(stoppable, ({ headers }) => networkOfAddress(String(headers[ADDRESS_HEADER])))
  const addressed: RequestListener = (request, response) => {
    options.onArrival?.(request)
    // A load balancer then sends its next request over another connection, and does not meet the end of this one.
    if (isStopping) response.setHeader('connection', 'close')
    noteAddress(request, options.trustedProxies ?? [])
    bounded(request, response)
  }
  const readable = readableRequests(server, limitConnections(server, addressed, limits))
  const listener = options.observed?.(readable) ?? readable
  server.on('request', listener)
  // Callers with Expect: 100-continue get the error before they send the body.
  server.on('checkContinue', listener)
  return {
    server,
    listen: async () => {
      await bind(server, address)
    },
    close: async ({ isReplaced = false } = {}) => {
      isStopping = true
      isOut = !isReplaced
      if (!server.listening) return
      const closed = once(server, 'close')
      if (isReplaced) {
        // Not that of HTTP, which closes idle connections at once: a request may be on its way over one.
        TcpServer.prototype.close.call(server)
        await sleep(HAND_OVER_MS)
      } else {
        await sleep(env().SHUTDOWN_DELAY_SECONDS * 1000)
        server.close()
      }
      await drain(server, closed)
    },
  }
}

/** Fails early, with a sentence, instead of after the minute that a first build takes. */
export async function assertPortFree(address: { port: number; host: string }): Promise<void> {
  const probe = createServer()
  await bind(probe, address)
  await new Promise((resolve) => probe.close(resolve))
}

async function bind(server: Server, { port, host }: { port: number; host: string }): Promise<void> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw startError('port_in_use', { port }, cause)
    if (code === 'EACCES') throw startError('port_forbidden', { port }, cause)
    const unknown = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT']
    throw unknown.includes(code ?? '') ? startError('host_unknown', { host }, cause) : cause
  }
}

/** Lets requests in progress finish, and closes the rest at the deadline. */
async function drain(server: Server, closed: Promise<unknown>): Promise<void> {
  const deadline = performance.now() + DRAIN_MS
  // A connection that was busy at close() is kept alive after its response; look again until none is left.
  while (performance.now() < deadline) {
    server.closeIdleConnections()
    if (await Promise.race([closed.then(() => true), sleep(20, false)])) return
  }
  server.closeAllConnections()
  await closed
}

/**
 * Handles page requests while Next is still being prepared: they wait. `/readyz` does not, since health checks give
 * up soon: until then it reports that no part was checked.
 */
export function pagesWhenReady(prepared: Promise<RequestListener>): RequestListener {
  let pages: RequestListener | undefined
  const ready = prepared.then((listener) => {
    pages = listener
    return listener
  })
  // The code that prepares the pages reports its failure.
  ready.catch(() => {})
  return (request, response) => {
    if (pages) return pages(request, response)
    if (!isReadiness(request))
      return void ready.then(
        (listener) => listener(request, response),
        (error: Error) => response.destroy(error),
      )
    respondNotReady(response)
  }
}

function isReadiness({ url }: IncomingMessage): boolean {
  return url?.split('?', 1)[0] === '/readyz'
}

/** Before the pages are prepared, and once the server stops: no part was checked. */
function respondNotReady(response: ServerResponse): void {
  const parts = Object.fromEntries(PARTS.map((part) => [part, null]))
  response
    .writeHead(503, { 'content-type': 'application/json', 'cache-control': 'no-store', 'retry-after': '1' })
    .end(JSON.stringify({ status: 'not_ready', parts }))
}
