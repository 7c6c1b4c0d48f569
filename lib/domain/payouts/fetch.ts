import { z } from 'zod'
import { equal } from '#lib/database/conditions.ts'
import { acquirerOfRecord } from '#lib/domain/acquirers/find.ts'
import { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { findCustomer } from '#lib/domain/customers/find.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { findEntity } from '#lib/domain/entity.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { listEntities } from '#lib/domain/page.ts'
import { PAYOUT_FILTERS } from '#lib/domain/payouts/filters.ts'
import { existingPayout, findPayout } from '#lib/domain/payouts/find.ts'
import { listedPayouts } from '#lib/domain/payouts/list.ts'
import {
  FetchAllPayouts,
  FetchCustomerPayouts,
  FetchPayout,
  Payout,
  PayoutDetails,
} from '#lib/domain/payouts/schema.ts'
import { timelineOf } from '#lib/domain/timeline.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { Collection } from '#lib/filters/page.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

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
    assertWalletsAvailable(context.account)
    return existingPayout(await findEntity(context, ENTITIES.payout, input.id), input.id)
  },
})

const TEXT = { noun: 'payout', filters: PAYOUT_FILTERS }

export const fetchAllPayouts = defineOperation({
  name: 'fetch_all_payouts',
  title: 'Fetch all payouts',
  summary: 'Lists payouts, newest first.',
  permission: 'payouts:read',
  http: 'GET /v1/payouts',
  scope: 'read_only',
  discontinued: true,
  input: FetchAllPayouts,
  output: Collection(Payout),
  errors: ['product_discontinued'],
  async run(context, { customer_id, account_number, status, query, ...page }) {
    assertWalletsAvailable(context.account)
    assertOwnAccount(context.account.id, account_number)
    const where = [
      ...equal('customer_id', customer_id),
      ...equal('status', status),
      ...(await conditionsOfText(context, TEXT, query)),
    ]
    return listEntities(context, ENTITIES.payout, where, page)
  },
})

/**
 * Clients of services where a business has several accounts name the one that payouts were made from. Here it has one.
 * @throws input_validation_failed for any other, so that no list is mistaken for that of another account
 */
function assertOwnAccount(own: string, account_number: string | undefined): void {
  if (account_number === undefined || account_number === own) return
  throw refused(
    'input_validation_failed',
    `Payouts are made from your account ${own}. Send that as account_number, or leave it out.`,
    { field: 'account_number' },
  )
}

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
    assertWalletsAvailable(context.account)
    const customer = await findCustomer(context, id)
    const where = [...equal('customer_id', customer.id), ...equal('status', status)]
    return listEntities(context, ENTITIES.payout, where, page)
  },
})

export const getPayoutDetails = defineOperation({
  name: 'get_payout_details',
  title: 'Get the details of a payout',
  summary: 'Returns one payout for its page, with its customer and the end of its bank account.',
  permission: 'payouts:read',
  http: null,
  effect: 'read',
  input: FetchPayout,
  output: PayoutDetails,
  async run(context, input) {
    const row = await findPayout(context, input.id)
    const [payout] = await listedPayouts(context, [row])
    return { ...payout, acquirer: await acquirerOfRecord(context, row.acquirer_id) }
  },
})

export const fetchPayoutTimeline = defineOperation({
  name: 'fetch_payout_timeline',
  title: 'Fetch the timeline of a payout',
  summary: 'Lists what happened to a payout, newest first, with who did it.',
  permission: 'payouts:read',
  http: null,
  effect: 'read',
  input: FetchPayout,
  output: z.object({ items: z.array(TimelineEntry) }),
  async run(context, input) {
    const { id } = await findPayout(context, input.id)
    return {
      items: await timelineOf(context, {
        events: { object_id: id },
        objects: [id],
        quiet: ['advance_payout'],
      }),
    }
  },
})
