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
