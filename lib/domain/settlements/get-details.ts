import { z } from 'zod'
import { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { sumsOfKinds } from '#lib/domain/balance/kinds.ts'
import { findSettlement } from '#lib/domain/settlements/find.ts'
import { FetchSettlement, SettlementDetails } from '#lib/domain/settlements/schema.ts'
import { timelineOf } from '#lib/domain/timeline.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const getSettlementDetails = defineOperation({
  name: 'get_settlement_details',
  title: 'Get the details of a settlement',
  summary: 'Returns one settlement for its page, with the sums of its movements by kind.',
  permission: 'balance:read',
  http: null,
  effect: 'read',
  input: FetchSettlement,
  output: SettlementDetails,
  async run(context, input) {
    const settlement = await findSettlement(context, input.id)
    const kinds = await sumsOfKinds(context, [
      { sql: 'settlement_id = ?', values: [settlement.id] },
      { sql: "kind <> 'settlement'", values: [] },
    ])
    const [bank_line = null] = await context.rows(
      'SELECT id, date, amount FROM bank_statement_lines WHERE account_id = $1 AND settlement_id = $2',
      [context.account.id, settlement.id],
    )
    return { ...settlement, kinds, bank_line }
  },
})

export const fetchSettlementTimeline = defineOperation({
  name: 'fetch_settlement_timeline',
  title: 'Fetch the timeline of a settlement',
  summary: 'Lists what happened to a settlement, newest first, with who did it.',
  permission: 'balance:read',
  http: null,
  effect: 'read',
  input: FetchSettlement,
  output: z.object({ items: z.array(TimelineEntry) }),
  async run(context, input) {
    const { id } = await findSettlement(context, input.id)
    const quiet = ['settle_now', 'settle_balance', 'add_comment', 'delete_comment'] as const
    return { items: await timelineOf(context, { events: { object_id: id }, objects: [id], quiet }) }
  },
})
