import { z } from 'zod'

/** An e-mail address that a caller sends. */
export const Email = z
  .email({ error: 'This is not a valid email address.' })
  .max(64, 'The email can be up to 64 characters.')

/** A phone number that a caller sends: 8 to 15 digits with an optional plus; spaces and hyphens are allowed. */
export const Contact = z
  .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string())
  .refine(
    (value) => /^\+?\d{8,15}$/.test(value.replace(/[\s()-]/g, '')),
    'A phone number must have 8 to 15 digits, with an optional + at the start.',
  )

/** A masked email with only the first letter and the domain: asha@example.com is "a•••@example.com". */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  // The first letter of a one-letter name would be the whole name.
  return `${at > 1 ? email[0] : ''}•••${email.slice(at)}`
}

/** A UPI ID with most of the name masked: asha.rao@upi is as…@upi. */
export function maskedVpa(vpa: string): string {
  const at = vpa.indexOf('@')
  return `${vpa.slice(0, Math.min(2, at))}…${vpa.slice(at)}`
}
