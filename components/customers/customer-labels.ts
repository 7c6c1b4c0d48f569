import type { FoundCustomer } from '#components/orders/customer-field.tsx'
import { phoneText } from '#lib/values/phone.ts'

type Known = { id: string; name: string | null; email: string | null; contact: string | null }

/** What a customer is called: the name, else the e-mail, else the phone number. One of them is always there. */
export function calledOf(customer: Known): string {
  const { id, name, email, contact } = customer
  return name ?? email ?? (contact === null ? id : phoneText(contact))
}

/** A customer in a few words, for choosing: what they are called and, beside it, how they are reached. */
export function foundOf(customer: Known): FoundCustomer {
  const { id, name, email, contact } = customer
  const reached = [name === null ? null : email, contact === null ? null : phoneText(contact)]
  const called = calledOf(customer)
  return { id, called, reached: reached.filter((text) => text !== null && text !== called).join(' · ') }
}
