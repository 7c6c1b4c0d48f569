import { z } from 'zod'
import { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { timelineOf } from '#lib/domain/timeline.ts'
import { findTransfer } from '#lib/domain/transfers/find.ts'
import { listedTransfers } from '#lib/domain/transfers/list.ts'
import { FetchTransfer, ListedTransfer } from '#lib/domain/transfers/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

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
