import { z } from 'zod'
import { assertPlainJson } from '#lib/surfaces/json.ts'
import { withoutAliases } from '#lib/values/aliases.ts'
import { isRecord } from '#lib/values/json.ts'
import { bareSchema, innerSchema, propertiesOf } from '#lib/values/schema-parts.ts'
import { readTruth } from '#lib/values/truth.ts'

type Schema = z.core.$ZodType

/**
 * Turns what clients send into what the schema expects where there is only one way to read it: a canonical integer as
 * text is an integer ("100", not "1e2"), a number is a text, and 0, 1, "true", "False" and their like are booleans. A
 * property that is null, or an optional text that is empty, is not given. Everything else is left for the schema to
 * judge, unknown properties included.
 * @param spoken as models and people write it: choices in any case, "CAPTURED" for "captured", and other names of properties
 */
export function coerce(schema: Schema, sent: unknown, spoken = false): unknown {
  const bare = bareSchema(schema)
  const { def } = bare._zod
  const value = spoken ? unpacked(def, sent) : sent
  if (def.type === 'object' && isRecord(value))
    return coerceObject(def as z.core.$ZodObjectDef, spoken ? withoutAliases(bare, value) : value, spoken)
  if (def.type === 'record' && isRecord(value)) {
    const { valueType } = def as z.core.$ZodRecordDef
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, coerce(valueType, item, spoken)]),
    )
  }
  if (def.type === 'array' && Array.isArray(value)) {
    return value.map((element) => coerce((def as z.core.$ZodArrayDef).element, element, spoken))
  }
  if (def.type === 'union') return coerceUnion((def as z.core.$ZodUnionDef).options, value, spoken)
  return coerceSingle(def, spoken ? spokenSingle(def, value) : value)
}

/** A list or an object that was sent as its JSON, and a list of words that was sent as one, or with commas between. */
function unpacked(def: z.core.$ZodTypeDef, value: unknown): unknown {
  if (typeof value !== 'string' || !['array', 'object', 'record'].includes(def.type)) return value
  const text = value.trim()
  if (text.startsWith(def.type === 'array' ? '[' : '{')) return fromJson(text) ?? value
  if (def.type !== 'array' || !/^[\w.]{1,64}(?:, ?[\w.]{1,64}){0,20}$/.test(text)) return value
  const { type } = bareSchema((def as z.core.$ZodArrayDef).element)._zod.def
  return type === 'string' || type === 'enum' ? text.split(/, ?/) : value
}

function fromJson(text: string): unknown {
  try {
    assertPlainJson(text)
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether an object of the schema has a property of that name. */
export function hasProperty(schema: Schema, name: string): boolean {
  return Object.hasOwn(propertiesOf(schema), name)
}

function coerceObject({ shape }: z.core.$ZodObjectDef, value: Record<string, unknown>, spoken: boolean) {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, property]): [string, unknown][] => {
      if (!Object.hasOwn(shape, name)) return [[name, property]]
      const schema = shape[name] as Schema
      return isNotGiven(schema, property) ? [] : [[name, coerce(schema, property, spoken)]]
    }),
  )
}

/** A value that one of the options accepts unchanged stays so. */
function coerceUnion(options: readonly Schema[], value: unknown, spoken: boolean): unknown {
  if (options.some((option) => z.safeParse(option, value).success)) return value
  for (const option of options) {
    const coerced = coerce(option, value, spoken)
    if (z.safeParse(option, coerced).success) return coerced
  }
  return value
}

/** "Captured" and "partially paid" are choices as people write them, "Yes" is true, and true is 1 where only 0 and 1 are taken. */
function spokenSingle(def: z.core.$ZodTypeDef, value: unknown): unknown {
  const choices = choicesOf(def)
  const truth = typeof value === 'boolean' ? value : SPOKEN_TRUTHS.get(plainWord(value))
  if (truth !== undefined && def.type === 'boolean') return truth
  if (truth !== undefined && def.type === 'literal' && choices.includes(Number(truth))) return Number(truth)
  // An email or a URL: no space around one belongs to it.
  if (def.type === 'string' && 'format' in def && typeof value === 'string') return value.trim()
  if (typeof value !== 'string' || choices.includes(value)) return value
  const meant = choices.filter(
    (choice) => typeof choice === 'string' && plainWord(choice) === plainWord(value),
  )
  return meant.length === 1 ? meant[0] : value
}

const SPOKEN_TRUTHS = new Map<unknown, boolean>([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
])

function plainWord(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > 100) return value
  return value
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}

function choicesOf(def: z.core.$ZodTypeDef): unknown[] {
  if (def.type === 'enum') return Object.values((def as z.core.$ZodEnumDef).entries)
  if (def.type === 'literal') return (def as z.core.$ZodLiteralDef<z.core.util.Literal>).values
  return []
}

function coerceSingle(def: z.core.$ZodTypeDef, value: unknown): unknown {
  switch (def.type) {
    case 'number':
      return typeof value === 'string' && isNumber(value, def) ? Number(value) : value
    case 'string':
      return typeof value === 'number' && isExact(value) ? String(value) : value
    case 'boolean':
      return readTruth(value)
    case 'literal': {
      const { values } = def as z.core.$ZodLiteralDef<z.core.util.Literal>
      return typeof value === 'string' && isCanonical(value) && values.includes(Number(value))
        ? Number(value)
        : value
    }
    default:
      return value
  }
}

/** An integer is written in one way only; a fraction such as a percentage may end in zeros. */
function isNumber(text: string, def: z.core.$ZodTypeDef): boolean {
  const isInteger = 'format' in def && def.format === 'safeint'
  return isCanonical(text) || (!isInteger && /^-?\d{1,16}\.\d+$/.test(text))
}

function isCanonical(text: string): boolean {
  return /^-?\d{1,16}(\.\d+)?$/.test(text) && String(Number(text)) === text
}

/** 1e400 and integers beyond 2^53 are no longer what the caller wrote. */
function isExact(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)
}

function isNotGiven(schema: Schema, value: unknown): boolean {
  if (value === null) return !acceptsNull(schema)
  return value === '' && isOptional(schema) && ['string', 'enum'].includes(bareSchema(schema)._zod.def.type)
}

function acceptsNull(schema: Schema): boolean {
  const { def } = schema._zod
  if (def.type === 'union') return (def as z.core.$ZodUnionDef).options.some(acceptsNull)
  if (['nullable', 'null', 'unknown', 'any'].includes(def.type)) return true
  const inner = innerSchema(def)
  return inner !== null && acceptsNull(inner)
}

function isOptional(schema: Schema): boolean {
  const { def } = schema._zod
  if (['optional', 'default', 'prefault'].includes(def.type)) return true
  const inner = innerSchema(def)
  return inner !== null && isOptional(inner)
}
