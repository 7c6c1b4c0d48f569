import { amount, choice, equals, oneOf, period, several, text } from '#lib/domain/filters.ts'
import { SETTLEMENT_STATUSES } from '#lib/domain/settlements/schema.ts'

const CREDIT =
  'EXISTS (SELECT 1 FROM bank_statement_lines line WHERE line.account_id = settlements.account_id AND line.settlement_id = settlements.id)'

export const SETTLEMENT_FILTERS = [
  several('status', SETTLEMENT_STATUSES, { label: 'Status', as: 'tab', where: oneOf('status') }),
  period(),
  amount(),
  text('utr', 40, { label: 'UTR', placeholder: 'bank reference', where: equals('utr') }),
  /** Whether a bank statement has its credit; without one only settlements that the bank has paid. */
  choice('credit', ['found', 'missing'], {
    label: 'Bank statement',
    words: { found: 'Credit found', missing: 'No credit found' },
    where: (credit) => [
      { sql: credit === 'found' ? CREDIT : `status = 'processed' AND NOT ${CREDIT}`, values: [] },
    ],
  }),
]
