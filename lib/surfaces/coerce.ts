import type { z } from 'zod'

type Schema = z.core.$ZodType

/**
 * Turns the text of a form or a query into what the schema wants where there is one way to read it: "100" is a number
 * to a number, "1" and "true" are true to a boolean. Everything else stays text and is judged by the schema.
 */
export function coerce(schema: Schema, value: unknown): unknown {
  const inner = bare(schema)
  const { def } = inner._zod
  if (def.type === 'object' && isRecord(value)) {
    const { shape } = def as z.core.$ZodObjectDef
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        Object.hasOwn(shape, name) ? coerce(shape[name] as Schema, member) : member,
      ]),
    )
  }
  if (def.type === 'array' && Array.isArray(value)) {
    return value.map((member) => coerce((def as z.core.$ZodArrayDef).element, member))
  }
  if (def.type === 'union' && typeof value === 'string') {
    for (const option of (def as z.core.$ZodUnionDef).options) {
      const read = coerce(option, value)
      if (typeof read !== 'string') return read
    }
    return value
  }
  return typeof value === 'string' ? fromText(def, value) : value
}

function fromText(def: z.core.$ZodTypeDef, text: string): unknown {
  if (def.type === 'number' && /^-?\d{1,16}(\.\d+)?$/.test(text)) return Number(text)
  if (
    def.type === 'literal' &&
    /^-?\d{1,15}$/.test(text) &&
    (def as z.core.$ZodLiteralDef<z.core.util.Literal>).values.includes(Number(text))
  ) {
    return Number(text)
  }
  if (def.type === 'boolean')
    return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text
  return text
}

/** The schema under optional, nullable, default and preprocess. */
function bare(schema: Schema): Schema {
  const { def } = schema._zod
  if ('innerType' in def) return bare(def.innerType as Schema)
  if (def.type === 'pipe') return bare((def as z.core.$ZodPipeDef).out)
  return schema
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
