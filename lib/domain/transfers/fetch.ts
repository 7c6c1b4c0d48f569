import { z } from 'zod'
import { type Condition, equal } from '#lib/database/conditions.ts'
import { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { findEntity } from '#lib/domain/entity.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { listEntities, pageOf } from '#lib/domain/page.ts'
import { timelineOf } from '#lib/domain/timeline.ts'
import { TRANSFER_FILTERS } from '#lib/domain/transfers/filters.ts'
import { existingTransfer, findTransfer, type TransferRow } from '#lib/domain/transfers/find.ts'
import { listedTransfers } from '#lib/domain/transfers/list.ts'
import {
  FetchAllTransfers,
  FetchExpandedTransfer,
  FetchTransfer,
  FetchTransferReversals,
  ListedTransfer,
  Reversal,
  Transfer,
  type TransferExpansion,
  Transfers,
} from '#lib/domain/transfers/schema.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { Collection, collection, type Page } from '#lib/filters/page.ts'
import { assertPermitted, type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const fetchTransfer = defineOperation({
  name: 'fetch_transfer',
  title: 'Fetch a transfer',
  summary: 'Returns one transfer. expand[]=recipient_settlement includes its settlement.',
  permission: 'transfers:read',
  http: 'GET /v1/transfers/:id',
  scope: 'read_only',
  discontinued: true,
  input: FetchExpandedTransfer,
  output: Transfer,
  errors: ['product_discontinued'],
  async run(context, input) {
    assertWalletsAvailable(context.account)
    if (input.expand.length === 0)
      return existingTransfer(await findEntity(context, ENTITIES.transfer, input.id), input.id)
    const [expanded] = await expandTransfers(context, [await findTransfer(context, input.id)])
    return expanded
  },
})

const TEXT = { noun: 'transfer', filters: TRANSFER_FILTERS }

export const fetchAllTransfers = defineOperation({
  name: 'fetch_all_transfers',
  title: 'Fetch all transfers',
  summary: 'Lists transfers, newest first. Filter by time, recipient or status.',
  permission: 'transfers:read',
  http: 'GET /v1/transfers',
  scope: 'read_only',
  discontinued: true,
  input: FetchAllTransfers,
  output: Transfers,
  errors: ['product_discontinued'],
  async run(context, input) {
    assertWalletsAvailable(context.account)
    const where = [
      ...equal('recipient', input.recipient),
      ...equal('status', input.status),
      ...equal('recipient_settlement_id', input.recipient_settlement_id),
      ...(await conditionsOfText(context, TEXT, input.query)),
    ]
    return listTransfers(context, where, input)
  },
})

/** Adds to transfers the settlements that they were deducted from, with one query. @throws permission_denied */
async function expandTransfers(context: Context, transfers: TransferRow[]) {
  assertPermitted({ permission: 'balance:read' }, context.actor)
  const ids = transfers.flatMap(({ recipient_settlement_id }) => recipient_settlement_id ?? [])
  const found = await context.tables.settlements.findMany({
    where: { account_id: context.account.id, id: { in: ids } },
  })
  const settlements = new Map(found.map((settlement) => [settlement.id, settlement]))
  return transfers.map((transfer) => ({
    ...transfer,
    recipient_settlement: settlements.get(transfer.recipient_settlement_id ?? '') ?? null,
  }))
}

/** One page of transfers, with their settlements if `expand` asks for them. */
export async function listTransfers(
  context: Context,
  where: Condition[],
  { expand, ...page }: Page & { expand: TransferExpansion[] },
) {
  if (expand.length === 0) return listEntities(context, ENTITIES.transfer, where, page)
  return collection(
    await expandTransfers(context, await pageOf<TransferRow>(context, 'transfers', where, page)),
  )
}

export const fetchTransferReversals = defineOperation({
  name: 'fetch_transfer_reversals',
  title: 'Fetch the reversals of a transfer',
  summary: 'Lists the reversals of one transfer, newest first.',
  permission: 'transfers:read',
  http: 'GET /v1/transfers/:id/reversals',
  scope: 'read_only',
  discontinued: true,
  input: FetchTransferReversals,
  output: Collection(Reversal),
  errors: ['product_discontinued'],
  async run(context, input) {
    assertWalletsAvailable(context.account)
    const transfer = await findTransfer(context, input.id)
    return listEntities(context, ENTITIES.reversal, equal('transfer_id', transfer.id), input)
  },
})

export const getTransferDetails = defineOperation({
  name: 'get_transfer_details',
  title: 'Get the details of a transfer',
  summary: 'Returns one transfer for its page, with its customer.',
  permission: 'transfers:read',
  http: null,
  effect: 'read',
  input: FetchTransfer,
  output: ListedTransfer,
  async run(context, input) {
    const [transfer] = await listedTransfers(context, [await findTransfer(context, input.id)])
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
