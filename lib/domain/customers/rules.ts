import { refused } from '#lib/pipeline/errors.ts'
import { changesBetween, type FieldChanges } from '#lib/values/changes.ts'
import { countryOf, e164 } from '#lib/values/phone.ts'
import { type CustomerFields, EDITABLE_FIELDS, type EditableField } from './schema.ts'

const REGIONS = ['IN', 'MY', 'SG']

/** Customers are for accounts in India, Malaysia and Singapore (specification, availability by region). */
export function assertInRegion(country: string): void {
  if (REGIONS.includes(country)) return
  throw refused(
    'not_available_in_region',
    'Customers are only available to accounts in India, Malaysia and Singapore.',
  )
}

/**
 * The columns of a customer from the input; absent fields become null.
 * @throws input_validation_failed without a name, email or contact
 */
export function represent(fields: CustomerFields, country: string) {
  const { name = null, email = null, contact: typed = null, gstin = null, notes } = fields
  if (name === null && email === null && typed === null) {
    throw refused('input_validation_failed', 'Enter a name, an email or a contact.')
  }
  const contact = typed === null ? null : e164(typed, country)
  return {
    name,
    email,
    contact,
    gstin,
    notes,
    identity: customerIdentityOf(email, contact),
    search_name: name?.toLowerCase() ?? null,
    country: contact === null ? null : countryOf(contact),
  }
}

/** The normalized email and contact, a pair that identifies one customer of an account. Null without either. */
export function customerIdentityOf(email: string | null, contact: string | null): string | null {
  return email === null && contact === null ? null : `${email?.toLowerCase() ?? ''} ${contact ?? ''}`
}

type Representation = Record<EditableField, unknown>

/** The changes of an edit: the fields that differ, before and after. */
export function customerChanges(before: Representation, after: Representation): FieldChanges<EditableField> {
  return changesBetween(EDITABLE_FIELDS, before, after)
}

/** An edit replaces every field, so a concurrent change would be lost. @throws customer_changed */
export function assertUnchanged(now: Representation, expected: Representation): void {
  if (Object.keys(customerChanges(expected, now)).length > 0) throw refused('customer_changed')
}
