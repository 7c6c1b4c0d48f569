import { z } from 'zod'
import { StoredInteger, Sum } from '#lib/values/money.ts'
import { trendOf } from '#lib/values/trend.ts'

/** The kinds of movements that change the merchant's balance, as the ledger names them. */
export const MOVEMENT_KINDS = [
  'capture',
  'refund',
  'refund_failed',
  'transfer',
  'transfer_held',
  'transfer_failed',
  'transfer_reversed',
  'settlement',
  'settlement_failed',
  'settlement_difference',
  'gateway_adjustment',
] as const
export const MovementKind = z.enum(MOVEMENT_KINDS)
export type MovementKind = z.infer<typeof MovementKind>

export const MOVEMENT_KIND_LABELS: Record<MovementKind, string> = {
  capture: 'Payment',
  refund: 'Refund',
  refund_failed: 'Failed refund',
  transfer: 'Transfer',
  transfer_held: 'Transfer on hold',
  transfer_failed: 'Failed transfer',
  transfer_reversed: 'Transfer reversal',
  settlement: 'Settlement',
  settlement_failed: 'Failed settlement',
  settlement_difference: 'Settlement difference',
  gateway_adjustment: 'Gateway adjustment',
}

/** The kinds in the groups of the tabs: a movement with what undoes it. */
export const MOVEMENT_GROUPS = {
  payments: ['capture'],
  refunds: ['refund', 'refund_failed'],
  transfers: ['transfer', 'transfer_held', 'transfer_failed', 'transfer_reversed'],
  settlements: ['settlement', 'settlement_failed', 'settlement_difference', 'gateway_adjustment'],
} as const satisfies Record<string, readonly MovementKind[]>
export const MovementGroup = z.enum(Object.keys(MOVEMENT_GROUPS) as (keyof typeof MOVEMENT_GROUPS)[])
export type MovementGroup = z.infer<typeof MovementGroup>

/** What the movements of a kind come to: gross, fee (with tax), tax, and what the balance gained or lost. */
const KindSum = z.object({
  kind: MovementKind,
  count: StoredInteger,
  amount: Sum,
  fee: Sum,
  tax: Sum,
  credit: Sum,
  debit: Sum,
})
export const KindSums = z.array(KindSum)
export type KindSums = z.output<typeof KindSums>

/** A movement of the balance in the dashboard, with the balance after it. */
export const ListedMovement = z.object({
  id: z.string(),
  kind: MovementKind,
  /** The ID of its payment, refund, transfer, reversal or settlement. */
  source: z.string(),
  payment_id: z.string().nullable(),
  settlement_id: z.string().nullable(),
  amount: StoredInteger,
  currency: z.string(),
  /** With its tax. */
  fee: StoredInteger,
  tax: StoredInteger,
  credit: StoredInteger,
  debit: StoredInteger,
  balance: Sum,
  created_at: StoredInteger,
})
export type ListedMovement = z.output<typeof ListedMovement>

/** A month of an account's balance: what it began with, its movements by kind, and what it ended with. */
export const BalanceMonth = z.object({
  /** 2026-11 */
  month: z.string(),
  starts_at: StoredInteger,
  /** Its last second. */
  ends_at: StoredInteger,
  time_zone: z.string(),
  currency: z.string(),
  opening: Sum,
  closing: Sum,
  kinds: KindSums,
  /** Null while it is open. */
  closed_at: StoredInteger.nullable(),
})
export type BalanceMonth = z.output<typeof BalanceMonth>

/** A month with the sum of its postings in the ledger: `opening` and it come to `closing`. */
export const ReconciledMonth = BalanceMonth.extend({ ledger: Sum })
export type ReconciledMonth = z.output<typeof ReconciledMonth>

/** A line of the file of months: where a month begins, a kind of its movements, or where it ends. */
export const MonthLine = z.object({
  /** 2026-11:refund */
  id: z.string(),
  month: z.string(),
  time_zone: z.string(),
  currency: z.string(),
  line: z.enum(['opening', ...MOVEMENT_KINDS, 'closing']),
  count: StoredInteger.nullable(),
  amount: Sum.nullable(),
  fee: Sum.nullable(),
  tax: Sum.nullable(),
  debit: Sum.nullable(),
  credit: Sum.nullable(),
  /** At the beginning or the end of the month. */
  balance: Sum.nullable(),
  closed: z.boolean(),
})
export type MonthLine = z.output<typeof MonthLine>

/** The fees of a month and the tax that they contain. */
export const MonthFees = z.object({
  id: z.string(),
  month: z.string(),
  time_zone: z.string(),
  currency: z.string(),
  count: StoredInteger,
  amount: Sum,
  net: Sum,
  tax: Sum,
  fee: Sum,
  closed: z.boolean(),
})
export type MonthFees = z.output<typeof MonthFees>

export const MonthName = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'A month looks like 2026-11.')
export const FetchBalanceMonth = z.strictObject({ month: MonthName })

/** The balance at the end of each stretch, and what was settled and refunded in it. */
export const BalanceTrend = trendOf({ balance: Sum, settled: Sum, refunded: Sum })
export type BalanceTrend = z.output<typeof BalanceTrend>
