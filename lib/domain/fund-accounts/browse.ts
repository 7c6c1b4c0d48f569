import { z } from 'zod'
import { browse, type Condition, countNewer, equal } from '#lib/domain/browse.ts'
import { namesOf } from '#lib/domain/customers/find.ts'
import { ListedFundAccount } from '#lib/domain/fund-accounts/schema.ts'
import type { fund_accounts } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/operation.ts'
import { Id } from '#lib/values/id.ts'

export const browseFundAccounts = defineOperation({
  name: 'browse_fund_accounts',
  title: 'Browse fund accounts',
  summary: 'One page of fund accounts for the dashboard, with nothing of a number but its last four.',
  permission: 'payouts:read',
  http: null,
  effect: 'read',
  input: z.strictObject({
    id: Id('fund_account').optional(),
    customer: Id('customer').optional(),
    active: z.boolean().optional(),
    count: z.int().min(1).max(100).default(25),
    after: z.string().optional(),
    before: z.string().optional(),
  }),
  output: z.object({
    items: z.array(ListedFundAccount),
    total: z.int(),
    has_newer: z.boolean(),
    has_older: z.boolean(),
    above: z.int(),
  }),
  async run(context, input) {
    const conditions: Condition[] = [
      ...equal('id', input.id),
      ...equal('customer_id', input.customer),
      ...equal('active', input.active),
    ]
    const found = await browse<fund_accounts>(context, 'fund_accounts', conditions, input, null)
    const names = await namesOf(context, found.rows)
    const first = found.hasNewer ? found.rows[0] : undefined
    return {
      items: found.rows.map((row) => ({ ...row, customer_name: names.get(row.customer_id) ?? null })),
      total: found.total,
      has_newer: found.hasNewer,
      has_older: found.hasOlder,
      above: first
        ? await countNewer(context, 'fund_accounts', conditions, first.id, Number.MAX_SAFE_INTEGER)
        : 0,
    }
  },
})
