/** A phone number as people read it: +919876543210 is "+91 98765 43210". Others keep their digits. */
export function contactText(contact: string): string {
  return contact.replace(/^\+91(\d{5})(\d{5})$/, '+91 $1 $2')
}

/** Who paid, in a table: the e-mail, else the phone number. */
export function customerText({
  email,
  contact,
}: {
  email: string | null
  contact: string | null
}): string | null {
  return email ?? (contact === null ? null : contactText(contact))
}
