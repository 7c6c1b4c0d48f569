import { refused } from '#lib/pipeline/errors.ts'

type Node = { [name: string]: Node | string | string[] }

/** How deep names may nest, and how many fields a form may have. */
const DEPTH = 6
const MAX_PROPERTIES = 1000

/**
 * The fields of a form or a query with bracketed names: `notes[k]=v` is {notes: {k: 'v'}}, `transfers[0][amount]=1` a
 * list, `expand[]=a&expand[]=b` a list too. Every value is text.
 * @throws malformed_body for a name that cannot be read or that contradicts another
 */
export function readBrackets(parameters: URLSearchParams): Record<string, unknown> {
  const root: Node = Object.create(null)
  let count = 0
  for (const [name, value] of parameters) {
    count += 1
    if (count > MAX_PROPERTIES)
      throw refused('malformed_body', `The request has more than ${MAX_PROPERTIES} fields.`)
    place(root, pathOf(name), value, name)
  }
  return listsOf(root) as Record<string, unknown>
}

/**
 * The same for an encoded form. Its fields are counted before it is parsed, which takes a second for a megabyte of
 * nothing but separators.
 * @throws malformed_body
 */
export function readForm(text: string): Record<string, unknown> {
  let count = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    count += 1
    if (count > MAX_PROPERTIES)
      throw refused('malformed_body', `The request has more than ${MAX_PROPERTIES} fields.`)
  }
  return readBrackets(new URLSearchParams(text))
}

function pathOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  if (!match?.[1])
    throw refused(
      'malformed_body',
      `The field name ${JSON.stringify(name.slice(0, 100))} could not be parsed.`,
    )
  const path = [match[1], ...[...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? '')]
  if (path.length > DEPTH)
    throw refused('malformed_body', `The field ${name.slice(0, 100)} is nested too deeply.`)
  if (path.includes('__proto__')) throw refused('malformed_body', 'A field must not be named __proto__.')
  return path
}

function place(root: Node, path: string[], value: string, name: string): void {
  let node = root
  for (const [index, step] of path.entries()) {
    const last = index === path.length - 1
    const key = step === '' ? String(Object.keys(node).length) : step
    const there = node[key]
    if (last) {
      if (there !== undefined)
        throw refused('malformed_body', `The field ${name.slice(0, 100)} is sent twice. Send it once.`)
      node[key] = value
      return
    }
    if (there !== undefined && (typeof there === 'string' || Array.isArray(there))) {
      throw refused('malformed_body', `The field ${name.slice(0, 100)} conflicts with another field.`)
    }
    const next: Node = there ?? Object.create(null)
    node[key] = next
    node = next
  }
}

/** Objects whose names are 0, 1, 2 and so on are lists. */
function listsOf(node: Node | string | string[]): unknown {
  if (typeof node === 'string' || Array.isArray(node)) return node
  const names = Object.keys(node)
  const properties = names.map((name) => listsOf(node[name] as Node))
  if (names.length > 0 && names.every((name, index) => name === String(index))) return properties
  return Object.fromEntries(names.map((name, index) => [name, properties[index]]))
}
