import { EVENTS, type EventName } from '#lib/domain/events/schema.ts'
import type { Json } from '#lib/surfaces/openapi/schemas.ts'
import { buildOpenApi } from '#lib/surfaces/openapi.ts'
import { typescriptType } from '#lib/values/typescript-type.ts'

type CatalogueEntry = {
  name: EventName
  says: string
  contains: readonly string[]
  /** The body as a type of TypeScript. */
  type: string
  /** A generated body, for merchants without an event of this name. */
  example: unknown
}

let cached: CatalogueEntry[] | undefined

/** Every event with the type of its body, from the document that is served at /openapi.json. Made once a process. */
export function eventCatalogue(): CatalogueEntry[] {
  cached ??= (Object.keys(EVENTS) as EventName[]).map((name) => {
    const { schema, example } = bodyOf(name)
    const { says, contains } = EVENTS[name]
    return {
      name,
      says,
      contains,
      type: `type ${typeName(name)} = ${typescriptType(schema, resolve)}`,
      example,
    }
  })
  return cached
}

/** The schema of the body of an event, with everything that it refers to; null for a name that there is not. */
export function eventSchema(name: string): Json | null {
  if (!Object.hasOwn(EVENTS, name)) return null
  const { schema } = bodyOf(name as EventName)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    ...(expanded(schema) as Json),
  }
}

function bodyOf(name: EventName): { schema: Json; example: unknown } {
  const webhooks = document().webhooks as Record<string, { post: { requestBody: { content: Json } } }>
  return webhooks[name]?.post.requestBody.content['application/json'] as { schema: Json; example: unknown }
}

/** payment.captured is PaymentCaptured. */
function typeName(name: string): string {
  return name.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function resolve(schema: Json): Json {
  if (typeof schema.$ref !== 'string') return schema
  const parts = schema.$ref.slice(2).split('/')
  return resolve(parts.reduce<unknown>((value, part) => (value as Json)[part], document()) as Json)
}

function expanded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expanded)
  if (typeof value !== 'object' || value === null) return value
  const own = resolve(value as Json)
  return Object.fromEntries(Object.entries(own).map(([key, property]) => [key, expanded(property)]))
}

let built: Json | undefined
function document(): Json {
  built ??= buildOpenApi() as Json
  return built
}
