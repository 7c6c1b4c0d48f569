import { refused } from '#lib/pipeline/errors.ts'
import { propertyOf } from '#lib/values/json.ts'
import { readTruth } from '#lib/values/truth.ts'

/** Fields that clients know and that ask for features which do not exist here, by path; `*` stands for each element. */
export type Unsupported = Readonly<Record<string, { feature: string; values?: readonly unknown[] }>>

/**
 * Rejects input that asks for a feature that does not exist here, before anything else is done with it. A field that
 * asks for nothing (null, false, 0 or empty) is removed. With `values`, only these are rejected.
 * @returns the input without those fields
 * @throws feature_not_supported naming the field
 */
export function withoutUnsupported(unsupported: Unsupported, raw: unknown): unknown {
  return Object.entries(unsupported).reduce(
    (input, [path, field]) => without(input, path.split('.'), [], field),
    raw,
  )
}

function without(
  value: unknown,
  [name = '', ...rest]: string[],
  before: string[],
  field: Unsupported[string],
): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (name === '*') {
    if (!Array.isArray(value)) return value
    return value.map((element, index) => without(element, rest, [...before, String(index)], field))
  }
  if (!Object.hasOwn(value, name)) return value
  const property = propertyOf(value, name)
  const path = [...before, name]
  if (rest.length > 0) return { ...value, [name]: without(property, rest, path, field) }
  if (field.values ? !field.values.includes(property) : asksForNothing(property))
    return field.values
      ? value
      : Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
  throw refused(
    'feature_not_supported',
    `${field.feature} are not supported here. Remove ${path.join('.')}${field.values ? ' or send another value' : ''}.`,
    { field: path.join('.') },
  )
}

function asksForNothing(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === null || value === '' || readTruth(value) === false
}
