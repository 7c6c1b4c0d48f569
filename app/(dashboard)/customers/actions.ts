'use server'
import type { Edited, Members } from '#components/customers/customer-form-state.ts'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { updateCustomerSeen } from '#lib/domain/customers/update.ts'
import { action, propertiesOf } from '#lib/surfaces/form.ts'
import { plainAction } from '#lib/surfaces/plain-form.ts'

const create = action(createCustomer)
const edit = action(updateCustomerSeen)

/** The form of a customer: a new one, or the one that is edited as it was seen. */
export async function saveCustomer(members: Members, key: string, edited?: Edited) {
  return edited === undefined
    ? create(members, key)
    : edit({ ...propertiesOf(members), ...propertiesOf(edited) } as Members & Edited, key)
}

export const createCustomerPlainly = plainAction(createCustomer, {
  typed: { notes: 'pairs' },
  to: (customer) => `/customers/${customer.id}`,
})
