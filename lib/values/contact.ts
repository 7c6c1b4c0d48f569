import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { z } from 'zod'

/** An e-mail address that a caller sends. */
export const Email = z
  .email({ error: 'This is not an e-mail address.' })
  .max(64, 'An e-mail address is at most 64 characters here.')

/** A phone number that a caller sends: 8 to 15 digits with an optional plus; spaces and hyphens are let through. */
export const Contact = z
  .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string())
  .refine(
    (value) => /^\+?\d{8,15}$/.test(value.replace(/[\s()-]/g, '')),
    'A phone number has 8 to 15 digits, with an optional + in front.',
  )

/**
 * A phone number in E.164, read with the account's country when it has no country code.
 * A number that no plan knows keeps its digits: the payer's bank may know better.
 */
export function e164(contact: string, country: string): string {
  const plain = contact.replace(/[\s()-]/g, '')
  const parsed = parsePhoneNumberFromString(plain, country as 'IN')
  return parsed?.isValid() ? parsed.number : plain
}

/** The country of a number in E.164 as two letters, or null when no plan knows it. */
export function countryOf(contact: string): string | null {
  return parsePhoneNumberFromString(contact)?.country ?? null
}

/** Whether a number can hold a wallet: the specification asks for a valid Indian mobile number. */
export function isIndianMobile(contact: string): boolean {
  const parsed = parsePhoneNumberFromString(contact, 'IN')
  if (!parsed?.isValid() || parsed.country !== 'IN') return false
  return parsed.getType() === 'MOBILE' || parsed.getType() === 'FIXED_LINE_OR_MOBILE'
}
