import { param } from '#lib/filters/list-params.ts'
import { yesOrNo } from '#lib/filters/param-schemas.ts'
import { Id } from '#lib/values/id.ts'

/** The filters of the list of fund accounts, as search params and as text. */
export const FUND_ACCOUNT_PARAMS = {
  customer: param('customer', Id('customer')),
  active: param('active', yesOrNo('true', 'false', 'Active must be true or false.')),
  id: param('id', Id('fund_account')),
}
