import { z } from 'zod'
import { Id } from '#lib/values/id.ts'
import { StoredInteger } from '#lib/values/money.ts'
import { RuleError } from '#lib/values/rule-error.ts'
import { trendOf } from '#lib/values/trend.ts'

export const SOURCES = ['api', 'dashboard', 'checkout', 'tool'] as const
export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const

export const SOURCE_LABELS: Record<(typeof SOURCES)[number], string> = {
  api: 'API',
  dashboard: 'Dashboard',
  checkout: 'Checkout',
  tool: 'Tool',
}

/** Requests that take more milliseconds are slow. */
export const SLOW_MS = 1000

/** How many lines, or errors, are searched where no index finds what a filter looks for. */
export const MAX_SEARCHED = 25_000
export const MAX_SEARCHED_ERRORS = 10_000

/** How far the log was searched; null where all of the period was. */
export const SEARCHED = {
  searched: z
    .object({
      /** The beginning of the period, if it has one. */
      since: z.int().nullable(),
      /** The oldest second that was searched. */
      from: z.int(),
      /** Only errors were searched. */
      errors: z.boolean(),
    })
    .nullable(),
}
export type Searched = z.output<typeof SEARCHED.searched>

/** A line of the log in the list. */
export const LoggedRequest = z.object({
  id: z.string(),
  source: z.enum(SOURCES),
  method: z.string(),
  path: z.string(),
  operation: z.string().nullable(),
  status: z.int(),
  duration_ms: z.int(),
  actor_kind: z.string(),
  actor_id: z.string(),
  actor_name: z.string().nullable(),
  /** The X-Request-Id that the client sent. */
  client_request_id: z.string().nullable(),
  idempotency_key: z.string().nullable(),
  replayed: z.boolean(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  object_id: z.string().nullable(),
  error_reason: z.string().nullable(),
  error_field: z.string().nullable(),
  created_at: StoredInteger,
})
export type LoggedRequest = z.output<typeof LoggedRequest>

const Headers = z.record(z.string(), z.string()).nullable()

/** One line with everything that was logged, and what followed from the request. */
export const RequestDetails = LoggedRequest.extend({
  request_headers: Headers,
  response_headers: Headers,
  request_body: z.string().nullable(),
  response_body: z.string().nullable(),
  /** The meaning of its error reason. */
  explanation: z.string().nullable(),
  /** Why it can't be sent again; null when it can. */
  replay_error: RuleError.nullable(),
  events: z.array(
    z.object({
      id: z.string(),
      event: z.string(),
      object_id: z.string().nullable(),
      created_at: StoredInteger,
    }),
  ),
})
export type RequestDetails = z.output<typeof RequestDetails>

/** Replaces a body that cannot be searched for secrets. */
export const UNREADABLE = '[unreadable]'

/** Errors of a body whose operation is not known yet. */
const UNPARSED = ['malformed_body', 'unsupported_media_type', 'body_too_large']

/** Whether a logged request failed because its body could not be parsed; repeating it would fail again. */
export function wasUnparsed({ error_reason }: Pick<LoggedRequest, 'error_reason'>): boolean {
  return error_reason !== null && UNPARSED.includes(error_reason)
}

/**
 * Whether the request had a body that is not in the log: it was rejected before it was read, could not be redacted, or
 * was a file.
 */
export function hasLostBody(
  request: Pick<RequestDetails, 'request_body' | 'request_headers' | 'error_reason'>,
): boolean {
  const { request_body: body, request_headers: headers } = request
  if (body === UNREADABLE) return true
  if (body) return false
  return wasUnparsed(request) || Number(headers?.['content-length'] ?? 0) > 0
}

export const FetchRequest = z.strictObject({ id: Id('request') })

/** A group of errors: the same reason, field and operation. */
export const ErrorGroup = z.object({
  error_reason: z.string(),
  error_field: z.string().nullable(),
  operation: z.string().nullable(),
  count: StoredInteger,
  last_at: StoredInteger,
  last_id: z.string(),
  /** The number of keys and people that got the error, and the latest few of them. */
  actors: StoredInteger,
  names: z.array(z.string()),
  explanation: z.string().nullable(),
})
export type ErrorGroup = z.output<typeof ErrorGroup>

/** The most requests of a stretch that are read for its figures: the newest of it. */
export const MAX_TREND_REQUESTS = 5000

/** The requests of each stretch, how many of them failed, and how long the slowest 5 % took at least. */
export const RequestTrend = trendOf({
  count: StoredInteger,
  client_errors: StoredInteger,
  server_errors: StoredInteger,
  /** In milliseconds; null without a request. */
  p95: StoredInteger.nullable(),
})
export type RequestTrend = z.output<typeof RequestTrend>
