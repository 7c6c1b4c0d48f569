import type { z } from 'zod'

type Schema = z.core.$ZodType

/** The schema under optional, nullable, default and preprocess. */
export function bareSchema(schema: Schema): Schema {
  const inner = innerSchema(schema._zod.def)
  return inner === null ? schema : bareSchema(inner)
}

export function innerSchema(def: z.core.$ZodTypeDef): Schema | null {
  if ('innerType' in def) return def.innerType as Schema
  return def.type === 'pipe' ? (def as z.core.$ZodPipeDef).out : null
}

/** The properties of an object; none of anything else. */
export function propertiesOf(schema: Schema): Record<string, Schema> {
  const { def } = bareSchema(schema)._zod
  return def.type === 'object' ? (def as z.core.$ZodObjectDef).shape : {}
}

/** The schema at a path of an input; of a union, the first option that has it. */
export function schemaAt(schema: Schema, path: readonly PropertyKey[]): Schema | null {
  const [name, ...rest] = path
  const bare = bareSchema(schema)
  if (name === undefined) return bare
  const { def } = bare._zod
  if (def.type === 'union') {
    const found = (def as z.core.$ZodUnionDef).options.map((option) => schemaAt(option, path))
    return found.find((one) => one !== null) ?? null
  }
  if (def.type === 'array') return schemaAt((def as z.core.$ZodArrayDef).element, rest)
  if (def.type === 'record') return schemaAt((def as z.core.$ZodRecordDef).valueType, rest)
  const inner = propertiesOf(bare)[String(name)]
  return inner ? schemaAt(inner, rest) : null
}
