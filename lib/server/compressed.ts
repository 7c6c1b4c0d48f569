import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import compression from 'compression'

/** It is typed for Express, and uses nothing of it. */
const compress = compression() as unknown as (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void

/**
 * Compresses what pages respond with for browsers that take it. Next would do the same, but then nothing here could read
 * its HTML.
 */
export function withCompression(pages: RequestListener): RequestListener {
  return (request, response) => compress(request, response, () => pages(request, response))
}
