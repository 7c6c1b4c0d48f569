/** Whether a value is an object with properties, not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** JSON with indentation; truncated or other text stays as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

type Json = Record<string, unknown>

/** A record as a model reads it: without nulls, empty lists and empty objects, which say nothing. */
export function leanRecord(record: Json): Json {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      const lean = leanValue(value)
      return lean === undefined ? [] : [[name, lean]]
    }),
  )
}

/** Undefined for what says nothing. */
function leanValue(value: unknown): unknown {
  if (value === null) return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((one) => leanValue(one) ?? null)
  if (typeof value !== 'object') return value
  const record = leanRecord(value as Json)
  return Object.keys(record).length === 0 ? undefined : record
}

/** A property of something of which nothing is known; undefined where there is none. */
export function propertyOf(value: unknown, name: PropertyKey): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined
}
