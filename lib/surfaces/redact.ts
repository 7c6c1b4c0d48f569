import { UNREADABLE } from '#lib/domain/requests/schema.ts'
import { isCardNumber } from '#lib/values/card.ts'

/** Members whose values never reach a log: these, and whatever ends in the name of a secret (webhook_secret). */
const SECRET =
  /^((?:\w*[_-])?(?:secret|password|passphrase|otp|cvv|cvc|token|cookie|private_key)|secret_encrypted|password_hash|authorization|signature|x-signature|x-razorpay-signature|webhook-signature|number|card_number|(?:bank_)?account_number(?:_again)?)$/i
/** What is a secret by its own shape, wherever somebody pasted it. */
const SHAPES: [RegExp, string][] = [
  [/\bwhsec_[\w+/=-]{6,}/g, 'whsec_[redacted]'],
  [/\b(basic|bearer) +[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/\b(key_(?:test|live)_[0-9A-Za-z]{14}):[^\s"'\\&@]+/g, '$1:[redacted]'],
  [/(:\/\/)[^/?#@\s"\\]+@/g, '$1[redacted]@'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, '[redacted]'],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, '[redacted]'],
]
/** Cheap, and enough to know that none of the shapes can be there. */
const MAY_HAVE_SHAPES = /whsec_|basic |bearer |key_(?:test|live)_\w{14}:|:\/\/|PRIVATE KEY|eyJ/i
/** Runs of digits in which a card number may stand, with the separators people type. */
const DIGITS = /\d(?:[ -]{0,2}\d){12,}/g
/** A member with such a name and text or a number in it; text that was cut off ends where the text ends. */
const SECRET_MEMBER = new RegExp(
  `("(?:${SECRET.source.slice(2, -2)})":)(?:"(?:[^"\\\\]|\\\\.)*(?:"|$)|-?\\d[\\d.eE+-]*)`,
  'gi',
)
/** What may begin within the kept part and end behind it. */
const OVERLAP = 512
const LONGEST_CARD = 64
/** The most of a body that the log keeps. */
const KEPT = 8192
const REDACTED = '[redacted]'

/** What a member with a secret in it may be called, wherever in a text it stands; and what may hide such a name. */
const SECRET_WORD =
  /secret|password|passphrase|otp|cvv|cvc|token|cookie|private_?key|authorization|signature|number|\\u|%[0-9a-f]{2}|&#/i

/** A body as it may be written down: secrets and card numbers blanked, long ones cut. */
export function redactBody(text: string): string {
  return keptOf(redactText(/^\s*[{[]/.test(text) ? redactJson(text) : redactForm(text)))
}

/**
 * A body that was not parsed: it is malformed, or of a type that is not taken. Its members cannot be told apart, so it is
 * kept as it is only where no name of a secret stands in it; where one does, only if it is JSON after all.
 */
export function redactUnparsed(text: string): string {
  // Letters with a NUL between them (UTF-16) spell a name that no pattern finds.
  if (text.includes('\u0000')) return UNREADABLE
  if (!SECRET_WORD.test(text)) return keptOf(redactText(text))
  return /^\s*[{[]/.test(text) ? redactBody(text) : UNREADABLE
}

function keptOf(safe: string): string {
  const shown = safe.length > KEPT ? `${safe.slice(0, KEPT)}…` : safe
  // A form may hold the one character that no text column can.
  return shown.replaceAll('\u0000', '\ufffd')
}

/**
 * A body of our own making, which is JSON as JSON.stringify writes it: names are never spelled with escapes, so the
 * secrets are found in the text, and only the part that is kept is looked at. A list is a hundred times that long.
 */
export function redactAnswer(text: string): string {
  const kept = text.slice(0, KEPT + OVERLAP).replace(SECRET_MEMBER, `$1"${REDACTED}"`)
  const shown = redactText(kept)
  if (text.length <= KEPT + OVERLAP) return shown.length > KEPT ? `${shown.slice(0, KEPT)}…` : shown
  // Where it was cut a card number may have lost its end, by which it is known.
  return `${shown.slice(0, Math.min(KEPT, shown.length - LONGEST_CARD))}…`
}

/** An address with its query, likewise. */
export function redactPath(path: string): string {
  const [pathname = '', query] = path.split(/\?(.*)/s)
  return redactText(pathname) + (query === undefined ? '' : `?${redactBody(query)}`)
}

function redactJson(text: string): string {
  try {
    return JSON.stringify(redactValue(JSON.parse(text)))
  } catch {
    // Not JSON, or nested deeper than can be looked through: what cannot be looked through is not shown.
    return UNREADABLE
  }
}

function redactValue(value: unknown, name = ''): unknown {
  if (SECRET.test(name) && value !== null) return REDACTED
  if (Array.isArray(value)) return value.map((member) => redactValue(member))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, redactValue(member, key)]))
  }
  return value
}

function redactForm(text: string): string {
  return text.replace(/(^|&)([^=&]*)=([^&]*)/g, (pair, lead: string, name: string, value: string) => {
    const last = /([^[\]]+)\]?$/.exec(decoded(name))?.[1] ?? ''
    if (SECRET.test(last)) return `${lead}${name}=${REDACTED}`
    // Spaces between the digits of a card number are hidden by the encoding.
    const plain = decoded(value)
    const shown = redactText(plain)
    return shown === plain ? pair : `${lead}${name}=${shown}`
  })
}

/** A text without what has the shape of a secret or of a card number. */
export function redactText(text: string): string {
  if (!MAY_HAVE_SHAPES.test(text)) return redactCards(text)
  return redactCards(SHAPES.reduce((shown, [shape, instead]) => shown.replace(shape, instead), text))
}

/** Card numbers keep their last four digits. */
export function redactCards(text: string): string {
  return text.replace(DIGITS, redactRun)
}

/** Where some groups of a run, one after the other, are a card number, they are blanked; what overlaps goes together. */
function redactRun(run: string): string {
  const groups = [...run.matchAll(/\d+/g)]
  let shown = ''
  let from = 0
  for (let first = 0; first < groups.length; first += 1) {
    let last = endOfCard(groups, first)
    if (last === null) continue
    for (let inside = first + 1; inside <= last; inside += 1)
      last = Math.max(last, endOfCard(groups, inside) ?? 0)
    const end = (groups[last]?.index ?? 0) + (groups[last]?.[0].length ?? 0)
    const card = run.slice(groups[first]?.index, end)
    shown += `${run.slice(from, groups[first]?.index)}[card ending ${card.replace(/\D/g, '').slice(-4)}]`
    from = end
    first = last
  }
  return shown + run.slice(from)
}

/** The last group of the longest card number that begins with a group; null when none does. */
function endOfCard(groups: RegExpExecArray[], first: number): number | null {
  let end: number | null = null
  let digits = ''
  for (let at = first; at < groups.length && digits.length < 19; at += 1) {
    digits += groups[at]?.[0] ?? ''
    if (mayBeCard(digits)) end = at
  }
  return end
}

/**
 * What has the length, the beginning and the check digit of a card number. Thirteen digits that begin with 1 are a moment
 * in milliseconds, since no cards are numbered so; without the check digit it is a reference, or the number of a telephone.
 */
function mayBeCard(digits: string): boolean {
  return digits.length >= 13 && !/^1\d{12}$/.test(digits) && isCardNumber(digits)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
