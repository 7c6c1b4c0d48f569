import { z } from 'zod'
import { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { findPayout } from '#lib/domain/payouts/find.ts'
import { listedPayouts } from '#lib/domain/payouts/list.ts'
import { FetchPayout, ListedPayout } from '#lib/domain/payouts/schema.ts'
import { timelineOf } from '#lib/domain/timeline.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const getPayoutDetails = defineOperation({
  name: 'get_payout_details',
  title: 'Get the details of a payout',
  summary: 'Returns one payout for its page, with its customer and the end of its bank account.',
  permission: 'payouts:read',
  http: null,
  effect: 'read',
  input: FetchPayout,
  output: ListedPayout,
  async run(context, input) {
    const [payout] = await listedPayouts(context, [await findPayout(context, input.id)])
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
