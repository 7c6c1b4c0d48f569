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
export type BodyWriter = keyof typeof WRITERS

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
