import { phoneText } from '#lib/values/phone.ts'

type Known = {
  id: string
  name: string | null
  email: string | null
  contact: string | null
  gstin: string | null
}

/** A customer as far as choosing one needs: what they are called, how they are reached, and what a form fills in. */
export type FoundCustomer = Known & { called: string; reached: string }

/** What a customer is called: the name, else the e-mail, else the phone number. One of them is always there. */
export function calledOf(customer: Omit<Known, 'gstin'>): string {
  const { id, name, email, contact } = customer
  return name ?? email ?? (contact === null ? id : phoneText(contact))
}

/** A customer in a few words, for choosing: what they are called and, beside it, how they are reached. */
export function foundOf(customer: Known): FoundCustomer {
  const { id, name, email, contact, gstin } = customer
  const reached = [name === null ? null : email, contact === null ? null : phoneText(contact)]
  const called = calledOf(customer)
  return {
    ...{ id, name, email, contact, gstin, called },
    reached: reached.filter((text) => text !== null && text !== called).join(' · '),
  }
}
