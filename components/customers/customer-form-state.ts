import { CustomerFields, EDITABLE_FIELDS, type EditableField } from '#lib/domain/customers/schema.ts'
import type { FieldChanges } from '#lib/values/changes.ts'
import type { FormAction, FormDeclaration, FormReader } from '#lib/values/form.ts'

/** A customer as it was when the form was opened, with every field, so that an edit shows and replaces all. */
export type ExpectedFields = {
  name: string | null
  email: string | null
  contact: string | null
  gstin: string | null
  notes: Record<string, string>
}

/** The changes that saving would make: without script the form shows them and asks for confirmation. */
export type CustomerReview = FieldChanges<EditableField>
export type CustomerAction = FormAction<CustomerReview>

/** A new customer, or one edited as a whole: a blank field is null. */
export const customerForm = {
  fields: EDITABLE_FIELDS,
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

/** The initial values of the form. @param phone the number in display form */
export function valuesOf(
  { name, email, gstin }: ExpectedFields,
  phone: string | null,
): Record<string, string> {
  return { name: name ?? '', email: email ?? '', contact: phone ?? '', gstin: gstin ?? '' }
}

export const NO_CUSTOMER: ExpectedFields = { name: null, email: null, contact: null, gstin: null, notes: {} }
