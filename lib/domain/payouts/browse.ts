import { z } from 'zod'
import {
  among,
  bound,
  browsePage,
  type Condition,
  equal,
  type List,
  PAGE,
  PAGED,
  walk,
} from '#lib/domain/browse.ts'
import { namesOf } from '#lib/domain/customers/find.ts'
import { TimelineEntry } from '#lib/domain/payments/schema.ts'
import { findPayout } from '#lib/domain/payouts/find.ts'
import { FetchPayout, ListedPayout, PAYOUT_STATUSES, PayoutStatus } from '#lib/domain/payouts/schema.ts'
import { PAYOUT_SUMS } from '#lib/domain/payouts/totals.ts'
import { timelineOf } from '#lib/domain/timeline.ts'
import { served } from '#lib/domain/wallets/rules.ts'
import type { payouts } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

const text = (most: number) => z.string().trim().max(most).optional()

/** What the list of payouts and its export can be narrowed by. */
export const PayoutFilters = z.strictObject({
  status: z.array(PayoutStatus).optional(),
  from: z.int().optional(),
  to: z.int().optional(),
  min: z.int().min(0).optional(),
  max: z.int().min(0).optional(),
  customer: text(40),
  reference: text(40),
  utr: text(40),
  purpose: text(30),
})
export type PayoutFilters = z.output<typeof PayoutFilters>

export const browsePayouts = defineOperation({
  name: 'browse_payouts',
  title: 'Browse payouts',
  summary:
    'One page of payouts for the dashboard, with the exact count of what the filter finds, how much of it is processed and processing, and the count of each status.',
  permission: 'payouts:read',
  http: null,
  effect: 'read',
  input: PayoutFilters.extend(PAGE),
  output: z.object({
    items: z.array(ListedPayout),
    ...PAGED,
  }),
  async run(context, { status, ...filters }) {
    const filtered = { others: conditionsOf(filters), tab: among('status', status) }
    const { rows, paged } = await browsePage<payouts>(context, LIST, filtered, filters)
    return { items: await listed(context, rows), ...paged }
  },
})

const LIST: List = {
  table: 'payouts',
  sums: PAYOUT_SUMS,
  tabs: Object.fromEntries(PAYOUT_STATUSES.map((status) => [status, equal('status', status)])),
}

export const walkPayouts = defineOperation({
  name: 'walk_payouts',
  title: 'Walk through payouts',
  summary: 'The next payouts that the filter finds, for an export.',
  permission: 'payouts:read',
  alsoNeeds: ['exports:read'],
  http: null,
  effect: 'read',
  input: PayoutFilters.extend({ count: z.int().min(1).max(1000).default(500), after: z.string().optional() }),
  output: z.object({ items: z.array(ListedPayout) }),
  async run(context, input) {
    served(context.account)
    return {
      items: await listed(context, await walk<payouts>(context, 'payouts', conditionsOf(input), input)),
    }
  },
})

export const viewPayout = defineOperation({
  name: 'view_payout',
  title: 'View a payout',
  summary: 'Returns one payout for its page, with its customer and the end of its bank account.',
  permission: 'payouts:read',
  http: null,
  effect: 'read',
  input: FetchPayout,
  output: ListedPayout,
  async run(context, input) {
    const [payout] = await listed(context, [await findPayout(context, input.id)])
    return payout
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

/** Rows as the list shows them, with two queries for all of them. */
async function listed(context: Context, rows: payouts[]) {
  const names = await namesOf(context, rows)
  const accounts = await context.tables.fund_accounts.findMany({
    where: { account_id: context.account.id, id: { in: rows.map((row) => row.fund_account_id) } },
    select: { id: true, bank_name: true, number_last4: true, ifsc: true, name: true },
  })
  const banks = new Map(accounts.map((account) => [account.id, account]))
  return rows.map((row) => {
    const bank = banks.get(row.fund_account_id)
    return {
      ...row,
      customer_name: names.get(row.customer_id) ?? null,
      bank_name: bank?.bank_name ?? '',
      ifsc: bank?.ifsc ?? '',
      holder: bank?.name ?? '',
      number_last4: bank?.number_last4 ?? '',
    }
  })
}

function conditionsOf(input: PayoutFilters): Condition[] {
  return [
    ...among('status', input.status),
    ...bound('created_at', '>=', input.from),
    ...bound('created_at', '<=', input.to),
    ...bound('amount', '>=', input.min),
    ...bound('amount', '<=', input.max),
    ...equal('customer_id', input.customer),
    ...equal('reference_id', input.reference),
    ...equal('utr', input.utr),
    ...equal('purpose', input.purpose),
  ]
}
