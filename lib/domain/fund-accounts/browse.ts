import { z } from 'zod'
import { browsePage, equal, type List, PAGE, PAGED } from '#lib/domain/browse.ts'
import { namesOf } from '#lib/domain/customers/find.ts'
import { ListedFundAccount } from '#lib/domain/fund-accounts/schema.ts'
import type { fund_accounts } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
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
    ...PAGE,
  }),
  output: z.object({ items: z.array(ListedFundAccount), ...PAGED }),
  async run(context, { id, customer, active, ...window }) {
    const others = [...equal('id', id), ...equal('customer_id', customer), ...equal('active', active)]
    const list: List = { table: 'fund_accounts', currency: null }
    const { rows, paged } = await browsePage<fund_accounts>(context, list, { others, tab: [] }, window)
    const names = await namesOf(context, rows)
    return {
      items: rows.map((row) => ({ ...row, customer_name: names.get(row.customer_id) ?? null })),
      ...paged,
      totals: [],
    }
  },
})
