import { ENTITIES } from '#lib/surfaces/openapi/entities.ts'
import type { Json } from '#lib/surfaces/openapi/schemas.ts'

/**
 * An example of what a schema describes, without references in it: the entity that it is, or what its members are
 * usually called. It is as full as it needs to be: required members, and those that are known by name.
 */
export function sampleOf(schema: Json, name = ''): unknown {
  for (const fixed of ['const', 'default']) if (fixed in schema) return schema[fixed]
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if (Array.isArray(schema.enum)) return oneOf(schema.enum, BY_NAME[name])
  if (Array.isArray(schema.anyOf)) return choiceOf(schema.anyOf as Json[], name)
  return byType(schema, name)
}

function byType(schema: Json, name: string): unknown {
  if (Array.isArray(schema.type))
    return choiceOf(
      schema.type.map((type) => ({ ...schema, type })),
      name,
    )
  switch (schema.type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return listOf(schema, name)
    case 'integer':
    case 'number':
      return numberOf(schema, name)
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return textOf(schema, name)
  }
}

function oneOf(choices: unknown[], usual: unknown): unknown {
  return choices.includes(usual) ? usual : choices[0]
}

/** What may be null is, unless it is known by name. */
function choiceOf(choices: Json[], name: string): unknown {
  if (choices.some(isNull) && !(name in BY_NAME)) return null
  return sampleOf(choices.find((one) => !isNull(one)) ?? {}, name)
}

function listOf({ maxItems, items }: Json, name: string): unknown[] {
  return maxItems === 0 || !items ? [] : [sampleOf(items as Json, name.replace(/s$/, ''))]
}

const isNull = (schema: Json) => schema.type === 'null'

function objectOf(schema: Json): unknown {
  const properties = (schema.properties ?? {}) as Record<string, Json>
  const entity = ENTITIES[String(properties.entity?.const)] ?? {}
  const required = (schema.required as string[] | undefined) ?? []
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || Object.hasOwn(entity, name),
  )
  return Object.fromEntries(names.map((name) => [name, memberOf(properties, entity, name)]))
}

function memberOf(properties: Record<string, Json>, entity: Json, name: string): unknown {
  const schema = properties[name] ?? {}
  if (Object.hasOwn(entity, name) && !('const' in schema)) return entity[name]
  // Of a list there is one item here.
  if (name === 'count' && 'items' in properties) return 1
  return sampleOf(schema, name)
}

const BY_NAME: Record<string, unknown> = {
  amount: 50_000,
  currency: 'INR',
  count: 10,
  skip: 0,
  receipt: 'R-2026-0417',
  email: 'asha@example.com',
  contact: '+919876543210',
  name: 'Asha Rao',
  customer_id: 'cust_NfLw3gQ81xRt0a',
  created_at: 1_781_505_000,
  updated_at: 1_781_505_000,
  from: 1_780_272_000,
  to: 1_782_863_999,
  service_payment_id: 'pay_NfLw3gQ81xRt0a',
  service_order_id: 'order_NfLw3gQ81xRt0a',
  service_signature: '6b5f1d1ff2d4c1dc7c4f8b5f2cf2a6d3b8a0e1f97c3d6e54a2b1908f7e6d5c4b',
  receipt_url: '/bill/7Yq2vB0nD4kXs8Lw1RtZp5Jc',
}

function numberOf({ minimum, maximum, exclusiveMinimum }: Json, name: string): number {
  const least = (minimum as number | undefined) ?? ((exclusiveMinimum as number | undefined) ?? 0) + 1
  const usual = typeof BY_NAME[name] === 'number' ? (BY_NAME[name] as number) : least
  return Math.min(Math.max(usual, least), (maximum as number | undefined) ?? usual)
}

function textOf({ pattern, format, minLength }: Json, name: string): string {
  const prefix = /^\^([a-z]+)_\[0-9A-Za-z\]\{14\}\$$/.exec(String(pattern))?.[1]
  if (prefix) return `${prefix}_NfLw3gQ81xRt0a`
  if (typeof BY_NAME[name] === 'string') return BY_NAME[name] as string
  if (String(pattern).startsWith('^[a-z]+_')) return 'pay_NfLw3gQ81xRt0a'
  if (format === 'uri') return 'https://shop.example/return'
  if (format === 'email') return 'asha@example.com'
  return 'text'.padEnd((minLength as number | undefined) ?? 0, 'x')
}
