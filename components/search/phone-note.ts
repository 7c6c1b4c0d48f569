/**
 * What the last digits of a phone number don't find: a payment's own number is indexed from its beginning, so only a customer
 * is found by its end, with the payments of that customer.
 */
export function phoneNote(text: string): string | null {
  if (!/^\d{4,9}$/.test(text.trim())) return null
  return 'Payments of a payer without a customer record are found by the full phone number.'
}
