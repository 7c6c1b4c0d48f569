import { BarList } from '#components/charts/bar-list.tsx'
import { Count } from '#components/ui/count.tsx'
import { Money } from '#components/ui/money.tsx'
import { hrefWith } from '#components/ui/query.ts'
import type { Splits } from '#lib/domain/overview/schema.ts'
import { reasonWord } from '#lib/domain/payments/schema/failure-messages.ts'
import type { PaymentMethod } from '#lib/domain/payments/schema.ts'
import { METHOD_LABELS } from '#lib/domain/payments/schema.ts'
import type { Range } from './range.ts'

/** Captured amounts by method, and failed payments by reason. */
export function SplitCharts({ splits, range, currency }: { splits: Splits; range: Range; currency: string }) {
  return (
    <div className="grid grid-cols-2 gap-x-8 max-desk:grid-cols-1">
      <BarList
        id="methods"
        title="Payment methods"
        note={`Captured amount by method, ${range.words}.`}
        head={['Method', 'Collected', 'Payments', 'Share']}
        empty="No captured payments."
        items={splits.methods.map((part) => ({
          name: part.name,
          label: METHOD_LABELS[part.name as PaymentMethod] ?? part.name,
          href: hrefWith('/payments', { ...range.query, captured: '1', method: part.name }),
          value: Number(part.amount),
          shown: <Money amount={part.amount} currency={currency} />,
          note: <Count of={part.count} noun="payment" />,
        }))}
      />
      <BarList
        id="failures"
        title="Failure reasons"
        tone="ink"
        note={`Failed payments by reason, ${range.words}.`}
        head={['Reason', 'Payments', 'Amount', 'Share']}
        empty="No failed payments."
        items={splits.reasons.map((part) => ({
          name: part.name,
          label: reasonWord(part.name),
          href: hrefWith('/payments', { ...range.query, status: 'failed', error: part.name }),
          value: part.count,
          shown: <Count of={part.count} />,
          note: <Money amount={part.amount} currency={currency} />,
        }))}
      />
    </div>
  )
}
