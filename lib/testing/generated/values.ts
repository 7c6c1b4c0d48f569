import fc, { type Arbitrary } from 'fast-check'

export type Schema = Record<string, unknown>

/** Resolves a reference within a document. */
export function resolverOf(document: object) {
  return function resolve(schema: Schema): Schema {
    if (typeof schema.$ref !== 'string') return schema
    const parts = schema.$ref.slice(2).split('/')
    const found = parts.reduce<unknown>((value, part) => {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
      return (value as Record<string, unknown>)[name]
    }, document)
    return resolve(found as Schema)
  }
}

/**
 * Values that a schema describes: at its bounds more often than between them, texts in any script, and ids of records
 * that exist where an id is meant.
 */
export function createValues(resolve: (schema: Schema) => Schema, ids: Record<string, string>) {
  function valuesOf(given: Schema): Arbitrary<unknown> {
    const schema = resolve(given)
    if ('const' in schema) return fc.constant(schema.const)
    if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
    if (Array.isArray(schema.anyOf)) return fc.oneof(...(schema.anyOf as Schema[]).map(valuesOf))
    if (Array.isArray(schema.type))
      return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type })))
    switch (schema.type) {
      case 'object':
        return objectOf(schema)
      case 'array':
        return listOf(schema)
      case 'integer':
        return integerOf(schema)
      case 'number':
        return fc.oneof(integerOf(schema), fc.double({ min: 0, max: 100, noNaN: true }))
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      case 'string':
        return textOf(schema)
      default:
        return fc.jsonValue({ maxDepth: 2 })
    }
  }

  function objectOf(schema: Schema): Arbitrary<unknown> {
    const properties = (schema.properties ?? {}) as Record<string, Schema>
    // What may never be given is never valid.
    const possible = Object.entries(properties).filter(([, property]) => !('not' in resolve(property)))
    const model = Object.fromEntries(possible.map(([name, property]) => [name, valuesOf(property)]))
    const record = fc.record(model, { requiredKeys: (schema.required as string[] | undefined) ?? [] })
    const free = schema.additionalProperties
    if (typeof free !== 'object' || free === null) return record
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), valuesOf(free as Schema), { maxKeys: 4 })
  }

  function listOf({ items, minItems = 0, maxItems = 3 }: Schema): Arbitrary<unknown> {
    const max = Math.max(Math.min(Number(maxItems), 3), Number(minItems))
    return fc.array(valuesOf((items ?? {}) as Schema), { minLength: Number(minItems), maxLength: max })
  }

  function textOf(schema: Schema): Arbitrary<string> {
    const {
      pattern,
      format,
      minLength = 0,
      maxLength = 300,
    } = schema as {
      pattern?: string
      format?: string
      minLength?: number
      maxLength?: number
    }
    const kind = /^\^([a-z]+)_\[0-9A-Za-z\]/.exec(pattern ?? '')?.[1]
    if (kind) {
      const made = fc.stringMatching(new RegExp(`^${kind}_[0-9A-Za-z]{14}$`))
      const known = ids[kind]
      return known === undefined ? made : fc.oneof({ weight: 4, arbitrary: fc.constant(known) }, made)
    }
    if (pattern) return fc.stringMatching(new RegExp(pattern))
    if (format === 'email') return fc.emailAddress().filter((address) => address.length <= 64)
    if (format === 'uri') return fc.webUrl()
    const long = Math.min(maxLength, 5000)
    return fc.oneof(
      fc.string({ minLength, maxLength: Math.max(minLength, Math.min(long, 20)), unit: 'grapheme' }),
      fc.constantFrom('a'.repeat(Math.max(minLength, 1)), 'z'.repeat(long)),
    )
  }

  return valuesOf
}

function integerOf({ minimum = 0, maximum = 1_000_000 }: Schema): Arbitrary<number> {
  const [min, max] = [Number(minimum), Number(maximum)]
  return fc.oneof(
    fc.integer({ min, max: Math.min(max, min + 10_000) }),
    fc.constantFrom(min, max, Math.min(max, 10_000), Math.min(max, Math.max(min, 100))),
  )
}

/** What is put where something else belongs. */
export const WRONG: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  -0.1,
  1e300,
  2 ** 53,
  2 ** 63,
  -(2 ** 53),
  '',
  ' ',
  '0',
  '100',
  '1e3',
  'NaN',
  'null',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\u202etxt',
  '\ufeff',
  '𝒜😀',
  'é́́́',
  'x'.repeat(5000),
  "'; DROP TABLE orders; --",
  '%00',
  '../../etc/passwd',
  '{{7*7}}',
  [],
  {},
  [[]],
  [null],
  [1, '2', {}],
  { $gt: 1 },
  { length: -1 },
  { toString: 1 },
  { constructor: { prototype: {} } },
  nested(30),
  nested(80),
]

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}
