import { isSecretName, redactBounded } from '#lib/process/redact.ts'
import { isRecord } from '#lib/values/json.ts'
import type { Api, Schema } from './operations.ts'

/**
 * `missing`: only in the recorded response. `extra`: only in the response here. `type`: of another JSON type. `null`: null in
 * one of them. `enum`: another value of a property with a closed list of values. `status`: another status code.
 */
export type Difference = {
  kind: 'status' | 'missing' | 'extra' | 'type' | 'null' | 'enum'
  /** The property, as in `items[].card.network`; `(body)` for the whole. */
  path: string
  /** The type, or the value of `enum` and `status`; null where there is none. */
  recorded: string | null
  here: string | null
}

/** Deeper than any response of the API. */
const MAX_DEPTH = 16
const NAME = /^[A-Za-z_][\w-]{0,63}$/
const VALUE = /^[\w .-]{1,64}$/

/**
 * What differs between two JSON values, each path once. Of values only those of closed lists are compared and returned: every
 * other is data, such as amounts, names and texts. The contents of objects with free names, such as notes, are data too.
 * @param ids the recorded IDs with those here, by which the items of lists are matched
 */
export function differencesOf(
  recorded: unknown,
  here: unknown,
  { schema, api, ids }: { schema: Schema | undefined; api: Api; ids: ReadonlyMap<string, string> },
): Difference[] {
  const found = new Map<string, Difference>()
  const add = (difference: Difference) =>
    found.set(Object.values(difference).join('\0'), { ...difference, path: difference.path || '(body)' })

  function compare(left: unknown, right: unknown, forms: Schema[], path: string, depth: number): void {
    const types = { path, recorded: typeOf(left), here: typeOf(right) }
    if (types.recorded !== types.here) add({ kind: kindOf(types.recorded, types.here), ...types })
    else if (depth >= MAX_DEPTH) return
    else if (Array.isArray(left) && Array.isArray(right)) compareLists(left, right, forms, path, depth)
    else if (isRecord(left) && isRecord(right)) compareObjects(left, right, forms, path, depth)
    else if (left !== right && isClosed(forms))
      add({ kind: 'enum', path, recorded: shown(left, path), here: shown(right, path) })
  }

  function compareLists(left: unknown[], right: unknown[], forms: Schema[], path: string, depth: number) {
    const items = forms.flatMap((form) => api.formsOf(form.items))
    // How many records an account has is no difference, unless there is nothing to compare them with.
    if (left.length === 0 || right.length === 0) {
      if (left.length !== right.length) compare(left[0], right[0], items, `${path}[]`, depth + 1)
      return
    }
    left.forEach((item, at) => {
      const other = counterpart(item, right, ids) ?? right[at]
      if (other !== undefined) compare(item, other, items, `${path}[]`, depth + 1)
    })
  }

  function compareObjects(left: Json, right: Json, forms: Schema[], path: string, depth: number) {
    if (forms.some(({ additionalProperties }) => typeof additionalProperties === 'object')) return
    for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const inner = forms.flatMap(({ properties }) =>
        api.formsOf(properties && Object.hasOwn(properties, name) ? properties[name] : undefined),
      )
      const step = shownName(name)
      compare(own(left, name), own(right, name), inner, path ? `${path}.${step}` : step, depth + 1)
    }
  }

  compare(recorded, here, api.formsOf(schema), '', 0)
  return [...found.values()]
}

export type Json = Record<string, unknown>

export function own(object: Json, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** The item of a list here that has the ID of a recorded one. */
export function counterpart(item: unknown, list: unknown[], ids: ReadonlyMap<string, string>): unknown {
  const id = isRecord(item) ? ids.get(String(own(item, 'id'))) : undefined
  return id === undefined ? undefined : list.find((each) => isRecord(each) && own(each, 'id') === id)
}

function typeOf(value: unknown): string | null {
  if (value === undefined) return null
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

function kindOf(recorded: string | null, here: string | null): Difference['kind'] {
  if (here === null) return 'missing'
  if (recorded === null) return 'extra'
  return recorded === 'null' || here === 'null' ? 'null' : 'type'
}

function isClosed(forms: Schema[]): boolean {
  return forms.some((form) => form.enum !== undefined || form.const !== undefined)
}

/** The name of a property, unless it could be data, such as an email in notes. */
export function shownName(name: string): string {
  return NAME.test(name) && redactBounded(name) === name ? name : '[another name]'
}

/** A value of a closed list, unless it could be anything else. */
function shown(value: unknown, path: string): string {
  const text = String(value)
  const isName = VALUE.test(text) && redactBounded(text) === text
  return isName && !isSecretName(path.split('.').at(-1) ?? '') ? text : '[another text]'
}
