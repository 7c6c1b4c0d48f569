import { z } from 'zod'
import { defineOperation } from '#lib/pipeline/operation.ts'

/** The account of the caller, for client libraries that access webhooks through it. */
const CallersAccount = z.object({
  id: z.string(),
  entity: z.literal('account').default('account'),
  type: z.literal('standard').default('standard'),
  legal_business_name: z.string(),
})

export const fetchAccount = defineOperation({
  name: 'fetch_account',
  title: 'Fetch your account',
  summary: 'Returns the account of the API key: its ID and the name of the business.',
  permission: 'webhooks:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: CallersAccount,
  run: async ({ account }) => ({ id: account.id, legal_business_name: account.merchant_name }),
})
