/**
 * Where in a value a text stands that no table can hold, as a dotted path, or null when there is none: PostgreSQL
 * takes no NUL, and half of a surrogate pair is no character. Nor a text that turns the direction of what follows: with
 * it a name is read as another. A name that is such a text is told by what holds it.
 */
export function unstorableText(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path
  if (!isPlain(value)) return null
  for (const [name, property] of Object.entries(value)) {
    if (!isStorable(name)) return path
    const found = unstorableText(property, path === '' ? name : `${path}.${name}`)
    if (found !== null) return found
  }
  return null
}

function isStorable(text: string): boolean {
  return !UNFIT.test(text) && text.isWellFormed()
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for.
const UNFIT = /[\u0000\u202a-\u202e\u2066-\u2069]/

/** Lists and plain objects; files and the like hold no text of ours. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype || prototype === null
}

/** A sent value for a sentence about it: the beginning of a text or a number, else its type. */
export function shown(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value).slice(0, 60)
  // Not String(value): an object from JSON may bring a toString that is none.
  return Array.isArray(value)
    ? 'a list'
    : typeof value === 'object' && value !== null
      ? 'an object'
      : `${value}`
}

/** The text with a capital first letter. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "capture payments, change customers, or issue bills" */
export function listText(clauses: string[], word: string): string {
  const last = clauses.at(-1) ?? ''
  const before = clauses.slice(0, -1)
  return before.length === 0 ? last : `${before.join(', ')}, ${word} ${last}`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

/** "Help: care@shop.example, +918041234567, https://shop.example/help"; null without a contact. */
export function supportText(
  support: { email: string | null; phone: string | null; url: string | null },
  help = 'Help',
): string | null {
  const ways = [support.email, support.phone, support.url].filter((way) => way !== null)
  return ways.length === 0 ? null : `${help}: ${ways.join(', ')}`
}
