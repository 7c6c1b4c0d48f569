import { KIND_LABELS } from '#components/balance/movement-labels.ts'
import type { KindSums, MovementKind } from '#lib/domain/balance/schema.ts'

type SumLine = { label: string; amount: bigint; count?: number; kind?: MovementKind }

/** What a settlement comes to: each kind of movement before fees, then the fees and their tax. The lines add up to it. */
export function sumLines(kinds: KindSums): SumLine[] {
  const gross = kinds.map(({ kind, count, credit, debit, fee }) => ({
    ...{ label: kind === 'capture' ? 'Payments, gross' : KIND_LABELS[kind], kind, count },
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
