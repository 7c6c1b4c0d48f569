import { equal } from '#lib/domain/conditions.ts'
import { findCustomer } from '#lib/domain/customers/find.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { findEntity } from '#lib/domain/entity.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { listEntities } from '#lib/domain/page.ts'
import { PAYOUT_FILTERS } from '#lib/domain/payouts/filters.ts'
import { existing } from '#lib/domain/payouts/find.ts'
import { PAYOUT_PARAMS } from '#lib/domain/payouts/schema/list-params.ts'
import { FetchAllPayouts, FetchCustomerPayouts, FetchPayout, Payout } from '#lib/domain/payouts/schema.ts'
import { served } from '#lib/domain/wallets/rules.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Collection } from '#lib/values/page.ts'

export const fetchPayout = defineOperation({
  name: 'fetch_payout',
  title: 'Fetch a payout',
  summary: 'Returns one payout.',
  permission: 'payouts:read',
  http: 'GET /v1/payouts/:id',
  scope: 'read_only',
  toolName: 'fetch_payout_with_id',
  discontinued: true,
  input: FetchPayout,
  output: Payout,
  errors: ['product_discontinued'],
  async run(context, input) {
    served(context.account)
    return existing(await findEntity(context, ENTITIES.payout, input.id), input.id)
  },
})

const TEXT = { noun: 'payout', params: PAYOUT_PARAMS, filters: PAYOUT_FILTERS }

export const fetchAllPayouts = defineOperation({
  name: 'fetch_all_payouts',
  title: 'Fetch all payouts',
  summary: 'Lists payouts, newest first. Filter by time, status or customer.',
  permission: 'payouts:read',
  http: 'GET /v1/payouts',
  scope: 'read_only',
  discontinued: true,
  input: FetchAllPayouts,
  output: Collection(Payout),
  errors: ['product_discontinued'],
  async run(context, { customer_id, status, query, ...page }) {
    served(context.account)
    const where = [
      ...equal('customer_id', customer_id),
      ...equal('status', status),
      ...(await conditionsOfText(context, TEXT, query)),
    ]
    return listEntities(context, ENTITIES.payout, where, page)
  },
})

export const fetchCustomerPayouts = defineOperation({
  name: 'fetch_customer_payouts',
  title: 'Fetch the payouts of a customer',
  summary: "Lists the payouts from one customer's wallet, newest first.",
  permission: 'payouts:read',
  http: 'GET /v1/customers/:id/payouts',
  scope: 'read_only',
  coveredBy: 'fetch_all_payouts',
  discontinued: true,
  input: FetchCustomerPayouts,
  output: Collection(Payout),
  errors: ['product_discontinued'],
  async run(context, { id, status, ...page }) {
    served(context.account)
    const customer = await findCustomer(context, id)
    const where = [...equal('customer_id', customer.id), ...equal('status', status)]
    return listEntities(context, ENTITIES.payout, where, page)
  },
})
