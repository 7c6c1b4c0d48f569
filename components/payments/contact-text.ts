import { phoneText } from '#lib/values/phone.ts'

/** A phone number as people read it: +919876543210 is "+91 98765 43210". Not for the browser: it asks the numbering plans. */
export function contactText(contact: string): string {
  return phoneText(contact)
}

/** The payer in a table: the name of the customer, else the e-mail, else the phone number. */
export function customerText({
  customer_name = null,
  email,
  contact,
}: {
  customer_name?: string | null
  email: string | null
  contact: string | null
}): string | null {
  return customer_name ?? email ?? (contact === null ? null : contactText(contact))
}
