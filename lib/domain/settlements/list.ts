import { z } from 'zod'
import { equal } from '#lib/domain/conditions.ts'
import { amounts, created, equals, filter, oneOf, text } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'
import { ListedSettlement, SETTLEMENT_STATUSES, SettlementStatus } from '#lib/domain/settlements/schema.ts'

/** The sums of settlements, as SQL for the amount of one row. A failed one is back in the balance and adds nothing. */
const SETTLEMENT_SUMS = {
  processed: "CASE WHEN status = 'processed' THEN amount END",
  created: "CASE WHEN status = 'created' THEN amount END",
} as const

const CREDIT =
  'EXISTS (SELECT 1 FROM bank_statement_lines line WHERE line.account_id = settlements.account_id AND line.settlement_id = settlements.id)'

export const { list: listSettlementsForDashboard, export: exportSettlements } = defineList({
  noun: 'settlements',
  permission: 'balance:read',
  item: ListedSettlement,
  filters: {
    status: oneOf('status', SettlementStatus),
    ...created,
    ...amounts(),
    utr: equals('utr', text(40)),
    /** Whether a bank statement has its credit; without one only settlements that the bank has paid. */
    credit: filter(z.enum(['found', 'missing']), (value) => [
      { sql: value === 'found' ? CREDIT : `status = 'processed' AND NOT ${CREDIT}`, values: [] },
    ]),
  },
  tab: ['status'],
  tabs: Object.fromEntries(SETTLEMENT_STATUSES.map((status) => [status, equal('status', status)])),
  sums: SETTLEMENT_SUMS,
})
