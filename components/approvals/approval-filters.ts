import { amountFilter, choiceFilter, periodFilter, textFilter } from '#components/record/filter-controls.tsx'
import type { Filter } from '#components/ui/filter-bar.tsx'
import type { Query } from '#components/ui/query.ts'
import { LOOSER } from '#lib/domain/approvals/schema.ts'
import type { Grouping } from '#lib/values/money-text.ts'
import { CAUSE_WORDS } from './approval-labels.ts'

/** What the list can be asked for, by what is done: several operations are one deed to people. */
export const DEEDS = {
  refund: ['refund_payment', 'create_refund', 'refund_payment_seen'],
  capture: ['capture_payment'],
  transfer: ['transfer_payment', 'create_transfer', 'update_transfer', 'reverse_transfer'],
  payout: ['create_payout'],
  wallet_payment: ['create_wallet_payment'],
  limit: LOOSER,
} as const

const DEED_CHOICES = {
  refund: 'Refund',
  capture: 'Capture',
  transfer: 'Transfer',
  payout: 'Payout',
  wallet_payment: 'Wallet payment',
  limit: 'Looser limit',
}

type Reader = { query: Query; currency: string; grouping: Grouping; period: string | null }

/** The filters of the list. A status that no tab stands for is one of them. */
export function approvalFilters({ query, currency, grouping, period }: Reader): Filter[] {
  return [
    ...(query.status?.includes(',') ? [textFilter(query, 'status', 'Status', 'rejected,expired')] : []),
    choiceFilter(query, 'deed', 'Action', DEED_CHOICES),
    choiceFilter(query, 'cause', 'Reason', CAUSE_WORDS),
    periodFilter(query, period),
    amountFilter(query, currency, grouping),
    textFilter(query, 'asker', 'Requested by', 'app or email', { maxLength: 80 }),
    textFilter(query, 'object', 'Record', 'pay_…', { maxLength: 40 }),
  ]
}
