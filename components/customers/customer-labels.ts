import { phoneText } from '#lib/values/phone.ts'

type Known = {
  id: string
  name: string | null
  email: string | null
  contact: string | null
  gstin: string | null
}

/** A customer as a choice: their name, their contact data, and the values for a form. */
export type FoundCustomer = Known & { called: string; reached: string }

/** The display name of a customer: the name, else the e-mail, else the phone number. One of them is always there. */
export function calledOf(customer: Omit<Known, 'gstin'>): string {
  const { id, name, email, contact } = customer
  return name ?? email ?? (contact === null ? id : phoneText(contact))
}

/** A customer as a choice, in a few words: the display name and, beside it, the contact data. */
export function foundOf(customer: Known): FoundCustomer {
  const { id, name, email, contact, gstin } = customer
  const reached = [name === null ? null : email, contact === null ? null : phoneText(contact)]
  const called = calledOf(customer)
  return {
    id,
    name,
    email,
    contact,
    gstin,
    called,
    reached: reached.filter((text) => text !== null && text !== called).join(' · '),
  }
}
