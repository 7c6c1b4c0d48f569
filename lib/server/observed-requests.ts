import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { observer } from '#lib/metrics/observer.ts'

const REQUEST = Symbol('request')
const ACCOUNT = Symbol('account')
type NotedResponse = ServerResponse & { [REQUEST]?: string | undefined; [ACCOUNT]?: string | undefined }

/** One ended request, without anything that was in its path, its query or its body. */
export type EndedRequest = {
  method: string
  /** The pattern, as `/v1/payments/:id`. */
  route: string
  /** Null when the caller disconnected before there was a response. */
  status: number | null
  duration_ms: number
  /** Sent, with headers. */
  bytes: number
  request_id?: string
  account_id?: string
}

/** Keeps for the access line what a response that is written at once does not tell afterwards. */
export function noteReply(response: NotedResponse, requestId?: string, account?: string): void {
  response[REQUEST] = requestId
  response[ACCOUNT] = account
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Reports every request: to metrics and traces, and at its end to `ended`.
 * @param patternOf names the route of a path
 */
export function observed(
  listener: RequestListener,
  patternOf: (path: string) => string,
  ended?: (request: EndedRequest) => void,
): RequestListener {
  return (request, response) => {
    const begun = performance.now()
    // The connection is taken from the request before the response ends.
    const { socket } = request
    const before = socket.bytesWritten
    const method = METHODS.has(request.method ?? '') ? String(request.method) : 'OTHER'
    const { traceparent } = request.headers
    const watched = observer()?.request?.({ method, traceparent: traceparent?.toString() })
    response.once('close', () => {
      const milliseconds = performance.now() - begun
      const route = patternOf(pathOf(request))
      const status = response.headersSent ? response.statusCode : null
      const shown = shownOf(response as NotedResponse)
      watched?.end({ route, status, aborted: status === null || !response.writableEnded, ...shown })
      ended?.({
        method,
        route,
        status,
        duration_ms: Math.round(milliseconds * 10) / 10,
        bytes: socket.bytesWritten - before,
        ...shown,
      })
    })
    if (watched) watched.within(() => listener(request, response))
    else listener(request, response)
  }
}

/** The target as readable-requests.ts has left it; one that could not be read is no path. */
function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? ''
}

function shownOf(response: NotedResponse): { request_id?: string; account_id?: string } {
  const request_id = response[REQUEST] ?? response.getHeader('x-request-id')
  const account_id = response[ACCOUNT]
  return {
    ...(typeof request_id === 'string' ? { request_id } : {}),
    ...(account_id === undefined ? {} : { account_id }),
  }
}
