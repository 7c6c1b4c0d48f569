import { refused } from '#lib/pipeline/errors.ts'

/** How deep objects and lists may nest; the deepest body of the API has a tenth of it. */
const DEPTH = 50
/** How many properties one object may have; the largest of the API has a twentieth. Each more slows every later step. */
const PROPERTIES = 1000
/**
 * How many elements all lists of a body may have together. The largest bill has 25,500: 500 lines with 50 parts each.
 * A megabyte holds 330,000 empty objects, and each would be checked and complained about.
 */
const ELEMENTS = 30_000
const TOO_MANY_ELEMENTS = `The arrays in the body have more than ${ELEMENTS.toLocaleString('en')} elements in total.`

/**
 * Rejects what JSON.parse accepts and what would mean different things to different readers: a repeated property, and
 * one named __proto__; nesting so deep that a walk would overflow the stack; and objects with so many properties, or
 * lists with so many elements, that a walk delays all other requests. The text is well-formed.
 * @throws malformed_body naming the property or the limit
 */
export function assertPlainJson(text: string): void {
  const open: (Set<string> | null)[] = []
  let at = 0
  let elements = 0
  while (at < text.length) {
    const character = text[at]
    if (character === '"') {
      const end = endOfString(text, at)
      const names = open.at(-1)
      if (names && isName(text, end)) add(names, text.slice(at, end))
      at = end
      continue
    }
    nest(open, character)
    // The first element of a list is counted with its bracket, each other one with the comma before it.
    if ((character === ',' || character === '[') && open.at(-1) === null) elements += 1
    if (elements > ELEMENTS) throw refused('malformed_body', TOO_MANY_ELEMENTS)
    at += 1
  }
}

/** Keeps the objects and lists that a character is in: the names so far of an object, null for a list. */
function nest(open: (Set<string> | null)[], character: string | undefined): void {
  if (character === '{') open.push(new Set())
  else if (character === '[') open.push(null)
  else if (character === '}' || character === ']') open.pop()
  if (open.length > DEPTH) throw refused('malformed_body', `The body is nested deeper than ${DEPTH} levels.`)
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

/** Whether the string that ends here is a name: a colon follows. */
function isName(text: string, end: number): boolean {
  let at = end
  while (/\s/.test(text[at] ?? '')) at += 1
  return text[at] === ':'
}

function add(names: Set<string>, quoted: string): void {
  const name = JSON.parse(quoted) as string
  if (name === '__proto__')
    throw refused('malformed_body', 'The body must not have a property named __proto__.')
  if (names.has(name))
    throw refused('malformed_body', `The property ${name} appears twice in the body. Send it once.`)
  if (names.size >= PROPERTIES)
    throw refused('malformed_body', `An object in the body has more than ${PROPERTIES} properties.`)
  names.add(name)
}
