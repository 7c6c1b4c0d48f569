import type { CustomerFields, Member } from '#lib/domain/customers/schema.ts'
import type { Changes } from '#lib/values/changes.ts'

/** What a person has in the form: texts as they were typed. */
export type CustomerFormValues = {
  name: string
  email: string
  contact: string
  gstin: string
  notes: Record<string, string>
}

/** A customer as it was when the form was opened: every member of it, so that an edit shows and replaces all. */
export type SeenCustomer = {
  name: string | null
  email: string | null
  contact: string | null
  gstin: string | null
  notes: Record<string, string>
}

export type CustomerRefusal = {
  reason: string
  description: string
  field?: string
  metadata?: Record<string, string>
  request_id: string
}

/** What the server answers to a form that was sent without script. */
export type CustomerFormState = {
  values: Record<string, string>
  idempotency_key: string
  error?: CustomerRefusal | undefined
  /** What saving would change; the form then shows this and asks whether to go on. */
  review?: Changes<Member> | undefined
}

type Answer = Promise<{ ok: true; value: { id: string } } | { ok: false; error: CustomerRefusal }>

export type CustomerActions = {
  save: (members: Members, idempotencyKey: string, edited?: Edited) => Answer
  savePlainly: (state: CustomerFormState, form: FormData) => Promise<CustomerFormState>
}

/** Which customer is edited, and what was shown of it. */
export type Edited = { id: string; seen: SeenCustomer }

export type Members = ReturnType<typeof membersOf>

/** The values as the interface takes them: what is blank is nothing. */
export function membersOf(values: CustomerFormValues) {
  const text = (typed: string) => typed.trim() || null
  return {
    name: text(values.name),
    email: text(values.email),
    contact: text(values.contact),
    gstin: text(values.gstin),
    notes: values.notes,
  } satisfies { [Name in keyof CustomerFields]: unknown }
}

/** What stands in the form at first. */
export function valuesOf(seen: SeenCustomer): CustomerFormValues {
  const { name, email, contact, gstin, notes } = seen
  return { name: name ?? '', email: email ?? '', contact: contact ?? '', gstin: gstin ?? '', notes }
}

export const NOBODY: SeenCustomer = { name: null, email: null, contact: null, gstin: null, notes: {} }

/** The schema speaks to programs of what exists already; a person is led there. */
export function problemOf({ reason, description, request_id }: CustomerRefusal): string {
  if (reason === 'customer_already_exists')
    return 'A customer with this email and phone number already exists.'
  return request_id === '' ? description : `${description} (${request_id})`
}
