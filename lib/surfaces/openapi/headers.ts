import type { Operation } from '#lib/pipeline/operation.ts'
import { RATE_HEADERS } from '#lib/surfaces/openapi/errors.ts'
import type { Json } from '#lib/surfaces/openapi/schemas.ts'

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example })

export const HEADERS: Json = {
  'X-Request-Id': {
    description: 'ID of the request. The request log, events and the audit trail use the same ID.',
    schema: { type: 'string', pattern: '^req_[0-9A-Za-z]{14}$' },
    example: 'req_NfLw3gQ81xRt0a',
  },
  RateLimit: text(
    "Requests left in the key's rate limit, and seconds until it resets.",
    '"default";r=199;t=1',
  ),
  'RateLimit-Policy': text(
    'Rate limit of the key: number of requests and window in seconds.',
    '"default";q=200;w=1',
  ),
  'Retry-After': {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
  'Idempotency-Replayed': {
    description: 'true when the response is a replay of the first response to this idempotency key.',
    schema: { enum: ['true'] },
    example: 'true',
  },
  'WWW-Authenticate': text('How to authenticate.', 'Basic realm="Counterfoil", charset="UTF-8"'),
  Deprecation: text('Date of deprecation (RFC 9745).', '@1680307200'),
  Sunset: text('Date until which the endpoint stays available (RFC 8594).', 'Sat, 01 Apr 2028 00:00:00 GMT'),
  Link: text(
    'Link to the deprecation notice and alternatives.',
    '</docs/wallets-discontinued>; rel="deprecation"; type="text/html"',
  ),
  ETag: text('SHA-256 of the content, for If-None-Match and If-Range.', '"9f86d081884c7d65"'),
  'Content-Disposition': text('File name.', 'attachment; filename="address-proof.pdf"'),
}

const refer = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

export function successHeaders({ effect, discontinued, returns }: Operation): Json {
  return {
    ...refer(['X-Request-Id']),
    ...RATE_HEADERS,
    ...(effect === 'read' ? {} : refer(['Idempotency-Replayed'])),
    ...(discontinued ? refer(['Deprecation', 'Sunset', 'Link']) : {}),
    ...(returns === 'file' ? refer(['ETag', 'Content-Disposition']) : {}),
  }
}
