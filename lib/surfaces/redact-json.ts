import { UNREADABLE } from '#lib/domain/requests/schema.ts'
import { isSecretName, REDACTED, redactBounded } from '#lib/redact.ts'

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
export function redactJson(text: string, cut: boolean): string {
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
