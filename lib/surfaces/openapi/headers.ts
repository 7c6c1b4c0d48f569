import type { Operation } from '#lib/pipeline/operation.ts'
import { RATE_HEADERS } from '#lib/surfaces/openapi/errors.ts'
import { sampleOf } from '#lib/surfaces/openapi/sample.ts'
import type { Json } from '#lib/surfaces/openapi/schemas.ts'

export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Unique key for this request. Repeating the request with the same key returns the first response, for at least 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]{1,255}$' },
  example: '5f1c2e1a-0b6d-4f0a-9d58-2a1f3f9d7c11',
}

/** The parameters of an operation: those of its path, and those of its query or the key of a write. */
export function parametersOf(input: Json, inPath: string[], reads: boolean): Json[] {
  const properties = (input.properties ?? {}) as Record<string, Json>
  const required = new Set((input.required as string[] | undefined) ?? [])
  const path = inPath.map((name) => {
    const schema = properties[name] ?? { type: 'string' }
    return parameter(name, 'path', { ...schema }, true)
  })
  if (!reads) return [...path, { $ref: '#/components/parameters/Idempotency-Key' }]
  const query = Object.entries(properties)
    .filter(([name]) => !inPath.includes(name))
    .map(([name, schema]) => parameter(name, 'query', schema, required.has(name)))
  return [...path, ...query]
}

function parameter(name: string, place: 'path' | 'query', given: Json, required: boolean): Json {
  const { description, ...schema } = given
  const list = schema.type === 'array'
  const example = exampleOf(schema)
  return {
    name: list ? `${name}[]` : name,
    in: place,
    required,
    description,
    ...(schema.type === 'object' ? { style: 'deepObject', explode: true } : {}),
    schema,
    ...(example === undefined ? {} : { example }),
  }
}

/** A list of nothing and an object of nothing show nothing. */
function exampleOf(schema: Json): unknown {
  if (schema.type === 'array') return [sampleOf(schema.items as Json)]
  if (schema.type === 'object') {
    const first = Object.entries((schema.properties ?? {}) as Record<string, Json>)[0]
    return first && { [first[0]]: sampleOf(first[1]) }
  }
  return sampleOf(schema)
}

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
