import { z } from 'zod'

/** A property that is neither constant nor omitted. `json`: its value is parsed by its schema. */
export type EntityColumn = {
  name: string
  sql: string
  kind: 'string' | 'integer' | 'boolean' | 'pairs' | 'json'
  nullable: boolean
  schema: z.ZodType
  /** Without a value, the property is left out with its name. */
  optional: boolean
}

/** One step of writing a row: the text before a value, and the value. */
export type Piece = { before: string; column: EntityColumn }

/** The properties of an entity in the order of its schema, with the text between them. */
export function columnPiecesOf(
  schema: z.ZodType,
  computed: Partial<Record<string, string>>,
): { pieces: Piece[]; end: string } {
  const pieces: Piece[] = []
  let before = '{'
  let comma = ''
  for (const [name, property] of Object.entries(shapeOf(schema))) {
    const optional = property.def.type === 'optional'
    // A property that is returned only on request has no column.
    if (optional && !(name in computed)) continue
    if (optional) {
      const column = { name, sql: computed[name] ?? name, schema: property, optional }
      pieces.push({ before, column: { ...column, kind: 'json', nullable: true } })
      before = ''
      continue
    }
    before += `${comma}${JSON.stringify(name)}:`
    comma = ','
    const constant = constantOf(property)
    if (constant !== undefined) {
      before += JSON.stringify(constant)
      continue
    }
    const column = { name, sql: computed[name] ?? name, ...kindOf(property), schema: property, optional }
    pieces.push({ before, column })
    before = ''
  }
  return { pieces, end: `${before}}` }
}

/** The properties of an object schema, with or without a preprocessing step. */
function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  if (schema instanceof z.ZodPipe) return shapeOf(schema.def.out as z.ZodType)
  if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.ZodType>
  throw new Error('An entity is an object.')
}

function constantOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodDefault) return constantOf(schema.def.innerType as z.ZodType)
  return schema instanceof z.ZodLiteral ? schema.value : undefined
}

/** How a property is written. Anything but the simple kinds is parsed by its schema. */
function kindOf(schema: z.ZodType): Pick<EntityColumn, 'kind' | 'nullable'> {
  if (schema instanceof z.ZodNullable) {
    const { kind } = kindOf(schema.def.innerType as z.ZodType)
    return kind === 'pairs' ? { kind: 'json', nullable: true } : { kind, nullable: true }
  }
  if (schema instanceof z.ZodPipe) return kindOf(schema.def.out as z.ZodType)
  if (schema instanceof z.ZodEnum) return { kind: 'string', nullable: false }
  if (schema instanceof z.ZodBoolean) return { kind: 'boolean', nullable: false }
  if (schema instanceof z.ZodNumber) return { kind: schema.isInt ? 'integer' : 'json', nullable: false }
  // A check of a text may change it.
  if (schema instanceof z.ZodString && !schema.def.checks?.length) return { kind: 'string', nullable: false }
  return { kind: isPairs(schema) ? 'pairs' : 'json', nullable: false }
}

/** Whether the schema accepts objects of texts unchanged: a record of them, or that or an empty list. */
function isPairs(schema: unknown): boolean {
  if (schema instanceof z.ZodUnion) return schema.def.options.some(isPairs)
  if (!(schema instanceof z.ZodRecord)) return false
  const value = schema.def.valueType
  return (value instanceof z.ZodNullable ? value.def.innerType : value) instanceof z.ZodString
}
