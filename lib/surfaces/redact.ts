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
} from '#lib/redact.ts'
import { redactJson } from '#lib/surfaces/redact-json.ts'

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
