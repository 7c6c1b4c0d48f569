import type { Operation } from '#lib/pipeline/operation.ts'
import { RATE_HEADERS } from '#lib/surfaces/openapi/refusals.ts'
import type { Json } from '#lib/surfaces/openapi/schemas.ts'

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example })

/** The header fields of answers. */
export const HEADERS: Json = {
  'X-Request-Id': {
    description: 'The id of the request: the same in the request log, in events and in the audit trail.',
    schema: { type: 'string', pattern: '^req_[0-9A-Za-z]{14}$' },
    example: 'req_NfLw3gQ81xRt0a',
  },
  RateLimit: text(
    'What is left of the limit of the key, and in how many seconds it is full again.',
    '"default";r=199;t=1',
  ),
  'RateLimit-Policy': text('The limit of the key: how many, in how many seconds.', '"default";q=200;w=1'),
  'Retry-After': {
    description: 'Seconds after which a repeat may succeed.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
  'Idempotency-Replayed': {
    description: 'true: the first answer to this idempotency key, given again.',
    schema: { enum: ['true'] },
    example: 'true',
  },
  'WWW-Authenticate': text('How to sign in.', 'Basic realm="Counterfoil", charset="UTF-8"'),
  Deprecation: text('Since when the address is deprecated (RFC 9745).', '@1680307200'),
  Sunset: text('Until when it can be counted on (RFC 8594).', 'Sat, 01 Apr 2028 00:00:00 GMT'),
  Link: text(
    'The note on what to do instead.',
    '</docs/wallets-discontinued>; rel="deprecation"; type="text/html"',
  ),
  ETag: text('The SHA-256 of the bytes, for If-None-Match and If-Range.', '"9f86d081884c7d65"'),
  'Content-Disposition': text('The name of the file.', 'attachment; filename="address-proof.pdf"'),
}

const refer = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** What an answer that is a success carries. */
export function successHeaders({ effect, discontinued, answers }: Operation): Json {
  return {
    ...refer(['X-Request-Id']),
    ...RATE_HEADERS,
    ...(effect === 'read' ? {} : refer(['Idempotency-Replayed'])),
    ...(discontinued ? refer(['Deprecation', 'Sunset', 'Link']) : {}),
    ...(answers === 'file' ? refer(['ETag', 'Content-Disposition']) : {}),
  }
}
