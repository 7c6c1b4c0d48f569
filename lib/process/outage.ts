import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestListener } from 'node:http'
import { unavailableFor } from './availability.ts'

type Outage = { retryAfter: number | null }

/** On globalThis, since Next bundles its routes apart from the server's own modules. */
function outages(): AsyncLocalStorage<Outage> {
  globals.counterfoilOutages ??= new AsyncLocalStorage()
  return globals.counterfoilOutages
}
const globals = globalThis as { counterfoilOutages?: AsyncLocalStorage<Outage> }

/**
 * Responds 503 with Retry-After where Next would respond 500 because the database is unavailable: Next knows no other
 * status for a page, an action or a route that throws.
 */
export function answeringOutages(handler: RequestListener): RequestListener {
  return (request, response) => {
    const outage: Outage = { retryAfter: null }
    const { writeHead } = response
    response.writeHead = function (this: typeof response, status: number, ...rest: unknown[]) {
      const away = status === 500 && outage.retryAfter !== null
      if (away) response.setHeader('retry-after', String(outage.retryAfter))
      return Reflect.apply(writeHead, response, [away ? 503 : status, ...rest])
    } as typeof response.writeHead
    outages().run(outage, () => handler(request, response))
  }
}

/** Tells the response of this request that what was thrown is an outage, when it is one. */
export function noteOutage(thrown: unknown): void {
  const outage = outages().getStore()
  if (outage) outage.retryAfter ??= unavailableFor(thrown)
}
