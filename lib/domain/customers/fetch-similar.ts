import { z } from 'zod'
import { withEmail } from '#lib/domain/customers/find.ts'
import { Customer, FetchSimilarCustomers } from '#lib/domain/customers/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { e164 } from '#lib/values/phone.ts'

export const fetchSimilarCustomers = defineOperation({
  name: 'fetch_similar_customers',
  title: 'Fetch similar customers',
  summary:
    'Lists up to five customers with the same e-mail or the same contact, to warn before another is created.',
  permission: 'customers:read',
  http: null,
  effect: 'read',
  input: FetchSimilarCustomers,
  output: z.object({ items: z.array(Customer) }),
  async run(context, { email, contact, except }) {
    const same = [
      ...(email ? [{ identity: { startsWith: withEmail(email) } }] : []),
      ...(contact ? [{ contact: e164(contact, context.account.country) }] : []),
    ]
    if (same.length === 0) return { items: [] }
    const items = await context.tables.customers.findMany({
      where: { account_id: context.account.id, OR: same, ...(except ? { id: { not: except } } : {}) },
      orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
      take: 5,
    })
    return { items }
  },
})
