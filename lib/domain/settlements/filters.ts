import { z } from 'zod'
import { amounts, created, equals, filter, oneOfCondition, textCondition } from '#lib/domain/filters.ts'
import { SettlementStatus } from '#lib/domain/settlements/schema.ts'

const CREDIT =
  'EXISTS (SELECT 1 FROM bank_statement_lines line WHERE line.account_id = settlements.account_id AND line.settlement_id = settlements.id)'

export const SETTLEMENT_FILTERS = {
  status: oneOfCondition('status', SettlementStatus),
  ...created,
  ...amounts(),
  utr: equals('utr', textCondition(40)),
  /** Whether a bank statement has its credit; without one only settlements that the bank has paid. */
  credit: filter(z.enum(['found', 'missing']), (value) => [
    { sql: value === 'found' ? CREDIT : `status = 'processed' AND NOT ${CREDIT}`, values: [] },
  ]),
}
