import { CustomerFields, MEMBERS, type Member } from '#lib/domain/customers/schema.ts'
import type { Changes } from '#lib/values/changes.ts'
import type { FormAction, FormDeclaration, FormReader } from '#lib/values/form.ts'

/** A customer as it was when the form was opened, with every field, so that an edit shows and replaces all. */
export type SeenCustomer = {
  name: string | null
  email: string | null
  contact: string | null
  gstin: string | null
  notes: Record<string, string>
}

/** What saving would change: without script the form shows this and asks whether to go on. */
export type CustomerReview = Changes<Member>
export type CustomerAction = FormAction<CustomerReview>

/** A new customer, or one that is edited as a whole: what is blank is nothing. */
export const customerForm = {
  fields: MEMBERS,
  schema: CustomerFields,
  read(form: FormReader) {
    const [name, email, contact] = [form.optional('name'), form.optional('email'), form.optional('contact')]
    if (name === null && email === null && contact === null) form.refuseWhole('name', NEEDED)
    return { name, email, contact, gstin: form.optional('gstin'), notes: form.notes() }
  },
  words: ({ reason }) => (reason === 'customer_already_exists' ? { description: ALREADY } : {}),
} satisfies FormDeclaration

const NEEDED = 'Enter a name, email or phone number.'
/** The error of the operation names an id, for API clients; a person gets a link. */
const ALREADY = 'A customer with this email and phone number already exists.'

/** What is in the form at first. @param phone the number as people read it */
export function valuesOf({ name, email, gstin }: SeenCustomer, phone: string | null): Record<string, string> {
  return { name: name ?? '', email: email ?? '', contact: phone ?? '', gstin: gstin ?? '' }
}

export const NO_CUSTOMER: SeenCustomer = { name: null, email: null, contact: null, gstin: null, notes: {} }
