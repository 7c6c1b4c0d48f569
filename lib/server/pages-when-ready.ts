import type { RequestListener } from 'node:http'
import { PARTS } from '#lib/readiness.ts'

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
    if (request.url?.split('?', 1)[0] !== '/readyz')
      return void ready.then(
        (listener) => listener(request, response),
        (error: Error) => response.destroy(error),
      )
    const parts = Object.fromEntries(PARTS.map((part) => [part, null]))
    response
      .writeHead(503, { 'content-type': 'application/json', 'cache-control': 'no-store', 'retry-after': '1' })
      .end(JSON.stringify({ status: 'not_ready', parts }))
  }
}
