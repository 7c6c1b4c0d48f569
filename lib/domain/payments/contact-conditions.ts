import { anyOf, type Condition, prefix } from '#lib/database/conditions.ts'

/** The column as its index has it. Reversed, the last digits of a number are the first. */
const REVERSED = 'reverse(contact)'

/** Payments with any of these phone numbers, each in full. */
export function withContact(...contacts: string[]): Condition[] {
  return [{ sql: `${REVERSED} = ANY(?::text[])`, values: [contacts.map(reversed)] }]
}

/** Payments whose phone number ends with the digits of a text; none where the text is not 3 to 10 digits. */
export function withContactEnd(text: string): Condition[] {
  const end = endOfPhone(text)
  return end === null ? [] : prefix(REVERSED, end)
}

/** The last 3 to 10 digits of a phone number, reversed as in the indexes; null where the text is something else. */
export function endOfPhone(text: string): string | null {
  return /^\d{3,10}$/.test(text) ? reversed(text) : null
}

/** A number with or without the country code, since people type either, or its last digits. */
export function withTypedContact(typed: string): Condition[] {
  const digits = typed.replace(/[^\d+]/g, '')
  return anyOf([...withContact(digits, `+91${digits}`, `+${digits}`), ...withContactEnd(digits)])
}

/** The last digits of a text are the first of it reversed, so that an index finds them. */
export function reversed(text: string): string {
  return [...text].reverse().join('')
}
