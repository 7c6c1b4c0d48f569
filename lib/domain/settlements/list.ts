import { equal } from '#lib/database/conditions.ts'
import { defineList } from '#lib/domain/list.ts'
import { SETTLEMENT_FILTERS } from '#lib/domain/settlements/filters.ts'
import { ListedSettlement, SETTLEMENT_STATUSES } from '#lib/domain/settlements/schema.ts'

/** The sums of settlements, as SQL for the amount of one row. A failed one is back in the balance: its sum stands alone. */
const SETTLEMENT_SUMS = {
  processed: "CASE WHEN status = 'processed' THEN amount END",
  created: "CASE WHEN status = 'created' THEN amount END",
  failed: "CASE WHEN status = 'failed' THEN amount END",
} as const

export const { list: listSettlementsForDashboard, export: exportSettlements } = defineList({
  noun: 'settlements',
  permission: 'balance:read',
  item: ListedSettlement,
  filters: SETTLEMENT_FILTERS,
  sort: { amount: 'amount' },
  tab: ['status'],
  tabs: Object.fromEntries(SETTLEMENT_STATUSES.map((status) => [status, equal('status', status)])),
  sums: SETTLEMENT_SUMS,
})
