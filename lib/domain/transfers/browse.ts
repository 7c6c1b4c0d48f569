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
import { timelineOf } from '#lib/domain/timeline.ts'
import { findTransfer } from '#lib/domain/transfers/find.ts'
import {
  FetchTransfer,
  ListedTransfer,
  TRANSFER_STATUSES,
  TransferStatus,
} from '#lib/domain/transfers/schema.ts'
import { TRANSFER_SUMS } from '#lib/domain/transfers/totals.ts'
import { served } from '#lib/domain/wallets/rules.ts'
import type { transfers } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

/** What the list of transfers and its export can be narrowed by. */
export const TransferFilters = z.strictObject({
  status: z.array(TransferStatus).optional(),
  from: z.int().optional(),
  to: z.int().optional(),
  min: z.int().min(0).optional(),
  max: z.int().min(0).optional(),
  recipient: z.string().trim().max(40).optional(),
  source: z.string().trim().max(40).optional(),
})
export type TransferFilters = z.output<typeof TransferFilters>

export const browseTransfers = defineOperation({
  name: 'browse_transfers',
  title: 'Browse transfers',
  summary:
    'One page of transfers for the dashboard, with the exact count of what the filter finds, how much of it is processed, reversed and on hold, and the count of each status; status created is the queue of those on hold.',
  permission: 'transfers:read',
  http: null,
  effect: 'read',
  input: TransferFilters.extend(PAGE),
  output: z.object({
    items: z.array(ListedTransfer),
    ...PAGED,
  }),
  async run(context, { status, ...filters }) {
    const filtered = { others: conditionsOf(filters), tab: among('status', status) }
    const { rows, paged } = await browsePage<transfers>(context, LIST, filtered, filters)
    return { items: await listed(context, rows), ...paged }
  },
})

const LIST: List = {
  table: 'transfers',
  sums: TRANSFER_SUMS,
  tabs: Object.fromEntries(TRANSFER_STATUSES.map((status) => [status, equal('status', status)])),
}

export const walkTransfers = defineOperation({
  name: 'walk_transfers',
  title: 'Walk through transfers',
  summary: 'The next transfers that the filter finds, for an export.',
  permission: 'transfers:read',
  alsoNeeds: ['exports:read'],
  http: null,
  effect: 'read',
  input: TransferFilters.extend({
    count: z.int().min(1).max(1000).default(500),
    after: z.string().optional(),
  }),
  output: z.object({ items: z.array(ListedTransfer) }),
  async run(context, input) {
    served(context.account)
    const rows = await walk<transfers>(context, 'transfers', conditionsOf(input), input)
    return { items: await listed(context, rows) }
  },
})

export const viewTransfer = defineOperation({
  name: 'view_transfer',
  title: 'View a transfer',
  summary: 'Returns one transfer for its page, with its customer.',
  permission: 'transfers:read',
  http: null,
  effect: 'read',
  input: FetchTransfer,
  output: ListedTransfer,
  async run(context, input) {
    const [transfer] = await listed(context, [await findTransfer(context, input.id)])
    return transfer
  },
})

export const fetchTransferTimeline = defineOperation({
  name: 'fetch_transfer_timeline',
  title: 'Fetch the timeline of a transfer',
  summary: 'Lists what happened to a transfer, newest first, with who did it.',
  permission: 'transfers:read',
  http: null,
  effect: 'read',
  input: FetchTransfer,
  output: z.object({ items: z.array(TimelineEntry) }),
  async run(context, input) {
    const { id } = await findTransfer(context, input.id)
    const quiet = ['update_transfer', 'create_transfer', 'transfer_payment', 'reverse_transfer'] as const
    return { items: await timelineOf(context, { events: { object_id: id }, objects: [id], quiet }) }
  },
})

async function listed(context: Context, rows: transfers[]) {
  const names = await namesOf(
    context,
    rows.map((row) => ({ customer_id: row.recipient })),
  )
  return rows.map((row) => ({ ...row, customer_name: names.get(row.recipient) ?? null }))
}

function conditionsOf(input: TransferFilters): Condition[] {
  return [
    ...among('status', input.status),
    ...bound('created_at', '>=', input.from),
    ...bound('created_at', '<=', input.to),
    ...bound('amount', '>=', input.min),
    ...bound('amount', '<=', input.max),
    ...equal('recipient', input.recipient),
    ...equal('source', input.source),
  ]
}
