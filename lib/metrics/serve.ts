import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Registry } from 'prom-client'
import { listenAddressOf } from '#lib/process/env.ts'
import { log } from '#lib/process/log.ts'
import { createDatabaseMetrics } from './database-metrics.ts'
import { type FigureReader, openFigures } from './figures.ts'
import { observeWith } from './observer.ts'
import { createProcessMetrics, createScrapeMetrics, type MetricSources } from './process-metrics.ts'

/** How often an address that cannot be used is tried again, in milliseconds. */
const AGAIN_MS = 10_000

export type Metrics = {
  /** The page that Prometheus reads. */
  page(): Promise<string>
  contentType: string
  close(): Promise<void>
}

/** The metrics of this process and of its database. Counts from here on. */
export function createMetrics(figures: FigureReader, sources: MetricSources): Metrics {
  const registry = new Registry()
  const stopObserving = observeWith(createProcessMetrics(registry, sources))
  const scrape = createScrapeMetrics(registry)
  const setFigures = createDatabaseMetrics(registry)
  let making: Promise<string> | undefined

  async function make(): Promise<string> {
    const found = await figures.read()
    setFigures(found)
    scrape.up.set(found === null ? 0 : 1)
    scrape.seconds.set(figures.tookSeconds())
    if (found === null) scrape.late.inc()
    return registry.metrics()
  }

  return {
    page() {
      // Scrapes at the same time share a page.
      making ??= make().finally(() => {
        making = undefined
      })
      return making
    },
    contentType: registry.contentType,
    async close() {
      stopObserving()
      registry.clear()
      await figures.close()
    },
  }
}

/**
 * Serves the metrics of this process at an address of their own: /metrics, without sign-in. An address that cannot be
 * used is reported in one sentence and tried again, and everything else goes on.
 * @param address as METRICS_ADDRESS has it: 127.0.0.1:9464 or [::1]:9464
 */
export async function serveMetrics(
  address: string,
  databaseUrl: string,
  sources: MetricSources,
  againMs = AGAIN_MS,
): Promise<{ stop(): Promise<void> }> {
  const metrics = createMetrics(openFigures(databaseUrl), sources)
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000, maxHeaderSize: 8192 })
  server.maxConnections = 50
  server.on('request', (request, response) => void respond(metrics, request, response))
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const listen = async (isFirst: boolean): Promise<void> => {
    const problem = await bind(server, address)
    if (problem === null) log().info({ address }, 'Metrics are served.')
    else if (isFirst)
      log().error(
        `The metrics address ${address} cannot be used: ${problem}. Stop what uses it, or set METRICS_ADDRESS to another address. Everything else goes on, and the address is tried again.`,
      )
    if (problem !== null && !stopped) timer = setTimeout(() => void listen(false), againMs).unref()
  }
  await listen(true)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
      await metrics.close()
    },
  }
}

/** @returns what is wrong with the address, or null once the server listens */
async function bind(server: Server, address: string): Promise<string | null> {
  const { host, port } = listenAddressOf(address)
  server.listen(port, host)
  try {
    await once(server, 'listening')
    server.on('error', (error) => log().warn({ err: error }, 'The server of the metrics failed.'))
    return null
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    return PROBLEMS[code] ?? message
  }
}

const PROBLEMS: Record<string, string> = {
  EADDRINUSE: 'another process listens on it',
  EACCES: 'this user may not listen on it',
  EADDRNOTAVAIL: 'this machine does not have it',
}

async function respond(metrics: Metrics, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const isPage = request.url?.split('?', 1)[0] === '/metrics'
  if (!isPage || (request.method !== 'GET' && request.method !== 'HEAD'))
    return void response.writeHead(isPage ? 405 : 404, { 'content-type': 'text/plain' }).end()
  try {
    const page = await metrics.page()
    response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' })
    response.end(request.method === 'HEAD' ? undefined : page)
  } catch (error) {
    log().error({ err: error }, 'The metrics could not be read.')
    response.writeHead(500, { 'content-type': 'text/plain' }).end()
  }
}
