import { phoneText } from '#lib/values/phone.ts'

/** What a customer is called: the name, else the e-mail, else the phone number. One of them is always there. */
export function calledOf(customer: {
  id: string
  name: string | null
  email: string | null
  contact: string | null
}): string {
  const { id, name, email, contact } = customer
  return name ?? email ?? (contact === null ? id : phoneText(contact))
}
