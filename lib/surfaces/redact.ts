/** Members whose values never reach a log. */
const SECRET =
  /^(secret|key_secret|password|password_hash|otp|cvv|token|access_token|refresh_token|client_secret|authorization|number|card_number|account_number|account_number_again)$/i
/** Runs of digits that may be a card number, with the separators people type. Longer runs are bank references. */
const CARD_LIKE = /(?<!\d)(?:\d[ -]{0,2}){12,18}\d(?!\d)/g
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

/** A body as it may be written down: secrets and card numbers blanked, long ones cut. */
export function redactBody(text: string): string {
  const safe = redactCards(/^\s*[{[]/.test(text) ? redactJson(text) : redactForm(text))
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
  const shown = redactCards(kept)
  if (text.length <= KEPT + OVERLAP) return shown.length > KEPT ? `${shown.slice(0, KEPT)}…` : shown
  // Where it was cut a card number may have lost its end, by which it is known.
  return `${shown.slice(0, Math.min(KEPT, shown.length - LONGEST_CARD))}…`
}

/** An address with its query, likewise. */
export function redactPath(path: string): string {
  const [pathname = '', query] = path.split(/\?(.*)/s)
  return redactCards(pathname) + (query === undefined ? '' : `?${redactBody(query)}`)
}

function redactJson(text: string): string {
  try {
    return JSON.stringify(redactValue(JSON.parse(text)))
  } catch {
    // Not JSON, or nested deeper than can be looked through: what cannot be looked through is not shown.
    return '[unreadable]'
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
    const shown = redactCards(plain)
    return shown === plain ? pair : `${lead}${name}=${shown}`
  })
}

/** Card-like digits keep their last four. */
export function redactCards(text: string): string {
  return text.replace(CARD_LIKE, (run) => `[card ending ${run.replace(/\D/g, '').slice(-4)}]`)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
