import { unescape as percentDecoded } from 'node:querystring'
import { UNREADABLE } from '#lib/domain/requests/schema.ts'
import {
  cutTo,
  isSecretName,
  LOOKED_AT,
  lookedAt,
  MAX_BODY,
  REDACTED,
  redactBounded,
  SECRET_NAMES,
  SECRET_WORDS,
} from '#lib/process/redact.ts'

/** A token of JSON. Each alternative begins with another character, so a text is taken apart in one pass. */
const TOKEN = /\s+|[{}[\],:]|"(?:[^"\\]|\\.)*(?:"|\\$)?|[^\s{}[\],:"]+/y
const LITERAL = /^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$/
/** The possible forms of a truncated literal. */
const BEGUN_LITERAL = /^(?:t|tr|tru|f|fa|fal|fals|n|nu|nul|-?\d*(?:\.\d*)?(?:[eE][+-]?\d*)?)$/

/**
 * JSON, or the beginning of it, with the values of secrets blanked by the names of their properties. Malformed JSON
 * cannot be redacted and is not shown.
 * @param cut whether it is the beginning of a longer text
 */
function redactJson(text: string, cut: boolean): string {
  const writing = new RedactedJson()
  TOKEN.lastIndex = 0
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(text)?.[0]
    if (token === undefined) return UNREADABLE
    if (/^\s/.test(token)) continue
    if (!writing.take(token, cut && TOKEN.lastIndex >= text.length)) return UNREADABLE
  }
  return cut || writing.isWhole ? writing.text : UNREADABLE
}

/** Takes the tokens of JSON one by one and writes down what may be seen. */
class RedactedJson {
  text = ''
  readonly #open: string[] = []
  #expected: 'value' | 'name' | 'colon' | 'comma' = 'value'
  /** Whether the object or list that was begun last is still empty. */
  #fresh = false
  /** Whether the value that comes next is a secret. */
  #secret = false
  /** The depth of a secret that is an object or a list, while it is skipped. */
  #hidden = -1

  get isWhole(): boolean {
    return this.#open.length === 0
  }

  /** @param last whether the end of the token may be missing @returns false when it is invalid there */
  take(token: string, last: boolean): boolean {
    if (this.isWhole && this.text !== '') return false
    if (token === '{' || token === '[') return this.#begin(token)
    if (token === '}' || token === ']') return this.#end(token)
    if (token === ':') return this.#expected === 'colon' && this.#write(token, 'value')
    if (token === ',') return this.#expected === 'comma' && this.#write(token, this.#next())
    if (this.#expected === 'name') return this.#name(token, last)
    return this.#expected === 'value' && this.#value(token, last)
  }

  #next() {
    return this.#open.at(-1) === '{' ? 'name' : 'value'
  }

  #begin(token: string): boolean {
    if (this.#expected !== 'value') return false
    if (this.#secret && this.#hidden < 0) {
      this.text += `"${REDACTED}"`
      this.#hidden = this.#open.length
    }
    this.#secret = false
    this.#open.push(token)
    this.#write(token, this.#next())
    this.#fresh = true
    return true
  }

  #end(token: string): boolean {
    const begun = this.#open.at(-1)
    if (begun !== (token === '}' ? '{' : '[') || !(this.#fresh || this.#expected === 'comma')) return false
    this.#write(token, 'comma')
    this.#open.pop()
    if (this.#open.length === this.#hidden) this.#hidden = -1
    return true
  }

  #name(token: string, last: boolean): boolean {
    const name = stringOf(token, last)
    if (name === null) return false
    this.#secret = isSecretName(name)
    return this.#write(JSON.stringify(redactBounded(name)), 'colon')
  }

  #value(token: string, last: boolean): boolean {
    const value = scalarOf(token, last)
    if (value === null) return false
    const shown = this.#secret && value !== 'null' ? `"${REDACTED}"` : value
    this.#secret = false
    return this.#write(shown, 'comma')
  }

  #write(token: string, expected: 'value' | 'name' | 'colon' | 'comma'): true {
    if (this.#hidden < 0) this.text += token
    this.#expected = expected
    this.#fresh = false
    return true
  }
}

/** A scalar as it is written down; null when it is none. */
function scalarOf(token: string, last: boolean): string | null {
  if (token.startsWith('"')) {
    const text = stringOf(token, last)
    return text === null ? null : JSON.stringify(redactBounded(text))
  }
  return LITERAL.test(token) || (last && BEGUN_LITERAL.test(token)) ? token : null
}

/** The value of a string, without its escapes; the end may be missing where the text was cut. */
function stringOf(token: string, last: boolean): string | null {
  const whole = /^"(?:[^"\\]|\\.)*"$/.test(token)
  if (!whole && !last) return null
  try {
    const text: unknown = JSON.parse(whole ? token : `${token.replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, '')}"`)
    return typeof text === 'string' ? text : null
  } catch {
    return null
  }
}

/**
 * The logged form of requests and responses: secrets and card numbers blanked, long texts cut. Everything here reads
 * the first LOOKED_AT characters and no further, and each pattern takes one pass over them.
 */

/** A property with such a name and text or a number in it; text that was cut off ends where the text ends. */
const SECRET_PROPERTY = new RegExp(
  `("(?:${SECRET_NAMES})":)(?:"(?:[^"\\\\]|\\\\.)*(?:"|$)|-?\\d[\\d.eE+-]*)`,
  'gi',
)

/** The names of properties with secrets, anywhere in a text; and the characters that may hide such a name. */
const SECRET_WORD = new RegExp(`${SECRET_WORDS}|\\\\u|%[0-9a-f]{2}|&#`, 'i')

/** A body that was parsed: JSON or a form. */
export function redactBody(text: string): string {
  const start = text.slice(0, LOOKED_AT)
  // Letters with a NUL between them (UTF-16) spell a name that no pattern finds.
  if (start.includes('\u0000')) return UNREADABLE
  const cut = text.length > LOOKED_AT
  if (!isJson(start)) return truncated(redactForm(start), text.length)
  return truncated(hasNoNames(start) ? start : redactJson(start, cut), text.length)
}

/**
 * A body that was not parsed: it is malformed, or of an unsupported type. Its properties cannot be told apart, so it
 * is stored unchanged only without the name of a secret in it; with one, only if it is JSON after all.
 */
export function redactUnparsed(text: string): string {
  const start = text.slice(0, LOOKED_AT)
  if (start.includes('\u0000')) return UNREADABLE
  if (!SECRET_WORD.test(start)) return truncated(start, text.length)
  return isJson(start) ? redactBody(text) : UNREADABLE
}

/**
 * A body of our own making, which is JSON as JSON.stringify writes it: names are never spelled with escapes, so the
 * secrets are found in the text without taking it apart.
 * @param max how much of it is kept
 */
export function redactResponse(text: string, max = MAX_BODY): string {
  const start = text.slice(0, lookedAt(max)).replace(SECRET_PROPERTY, `$1"${REDACTED}"`)
  return truncated(start, text.length, max)
}

/** A URL path with its query. */
export function redactPath(path: string): string {
  const at = path.indexOf('?')
  const pathname = redactEncoded(path.slice(0, at < 0 ? LOOKED_AT : Math.min(at, LOOKED_AT)))
  const shown = at < 0 ? pathname : `${pathname}?${redactBody(path.slice(at + 1))}`
  return cutTo(shown, MAX_BODY, path.length)
}

function truncated(shown: string, whole: number, max = MAX_BODY): string {
  return cutTo(redactBounded(shown, whole > lookedAt(max)), max, whole)
}

/** Cheap, and enough to know that a text has no name of a secret, nor anything that could hide one. */
function hasNoNames(text: string): boolean {
  return PLAIN.test(text) && !SECRET_WORD.test(text)
}

/** Printable ASCII without escapes. */
const PLAIN = /^[\x20-\x5b\x5d-\x7e]*$/

function isJson(text: string): boolean {
  return /^\s*[{[]/.test(text)
}

function redactForm(text: string): string {
  return text.split('&').map(redactPair).join('&')
}

function redactPair(pair: string): string {
  const at = pair.indexOf('=')
  if (at < 0) return redactEncoded(pair)
  const name = pair.slice(0, at)
  if (isSecretName(lastStep(decoded(name)))) return `${name}=${REDACTED}`
  return `${redactEncoded(name)}=${redactEncoded(pair.slice(at + 1))}`
}

/** The innermost name of `card[number]`. */
function lastStep(name: string): string {
  const end = name.endsWith(']') ? name.length - 1 : name.length
  const begin = Math.max(name.lastIndexOf('[', end - 1), name.lastIndexOf(']', end - 1))
  return name.slice(begin + 1, end)
}

/** Spaces between the digits of a card number are hidden by the encoding. */
function redactEncoded(text: string): string {
  const plain = decoded(text)
  const shown = redactBounded(plain)
  return shown === plain ? text : shown
}

/** Percent signs that mean nothing are left as they are. */
function decoded(text: string): string {
  return percentDecoded(text.replaceAll('+', ' '))
}
