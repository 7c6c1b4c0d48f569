import { Count } from '#components/ui/count.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Cell, ColumnHead, RowHead, Table, TableHead, TableRow } from '#components/ui/table.tsx'
import type { SettlementDetails } from '#lib/domain/settlements/schema.ts'
import { sumLines } from './settlement-sum.ts'

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
