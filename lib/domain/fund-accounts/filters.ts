import { z } from 'zod'
import { equals } from '#lib/domain/filters.ts'
import { Id } from '#lib/values/id.ts'

export const FUND_ACCOUNT_FILTERS = {
  id: equals('id', Id('fund_account')),
  customer: equals('customer_id', Id('customer')),
  active: equals('active', z.boolean()),
}
