/**
 * How the usual library of each language serializes a parsed body, so that a signature over its output can be
 * recognised.
 */
export const WRITERS = {
  'JSON.stringify in JavaScript': (value) => JSON.stringify(value),
  'JSON.stringify with two spaces, or JSON.pretty_generate in Ruby': (value) =>
    JSON.stringify(value, null, 2),
  'JSON.stringify with four spaces, or JSON_PRETTY_PRINT in PHP': (value) => JSON.stringify(value, null, 4),
  'json.dumps in Python': (value) => ascii(spaced(value)),
  'json.dumps in Python without ensure_ascii': (value) => spaced(value),
  'json.dumps in Python with sort_keys': (value) => ascii(spaced(sorted(value))),
  'json.dumps in Python with separators': (value) => ascii(JSON.stringify(value)),
  'json_encode in PHP': (value) => ascii(JSON.stringify(value)).replaceAll('/', '\\/'),
  'json.Marshal of a map in Go': (value) => forHtml(JSON.stringify(sorted(value))),
  'json.Marshal in Go': (value) => forHtml(JSON.stringify(value)),
  'JsonSerializer in .NET': (value) => dotnet(JSON.stringify(value)),
  'Gson in Java': (value) => gson(JSON.stringify(value)),
  'keys in alphabetical order': (value) => JSON.stringify(sorted(value)),
} as const satisfies Record<string, (value: unknown) => string>
type BodyWriter = keyof typeof WRITERS

/** Keys in alphabetical order, at every depth. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(entries.map(([key, property]) => [key, sorted(property)]))
}

/** A space behind every comma and colon. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, property]) => `${JSON.stringify(key)}: ${spaced(property)}`)
    .join(', ')}}`
}

function ascii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (letter) => escaped(letter, 'lower'))
}

function forHtml(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (letter) => escaped(letter, 'lower'))
}

function gson(json: string): string {
  return json.replace(/[<>&='\u2028\u2029]/g, (letter) => escaped(letter, 'lower'))
}

/** Everything but plain Latin letters, figures and the harmless signs; a quotation mark within a text as well. */
function dotnet(json: string): string {
  return json
    .replace(/\\"/g, '\\u0022')
    .replace(/[<>&'+`\u007f-\uffff]/g, (letter) => escaped(letter, 'upper'))
}

function escaped(letter: string, letters: 'lower' | 'upper'): string {
  const code = letter.charCodeAt(0).toString(16).padStart(4, '0')
  return `\\u${letters === 'upper' ? code.toUpperCase() : code}`
}

/** What was done to a body between the wire and the signature. */
export type BodyMistake =
  | { name: 'body_written_again'; writer: BodyWriter | null; changed: WrittenChange[] }
  | { name: 'trailing_newline' }
  | { name: 'space_around' }
  | { name: 'byte_order_mark' }
  | { name: 'body_empty' }
  | { name: 'body_not_text' }
  | { name: 'body_written_twice' }
  | { name: 'other_charset' }
  | { name: 'body_changed'; member: string | null }

/** What a second writing changes without changing what it says. */
export type WrittenChange = 'spacing' | 'key_order' | 'escapes' | 'numbers'

/** Where two texts part, with some of each from there on. */
export type Difference = { at: number; sent: string; used: string }

/** Names the change of a body: `used` is the signed text, `sent` the sent one. Null for the same. */
export function diagnoseBody(used: string, sent: string): BodyMistake | null {
  if (used === sent) return null
  if (used.trim() === '') return { name: 'body_empty' }
  if (/^(\[object [A-Za-z]+\]|undefined|null|Array)$/.test(used.trim())) return { name: 'body_not_text' }
  if (used.replace(/(?<![\r\n])[\r\n]+$/, '') === sent) return { name: 'trailing_newline' }
  if (used.startsWith('\ufeff') && used.slice(1).trim() === sent) return { name: 'byte_order_mark' }
  if (used.trim() === sent) return { name: 'space_around' }
  if (used === asLatin(sent)) return { name: 'other_charset' }
  const [one, other] = [parsed(used), parsed(sent)]
  if (one === undefined || other === undefined) return { name: 'body_changed', member: null }
  if (typeof one.value === 'string') return { name: 'body_written_twice' }
  if (!same(one.value, other.value))
    return { name: 'body_changed', member: changedProperty(one.value, other.value, '') }
  return { name: 'body_written_again', writer: writerOf(used, other.value), changed: changesOf(used, sent) }
}

/** Where `used` parts from what was sent, from a few characters before on. */
export function firstDifference(used: string, sent: string): Difference | null {
  if (used === sent) return null
  let at = 0
  while (at < used.length && used[at] === sent[at]) at += 1
  const from = Math.max(0, at - 12)
  return { at, sent: sent.slice(from, from + 48), used: used.slice(from, from + 48) }
}

/** UTF-8 that was read as Latin-1: "é" becomes "Ã©". */
export function asLatin(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

/** JSON as a value; undefined for what is none, or is nested deeper than any event and could not be walked through. */
export function parsed(text: string): { value: unknown } | undefined {
  if (depthOf(text) > 100) return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0]
  for (const letter of text) {
    if (letter === '{' || letter === '[') depth += 1
    if (letter === '}' || letter === ']') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function writerOf(used: string, value: unknown): BodyWriter | null {
  const names = Object.keys(WRITERS) as BodyWriter[]
  return names.find((name) => WRITERS[name](value) === used) ?? null
}

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|\s+|[^\s"]/g

function changesOf(used: string, sent: string): WrittenChange[] {
  const [one, other] = [used.match(TOKENS) ?? [], sent.match(TOKENS) ?? []]
  const differ = (pick: (tokens: string[]) => string[]) =>
    JSON.stringify(pick(one)) !== JSON.stringify(pick(other))
  const strings = (tokens: string[]) => tokens.filter((token) => token.startsWith('"'))
  const values = (tokens: string[]) => strings(tokens).map((token) => String(parsed(token)?.value))
  const changes: [WrittenChange, boolean][] = [
    ['spacing', differ((tokens) => tokens.filter((token) => token.trim() === '')) || differ(gaps)],
    ['key_order', differ(values)],
    ['escapes', differ((tokens) => strings(tokens).sort()) && !differ((tokens) => values(tokens).sort())],
    ['numbers', differ((tokens) => tokens.filter((token) => /^[-\d]/.test(token)).sort())],
  ]
  return changes.filter(([, changed]) => changed).map(([name]) => name)
}

/** How many tokens stand before each piece of space. */
function gaps(tokens: string[]): string[] {
  return tokens.flatMap((token, at) => (token.trim() === '' ? [String(at)] : []))
}

/** The path of the first property that differs. */
function changedProperty(one: unknown, other: unknown, path: string): string {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return path
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>]
  const keys = [...new Set([...Object.keys(right), ...Object.keys(left)])]
  const key = keys.find((name) => !same({ value: left[name] }, { value: right[name] }))
  if (key === undefined) return path
  return changedProperty(left[key], right[key], path === '' ? key : `${path}.${key}`)
}
