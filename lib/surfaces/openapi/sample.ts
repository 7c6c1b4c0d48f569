import type { Json } from '#lib/surfaces/openapi/schemas.ts'

/**
 * An example of a schema, made from the examples of its fields. An object has its required properties and those that
 * have an example of their own.
 * @param schemas the components that the schema may refer to
 */
export function sampleOf(schema: Json, schemas: Json = {}): unknown {
  if (typeof schema.$ref === 'string') return sampleOf(referred(schema.$ref, schemas), schemas)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if ('default' in schema) return schema.default
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (Array.isArray(schema.anyOf)) return choiceOf(schema.anyOf as Json[], schemas)
  return byType(schema, schemas)
}

function referred(ref: string, schemas: Json): Json {
  return (schemas[ref.split('/').at(-1) ?? ''] ?? {}) as Json
}

function byType(schema: Json, schemas: Json): unknown {
  if (Array.isArray(schema.type))
    return choiceOf(
      schema.type.map((type) => ({ ...schema, type })),
      schemas,
    )
  switch (schema.type) {
    case 'object':
      return objectOf(schema, schemas)
    case 'array':
      return schema.maxItems === 0 || !schema.items ? [] : [sampleOf(schema.items as Json, schemas)]
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return textOf(schema)
  }
}

/** Nullable values are null. */
function choiceOf(choices: Json[], schemas: Json): unknown {
  if (choices.some(({ type }) => type === 'null')) return null
  return sampleOf(choices[0] ?? {}, schemas)
}

function objectOf(schema: Json, schemas: Json): unknown {
  const properties = (schema.properties ?? {}) as Record<string, Json>
  const required = (schema.required as string[] | undefined) ?? []
  const shown = Object.entries(properties).filter(
    ([name, property]) => required.includes(name) || 'examples' in property,
  )
  return Object.fromEntries(
    shown.map(([name, property]) => {
      // A list has one item.
      const isCount = name === 'count' && 'items' in properties
      return [name, isCount ? 1 : sampleOf(property, schemas)]
    }),
  )
}

function numberOf({ minimum, exclusiveMinimum }: Json): unknown {
  return minimum ?? Number(exclusiveMinimum ?? 0) + 1
}

function textOf({ pattern, format, minLength }: Json): string {
  const prefix = /^\^([a-z]+)_\[0-9A-Za-z\]\{14\}\$$/.exec(String(pattern))?.[1]
  if (prefix) return `${prefix}_NfLw3gQ81xRt0a`
  if (String(pattern).startsWith('^[a-z]+_')) return 'pay_NfLw3gQ81xRt0a'
  if (format === 'uri') return 'https://shop.example/return'
  if (format === 'email') return 'asha@example.com'
  return 'text'.padEnd(Number(minLength ?? 0), 'x')
}
