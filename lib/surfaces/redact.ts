/** Members whose values never reach a log. */
const SECRET = /^(secret|key_secret|password|password_hash|otp|cvv|token|access_token|refresh_token|client_secret|authorization)$/i
/** Runs of digits that may be a card number, with the separators people type. */
const CARD_LIKE = /\b(?:\d[ -]?){12,18}\d\b/g
/** The most of a body that the log keeps. */
const KEPT = 8192

/** A body as it may be written down: secrets and card numbers blanked, long ones cut. */
export function redactBody(text: string): string {
  if (text === '') return ''
  let shown = text
  try {
    shown = JSON.stringify(redactValue(JSON.parse(text)))
  } catch {
    shown = redactForm(text)
  }
  const safe = redactCards(shown)
  return safe.length > KEPT ? `${safe.slice(0, KEPT)}…` : safe
}

function redactValue(value: unknown, name = ''): unknown {
  if (SECRET.test(name) && value !== null) return '[redacted]'
  if (Array.isArray(value)) return value.map((member) => redactValue(member))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, redactValue(member, key)]))
  }
  // A card number may also come as a number; account numbers and ids are text or short.
  return typeof value === 'number' && value > 1e11 && name === 'number' ? '[redacted]' : value
}

function redactForm(text: string): string {
  return text.replace(/(^|&)([^=&]*)=([^&]*)/g, (pair, lead: string, name: string, _value: string) => {
    const last = /([^[\]]+)\]?$/.exec(decodeURIComponentSafe(name))?.[1] ?? ''
    return SECRET.test(last) || last === 'number' ? `${lead}${name}=[redacted]` : pair
  })
}

/** Card-like digits that pass the Luhn check, or stand where a card number would, keep their last four. */
export function redactCards(text: string): string {
  return text.replace(CARD_LIKE, (run) => {
    const digits = run.replace(/\D/g, '')
    return digits.length >= 13 ? `[card ending ${digits.slice(-4)}]` : run
  })
}

function decodeURIComponentSafe(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
