import { equal } from '#lib/domain/conditions.ts'
import { CUSTOMER_FILTERS } from '#lib/domain/customers/filters.ts'
import { withEmail } from '#lib/domain/customers/find.ts'
import { assertInRegion } from '#lib/domain/customers/rules.ts'
import { Customer, FetchAllCustomers } from '#lib/domain/customers/schema.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { listEntities } from '#lib/domain/page.ts'
import { Collection } from '#lib/filters/page.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { e164 } from '#lib/values/phone.ts'

const TEXT = {
  noun: 'customer',
  filters: CUSTOMER_FILTERS,
  search: { table: 'customers', by: 'email, phone number or name' },
}

export const fetchAllCustomers = defineOperation({
  name: 'fetch_all_customers',
  title: 'Fetch all customers',
  summary: 'Lists customers, newest first. Filter by time, email or contact.',
  permission: 'customers:read',
  http: 'GET /v1/customers',
  scope: 'read_only',
  columns: ['id', 'name', 'email', 'contact', 'created_at'],
  input: FetchAllCustomers,
  output: Collection(Customer),
  errors: ['not_available_in_region'],
  async run(context, input) {
    assertInRegion(context.account.country)
    const { email, contact } = input
    const where = [
      ...(email === undefined ? [] : [{ sql: 'identity LIKE ?', values: [`${withEmail(email)}%`] }]),
      ...equal('contact', contact && e164(contact, context.account.country)),
      ...(await conditionsOfText(context, TEXT, input.query)),
    ]
    return listEntities(context, ENTITIES.customer, where, input)
  },
})
