import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/*
 * What the numbering plans of the world know of a phone number. Their metadata is large, so nothing that runs in a
 * browser may import this; the schemas of what callers send are in contact.ts.
 */

/**
 * A phone number in E.164, with the account's country code if it has none. An unknown number keeps its digits: the
 * payer's bank may know it.
 */
export function e164(contact: string, country: string): string {
  const plain = plainOf(contact)
  const parsed = parsePhoneNumberFromString(plain, country as CountryCode)
  return parsed?.isValid() ? parsed.number : plain
}

/** The country of a number in E.164 as two letters, or null if unknown. */
export function countryOf(contact: string): string | null {
  return parsePhoneNumberFromString(contact)?.country ?? null
}

/**
 * Whether a number can have a wallet: the specification requires a valid Indian mobile number. The plan counts the calls
 * of banks and authorities (1600) as mobile, too, but those of people begin with 6 to 9.
 */
export function isIndianMobile(contact: string): boolean {
  const parsed = parsePhoneNumberFromString(contact, 'IN')
  if (!parsed?.isValid() || parsed.country !== 'IN' || !/^[6-9]/.test(parsed.nationalNumber)) return false
  return parsed.getType() === 'MOBILE' || parsed.getType() === 'FIXED_LINE_OR_MOBILE'
}

/** A formatted number: +919876543210 is "+91 98765 43210". An unknown one keeps its digits. */
export function phoneText(contact: string): string {
  const parsed = parsePhoneNumberFromString(contact)
  return parsed?.isValid() ? parsed.formatInternational() : contact
}

/** A masked number with only the country and the last three digits: "+91 ••••• ••210". */
export function maskedPhone(contact: string): string {
  const text = phoneText(contact)
  const shown = text.match(/^\+\d+ /)?.[0] ?? ''
  const rest = text.slice(shown.length)
  const digits = rest.replace(/\D/g, '').length
  let at = 0
  return shown + rest.replace(/\d/g, (digit) => (++at > digits - 3 ? digit : '•'))
}

/** The possible stored forms of a number that was typed with or without its country code. */
export function phoneCandidates(typed: string, country: string): string[] {
  const plain = plainOf(typed)
  const read = [country, 'IN', 'MY', 'SG'].map((each) => e164(plain, each))
  return [...new Set([...read, plain, plain.startsWith('+') ? plain : `+${plain}`])]
}

function plainOf(contact: string): string {
  return contact.replace(/[\s()-]/g, '')
}
