import { Count } from '#components/ui/count.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Cell, ColumnHead, RowHead, Table, TableHead, TableRow } from '#components/ui/table.tsx'
import type { KindSums, MovementKind } from '#lib/domain/balance/schema.ts'
import type { SettlementDetails } from '#lib/domain/settlements/schema.ts'

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
  gateway_adjustment: 'Gateway adjustments',
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

/** A settlement as a sum: payments, less fees, tax, refunds and transfers. A line leads to its movements. */
export function SumTable({ settlement }: { settlement: SettlementDetails }) {
  const { id, kinds, currency, amount } = settlement
  return (
    <Table caption="Sum of the settlement" folds={false} className="mt-5">
      <TableHead>
        <ColumnHead>Movement</ColumnHead>
        <ColumnHead align="end">Count</ColumnHead>
        <ColumnHead align="end">Amount</ColumnHead>
      </TableHead>
      <tbody>
        {sumLines(kinds).map((line) => (
          <TableRow key={line.label}>
            <RowHead place="title">
              {line.kind === undefined ? (
                line.label
              ) : (
                <Link
                  href={`/balance?${new URLSearchParams({ settlement: id, kind: line.kind })}`}
                  className="link"
                >
                  {line.label}
                </Link>
              )}
            </RowHead>
            <Cell align="end" place="detail" label="Count">
              {line.count === undefined ? null : <Count of={line.count} />}
            </Cell>
            <Cell align="end" place="amount">
              <Money amount={line.amount} currency={currency} />
            </Cell>
          </TableRow>
        ))}
        <TableRow>
          <RowHead place="title">
            <strong className="font-semibold">Settled</strong>
          </RowHead>
          <Cell />
          <Cell align="end" place="amount" strong>
            <Money amount={amount} currency={currency} />
          </Cell>
        </TableRow>
      </tbody>
    </Table>
  )
}
