import { z } from 'zod'
import { linesOf, WalletFilters } from '#lib/domain/wallets/browse.ts'
import { served } from '#lib/domain/wallets/rules.ts'
import { ListedWallet } from '#lib/domain/wallets/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

export const exportWallets = defineOperation({
  name: 'export_wallets',
  title: 'Export wallets',
  summary: 'The next wallets that the filter finds, for a file: nothing is counted.',
  permission: 'wallets:read',
  alsoNeeds: ['exports:read'],
  http: null,
  effect: 'read',
  input: WalletFilters.extend({
    count: z.int().min(1).max(1000).default(500),
    after: Id('customer').optional(),
  }),
  output: z.object({ items: z.array(ListedWallet) }),
  async run(context, { count, after, ...filters }) {
    served(context.account)
    return { items: await linesOf(context, filters, { count, after }) }
  },
})
