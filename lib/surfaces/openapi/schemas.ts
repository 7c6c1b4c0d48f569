import { z } from 'zod'

export type Json = Record<string, unknown>

/** A response, as JSON Schema. */
export function outputSchema(schema: z.ZodType): Json {
  return plain(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', override: withoutNoise }))
}

/** A request: as the schema parses it, where properties with a default are optional. */
export function inputSchema(schema: z.ZodType): Json {
  return plain(
    z.toJSONSchema(schema, {
      io: 'output',
      unrepresentable: 'any',
      override(given) {
        withoutNoise(given)
        const { zodSchema, jsonSchema } = given
        const { def } = zodSchema._zod
        if (def.type !== 'object') return
        const { shape } = def as z.core.$ZodObjectDef
        jsonSchema.required = jsonSchema.required?.filter((name) => !isOptional(shape[name]))
      },
    }),
  )
}

/** Every integer is within what JavaScript counts exactly; saying so at each is noise. */
function withoutNoise({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/** A preprocessed schema claims to be optional whatever it makes of a value that is not there, so it is asked. */
function isOptional(schema: z.core.$ZodType | undefined): boolean {
  return schema !== undefined && z.safeParse(schema, undefined).success
}

function plain(schema: unknown): Json {
  const { $schema, '~standard': _standard, ...rest } = schema as Json
  return rest
}

/**
 * Moves repeated parts of a document with names of their own into the components: the entity, the list of entities,
 * the body of an operation. Each is then a reference.
 */
export function createComponents() {
  const schemas: Json = {}
  const responses: Json = {}
  /** A response that several operations share is in the components once. */
  function registerResponse(name: string, response: Json): Json {
    responses[name] ??= response
    if (JSON.stringify(responses[name]) !== JSON.stringify(response)) return response
    return { $ref: `#/components/responses/${name}` }
  }
  function put(name: string, schema: Json): Json {
    const known = schemas[name]
    if (known === undefined) schemas[name] = schema
    // Two shapes with one name: the second stays where it is.
    else if (JSON.stringify(known) !== JSON.stringify(schema)) return schema
    return { $ref: `#/components/schemas/${name}` }
  }
  /** The same schema with each entity in it replaced by a reference, innermost first. */
  function refer(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(refer)
    if (typeof value !== 'object' || value === null) return value
    const schema = Object.fromEntries(Object.entries(value).map(([key, property]) => [key, refer(property)]))
    const name = nameOf(schema)
    return name === null ? schema : put(name, schema)
  }
  return { schemas, responses, registerResponse, put, refer: (schema: Json) => refer(schema) as Json }
}

function nameOf(schema: Json): string | null {
  const { entity, items } = (schema.properties ?? {}) as Record<string, Json>
  if (typeof entity?.const !== 'string') return null
  if (entity.const !== 'collection') return pascal(entity.const)
  const item = (items?.items as Json | undefined)?.$ref
  return typeof item === 'string' ? `${item.split('/').at(-1)}List` : null
}

export type Components = ReturnType<typeof createComponents>

/** "fund_account" is FundAccount. */
export function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
