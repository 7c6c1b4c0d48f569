import { REASONS, type Reason } from '#lib/pipeline/error-reasons.ts'
import { errorBody, refused } from '#lib/pipeline/errors.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import type { Components, Json } from '#lib/surfaces/openapi/schemas.ts'

/** The errors before every operation: credentials, permission, limits, and faults of the server. */
const EVERYWHERE: Reason[] = [
  'input_validation_failed',
  'malformed_body',
  'account_mismatch',
  'authentication_required',
  'permission_denied',
  'address_not_allowed',
  'too_many_requests',
  'server_error',
  'service_unavailable',
]
const OF_WRITES: Reason[] = [
  'unsupported_media_type',
  'body_too_large',
  'idempotency_key_reused',
  'idempotency_key_in_use',
  'account_erasing',
]

/** A key, too, is held to the approval thresholds of the person who made it. */
const OF_MONEY: Reason[] = ['waiting_for_approval', 'too_many_approvals']

type OperationError = { status: number; reason: Reason }

/** Every error of an operation: the common ones, those of its kind and those that it declares. */
export function errorsOf(operation: Operation): OperationError[] {
  const [method = '', path = ''] = (operation.http ?? '').split(' ')
  const own = operation.errors ?? []
  const reasons = new Set<Reason>([
    ...EVERYWHERE,
    ...(method === 'GET' ? [] : OF_WRITES),
    ...(operation.movesMoney ? OF_MONEY : []),
    ...(operation.unsupported ? (['feature_not_supported'] as const) : []),
    ...own,
  ])
  const list: OperationError[] = [...reasons]
    .filter((reason) => reason !== 'record_not_found')
    .map((reason) => ({ status: REASONS[reason].status as number, reason }))
  // A missing record of the path or a cursor is 404; one of the body is 400.
  if (path.includes(':') || hasCursor(operation)) list.push({ status: 404, reason: 'record_not_found' })
  if (own.includes('record_not_found')) list.push({ status: 400, reason: 'record_not_found' })
  return list
}

function hasCursor({ input }: Operation): boolean {
  return 'shape' in input && Object.hasOwn(input.shape as object, 'starting_after')
}

/** The error responses of an operation: one per status, with the reasons and an example of each. */
export function errorResponses(operation: Operation, components: Components): Record<string, Json> {
  const byStatus = Map.groupBy(errorsOf(operation), ({ status }) => status)
  const sorted = [...byStatus].sort(([left], [right]) => left - right)
  return Object.fromEntries(
    sorted.map(([status, errors]) => {
      const reasons = errors.map(({ reason }) => reason).sort()
      return [String(status), components.registerResponse(`Refused${status}`, errorResponse(status, reasons))]
    }),
  )
}

function errorResponse(status: number, reasons: Reason[]): Json {
  const reason = { properties: { error: { properties: { reason: { enum: reasons } } } } }
  return {
    description: `${STATUS_LABELS[status] ?? 'Error.'} Reasons: ${reasons.join(', ')}.`,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...(status === 401 ? { 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' } } : {}),
      ...(status === 429 || status === 503
        ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }
        : {}),
      ...(status === 401 ? {} : RATE_HEADERS),
    },
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Error' }, reason] },
        examples: Object.fromEntries(
          reasons.map((each) => [each, { $ref: `#/components/examples/${each}` }]),
        ),
      },
    },
  }
}

export const RATE_HEADERS = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
}

const STATUS_LABELS: Record<number, string> = {
  400: "Bad request: the request is invalid or can't be completed.",
  401: 'Unauthorized: the credentials are missing or wrong.',
  403: 'Forbidden: the credentials lack the permission.',
  404: 'Not found in this account and mode.',
  409: 'Conflict: the idempotency key is in use, or the record has changed.',
  413: 'The request body is too large.',
  415: 'Unsupported Content-Type.',
  416: 'The requested range is not available.',
  429: 'Too many requests.',
  500: 'Internal server error.',
  502: 'The bank did not respond.',
  503: 'Temporarily unavailable.',
}

/** An example of each error reason of an operation, with its default description. */
export function errorExamples(operations: Operation[]): Json {
  const used = new Set(operations.flatMap((operation) => errorsOf(operation).map(({ reason }) => reason)))
  return Object.fromEntries(
    [...used].sort().map((reason) => [
      reason,
      {
        summary: REASONS[reason].description,
        value: errorBody(refused(reason, undefined, detailOf(reason))),
      },
    ]),
  )
}

function detailOf(reason: Reason): { field?: string } {
  return reason === 'input_validation_failed' ? { field: 'amount' } : {}
}

export function errorSchema(): Json {
  const rows = Object.values(REASONS)
  return {
    type: 'object',
    description: 'Error body of every 4xx and 5xx response.',
    required: ['error'],
    additionalProperties: false,
    properties: {
      error: {
        type: 'object',
        required: ['code', 'description', 'source', 'step', 'reason', 'metadata'],
        additionalProperties: false,
        properties: {
          code: {
            enum: ['BAD_REQUEST_ERROR', 'GATEWAY_ERROR', 'SERVER_ERROR'],
            description: 'Kind of error: caused by the request, by the bank, or by this server.',
          },
          description: {
            type: 'string',
            description: 'Explanation for people, with the next step. The wording can change.',
          },
          field: {
            type: 'string',
            description: 'Path of the invalid field, with dots, such as transfers.0.amount.',
          },
          source: { enum: [...new Set<string>(rows.map((row) => row.source))].sort() },
          step: { enum: [...new Set<string>(rows.map((row) => row.step))].sort() },
          reason: {
            enum: Object.keys(REASONS),
            description: 'Machine-readable reason from a closed list. Branch on this.',
            'x-statuses': statuses(),
          },
          metadata: {
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'Related IDs, where known.',
          },
        },
      },
    },
  }
}

/** The table of reasons: with which status each comes. */
function statuses(): Json {
  return Object.fromEntries(Object.entries(REASONS).map(([reason, { status }]) => [reason, status]))
}
