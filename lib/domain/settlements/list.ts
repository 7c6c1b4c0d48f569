import { equal } from '#lib/domain/conditions.ts'
import { amounts, created, equals, oneOf, text } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'
import { ListedSettlement, SETTLEMENT_STATUSES, SettlementStatus } from '#lib/domain/settlements/schema.ts'

/** The sums of settlements, as SQL for the amount of one row. A failed one is back in the balance and adds nothing. */
const SETTLEMENT_SUMS = {
  processed: "CASE WHEN status = 'processed' THEN amount END",
  created: "CASE WHEN status = 'created' THEN amount END",
} as const

export const { list: listSettlementsForDashboard, export: exportSettlements } = defineList({
  noun: 'settlements',
  permission: 'balance:read',
  item: ListedSettlement,
  filters: {
    status: oneOf('status', SettlementStatus),
    ...created,
    ...amounts(),
    utr: equals('utr', text(40)),
  },
  tab: ['status'],
  tabs: Object.fromEntries(SETTLEMENT_STATUSES.map((status) => [status, equal('status', status)])),
  sums: SETTLEMENT_SUMS,
})
