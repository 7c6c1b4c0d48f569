import { existingCustomer } from '#lib/domain/customers/find.ts'
import { assertInRegion } from '#lib/domain/customers/rules.ts'
import { Customer, FetchCustomer } from '#lib/domain/customers/schema.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { findEntity } from '#lib/domain/entity.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchCustomer = defineOperation({
  name: 'fetch_customer',
  title: 'Fetch a customer',
  summary: 'Returns one customer.',
  permission: 'customers:read',
  http: 'GET /v1/customers/:id',
  scope: 'read_only',
  input: FetchCustomer,
  output: Customer,
  errors: ['not_available_in_region'],
  async run(context, input) {
    assertInRegion(context.account.country)
    return existingCustomer(await findEntity(context, ENTITIES.customer, input.id), input.id, 'id')
  },
})
