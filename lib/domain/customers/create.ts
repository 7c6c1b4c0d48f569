import { repeatTransaction } from '#lib/database/transact.ts'
import { fetchSimilarCustomers } from '#lib/domain/customers/fetch.ts'
import { customerWith } from '#lib/domain/customers/find.ts'
import { assertInRegion, represent } from '#lib/domain/customers/rules.ts'
import { CreateCustomer, Customer } from '#lib/domain/customers/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const createCustomer = defineOperation({
  name: 'create_customer',
  title: 'Create a customer',
  summary: 'Creates a customer with a name, email and contact.',
  permission: 'customers:write',
  emits: ['customer.created'],
  http: 'POST /v1/customers',
  scope: 'customers:write',
  tool: { destructive: false, idempotent: false, openWorld: false },
  status: 201,
  input: CreateCustomer,
  output: Customer,
  errors: ['customer_already_exists', 'not_available_in_region'],
  finds: 'The existing customer, when fail_existing is false.',
  similar: {
    operation: fetchSimilarCustomers,
    inputOf: ({ id, email, contact }) => ({
      except: id,
      email: email ?? undefined,
      contact: contact ?? undefined,
    }),
  },
  async run(context, { fail_existing, ...fields }) {
    assertInRegion(context.account.country)
    const columns = represent(fields, context.account.country)
    const row = {
      account_id: context.account.id,
      id: context.newId('customer'),
      ...columns,
      created_by: `${context.actor.kind}:${context.actor.name}`,
      created_at: BigInt(context.now),
    }
    // The unique index decides, so concurrent requests create one customer.
    const { count } = await context.tables.customers.createMany({ data: [row], skipDuplicates: true })
    if (count === 1) {
      context.emit({ event: 'customer.created', payload: { customer: Customer.parse(row) } })
      return row
    }
    const existing = await customerWith(context, columns.email, columns.contact)
    // The customer with this pair has just changed theirs: the retry finds it free.
    if (!existing) throw repeatTransaction(new Error('The pair of another customer was edited away.'))
    if (fail_existing) {
      const metadata = { customer_id: existing.id }
      throw refused('customer_already_exists', alreadyExists(columns), { metadata })
    }
    context.note({ existing: true })
    context.respondWith(200)
    return existing
  },
})

/** With both, the description of the reason fits. */
function alreadyExists({ email, contact }: Pick<Customer, 'email' | 'contact'>): string | undefined {
  if (email !== null && contact !== null) return undefined
  const [given, other] = email === null ? ['contact', 'email'] : ['email', 'contact']
  return `A customer with this ${given} and no ${other} already exists, see metadata.customer_id. Send fail_existing as false to get that customer instead.`
}
