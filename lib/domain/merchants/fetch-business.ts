import { z } from 'zod'
import { findBusiness } from '#lib/domain/merchants/find.ts'
import { Business } from '#lib/domain/merchants/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchBusiness = defineOperation({
  name: 'fetch_business',
  title: 'Fetch the business details',
  summary:
    'Returns the seller as payment pages and bills show it: name, logo, colour, address, GSTIN, support contact.',
  permission: 'bills:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: Business,
  run: findBusiness,
})
