import type { KindSums, MovementKind } from '#lib/domain/balance/schema.ts'

type SumLine = { label: string; amount: bigint; count?: number; kind?: MovementKind }

/** A line sums up all movements of its kind. */
const LABELS: Record<MovementKind, string> = {
  capture: 'Payments, gross',
  refund: 'Refunds',
  refund_failed: 'Failed refunds',
  transfer: 'Transfers',
  transfer_held: 'Transfers on hold',
  transfer_failed: 'Failed transfers',
  transfer_reversed: 'Transfer reversals',
  settlement: 'Settlements',
  settlement_failed: 'Failed settlements',
  settlement_difference: 'Differences of settlements',
}

/** What a settlement comes to: each kind of movement before fees, then the fees and their tax. The lines add up to it. */
export function sumLines(kinds: KindSums): SumLine[] {
  const gross = kinds.map(({ kind, count, credit, debit, fee }) => ({
    label: LABELS[kind],
    kind,
    count,
    amount: credit - debit + fee,
  }))
  const fee = kinds.reduce((sum, one) => sum + one.fee, 0n)
  const tax = kinds.reduce((sum, one) => sum + one.tax, 0n)
  const [payments, others] = [gross.filter(isPayment), gross.filter((line) => !isPayment(line))]
  return [
    ...payments,
    { label: 'Fees', amount: tax - fee },
    { label: 'Tax on fees', amount: -tax },
    ...others,
  ]
}

function isPayment({ kind }: SumLine): boolean {
  return kind === 'capture'
}
