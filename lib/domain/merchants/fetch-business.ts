import { z } from 'zod'
import { Business } from '#lib/domain/merchants/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchBusiness = defineOperation({
  name: 'fetch_business',
  title: 'Fetch the business details',
  summary: 'Returns who the seller is, as bills show it: name, GSTIN, address, billing label.',
  permission: 'bills:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: Business,
  run: (context) =>
    context.tables.merchants.findUniqueOrThrow({ where: { id: context.account.merchant_id } }),
})
