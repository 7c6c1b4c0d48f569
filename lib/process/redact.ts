import { luhn, networkLengths } from '#lib/values/card.ts'

/** What a text reads in place of a secret. */
export const REDACTED = '[redacted]'
/** The most of a text that a log keeps. */
export const MAX_BODY = 8192
/** The most of the response to a read that it keeps: the same request reads the rest again, and pages are long. */
export const MAX_READ_BODY = 2048
/** What may begin within the kept part and end behind it is looked at as well. */
const OVERLAP = 512
/** The most of a text that is looked at where so much is kept. */
export const lookedAt = (max: number): number => max + OVERLAP
/** The most of a text that is ever looked at. */
export const LOOKED_AT = lookedAt(MAX_BODY)
/**
 * Where a text was cut, what stands last may be the beginning of a card number, by whose end it is known. This is longer
 * than the longest one, with two separators between any two digits and each digit percent-encoded.
 */
const MARGIN = 256

/** Names of secrets, alone or at the end of another name: `client_secret`. */
const ENDINGS = 'secret|password|passphrase|otp|cvv|cvc|token|cookie|private_?key'
/** Names of secrets as a whole. */
const WHOLE = [
  'secret_encrypted|password_hash|authorization',
  'signature|x-signature|x-razorpay-signature|webhook-signature',
  'number|card_number|account_number|account_number_again|bank_account_number|bank_account_number_again',
].join('|')
/** The names of fields whose values never reach a log, as a pattern to be used in another. */
export const SECRET_NAMES = `(?:[\\w-]*[_-])?(?:${ENDINGS})|${WHOLE}`
const SECRET_NAME = new RegExp(`^(?:${SECRET_NAMES})$`, 'i')
/** The words that every one of these names contains at least one of, as a pattern. */
export const SECRET_WORDS = `${ENDINGS}|${WHOLE}`
  .split('|')
  .filter((word, _, words) => !words.some((other) => other !== word && word.includes(other)))
  .join('|')
/** The longest end of a name that is looked at: longer than every word above. */
const NAME_END = 64

/** Whether the value of a field with this name never reaches a log. */
export function isSecretName(name: string): boolean {
  // Whatever is put between the letters (a NUL, a space of no width) does not hide the word.
  return SECRET_NAME.test(name.slice(-NAME_END).replace(/[^\w-]/g, ''))
}

/** What is a secret by its own shape, wherever it was pasted. Each pattern takes one pass over the text. */
const SHAPES: [RegExp, string][] = [
  [/\bwhsec_[\w+/=-]{6,}/g, 'whsec_[redacted]'],
  [/\b(basic|bearer) +[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/\b(key_(?:test|live)_[0-9A-Za-z]{14}):[^\s"'\\&@]+/g, '$1:[redacted]'],
  [/(:\/\/)[^/?#@\s"\\]+@/g, '$1[redacted]@'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, '[redacted]'],
]
/** Cheap, and enough to know that none of the shapes can be there. */
const MAY_HAVE_SHAPES = /whsec_|basic |bearer |key_(?:test|live)_\w{14}:|:\/\/|PRIVATE KEY|eyJ/i
/** Where a JSON Web Token may stand. */
const TOKEN_RUN = /[\w.-]{20,}/g
/** Of a text that was cut: a password in a URL whose end is missing. */
const CUT_PASSWORD = /(:\/\/)[^/?#@\s"\\]{64,}$/

/**
 * The beginning of a text as it may be written down: without what has the shape of a secret or of a card number. No more
 * than `max` characters and the overlap behind them are looked at, however long the text is.
 */
export function redactText(text: string, max = MAX_BODY): string {
  if (text.length <= max) return redactBounded(text)
  return cutTo(redactBounded(text.slice(0, max + OVERLAP), text.length > max + OVERLAP), max, text.length)
}

/**
 * A text that was looked through, cut to what is kept of it.
 * @param whole how long the text is that it is the beginning of
 */
export function cutTo(shown: string, max: number, whole: number): string {
  if (whole <= max + OVERLAP) return shown.length > max ? `${shown.slice(0, max)}…` : shown
  return `${shown.slice(0, Math.max(0, Math.min(max, shown.length - MARGIN)))}…`
}

/**
 * The part of a text that a redaction will look at, so that a line that waits to be written does not hold the whole. A
 * copy, since a slice keeps the text alive that it is of.
 * @param max how much of it is kept in the end
 */
export function startOf(text: string, max = MAX_BODY): string {
  const looked = lookedAt(max)
  return text.length <= looked ? text : Buffer.from(text.slice(0, looked + 1)).toString()
}

/**
 * A text that is short already, looked through to its end.
 * @param cut whether it is the beginning of a longer one
 */
export function redactBounded(text: string, cut = false): string {
  if (!MAY_HAVE_SHAPES.test(text)) return redactCards(text)
  let shown = SHAPES.reduce((so, [shape, instead]) => so.replace(shape, instead), text)
  shown = shown.replace(TOKEN_RUN, (run: string, at: number) =>
    withoutToken(run, cut && at + run.length === shown.length),
  )
  if (cut) shown = shown.replace(CUT_PASSWORD, '$1[redacted]')
  return redactCards(shown)
}

/** Three parts with dots between them, of which the first begins as every JSON object does in base64. */
function withoutToken(run: string, cut: boolean): string {
  const at = run.indexOf('eyJ')
  if (at < 0) return run
  const first = run.indexOf('.', at)
  const second = first < 0 ? -1 : run.indexOf('.', first + 1)
  return second >= 0 || cut ? `${run.slice(0, at)}[redacted]` : run
}

/** Digits, with the separators that people type: two at most between any two of them. */
const RUN = /\d(?:[\s.\u2010-\u2015-]{0,2}\d){12,}/g
const SHORTEST = 13
const LONGEST = 19

/** Card numbers keep their last four digits. */
export function redactCards(text: string): string {
  return text.replace(RUN, redactRun)
}

/** A group of digits without a separator: where it stands in its run, and which digits of the run it has. */
type Group = { at: number; end: number; first: number; last: number }

/** Where some groups of a run, one after the other, are a card number, they are blanked; what overlaps goes together. */
function redactRun(run: string): string {
  const digits = run.replace(/\D/g, '')
  const groups: Group[] = []
  let count = 0
  for (const match of run.matchAll(/\d+/g)) {
    const { length } = match[0]
    groups.push({ at: match.index, end: match.index + length, first: count, last: count + length })
    count += length
  }
  let shown = ''
  let from = 0
  for (let first = 0; first < groups.length; first += 1) {
    let last = endOfCard(digits, groups, first)
    if (last === null) continue
    for (let inside = first + 1; inside <= last; inside += 1)
      last = Math.max(last, endOfCard(digits, groups, inside) ?? 0)
    const [begin, end] = [groups[first] as Group, groups[last] as Group]
    shown += `${run.slice(from, begin.at)}[card ending ${digits.slice(end.last - 4, end.last)}]`
    from = end.end
    first = last
  }
  return shown + run.slice(from)
}

/** The last group of the longest card number that begins with a group; null when none does. */
function endOfCard(digits: string, groups: Group[], first: number): number | null {
  const begin = groups[first] as Group
  let end: number | null = null
  for (let at = first; at < groups.length; at += 1) {
    const { last } = groups[at] as Group
    if (last - begin.first > LONGEST) break
    if (last - begin.first >= SHORTEST && mayBeCard(digits.slice(begin.first, last))) end = at
  }
  return end
}

/**
 * What has the length, the beginning and the check digit of a card number. Thirteen digits that begin with 1 are a timestamp
 * in milliseconds, since no cards are numbered so; without the check digit it is a reference, or a phone number.
 */
function mayBeCard(digits: string): boolean {
  if (digits.startsWith('0') || (digits.length === 13 && digits.startsWith('1'))) return false
  return luhn(digits) && networkLengths(digits).includes(digits.length)
}
