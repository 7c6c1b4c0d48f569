import { Check, X } from 'lucide-react'
import Link from 'next/link'
import { Money } from '#components/ui/money.tsx'
import { Cell, ColumnHead, RowHead, Table, TableHead, TableRow } from '#components/ui/table.tsx'
import type { ReconciledMonth } from '#lib/domain/balance/schema.ts'
import { KIND_LABELS, movementsHref } from './movement-labels.ts'

/** A month from its opening to its closing balance, by kind, and whether the ledger says the same. */
export function MonthStatement({ month }: { month: ReconciledMonth }) {
  const { kinds, opening, closing, currency, ledger } = month
  const sum = (name: 'credit' | 'debit' | 'fee') => kinds.reduce((total, kind) => total + kind[name], 0n)
  const reconciles = opening + ledger === closing && opening + sum('credit') - sum('debit') === closing
  const Mark = reconciles ? Check : X
  return (
    <>
      <Table caption="Movements of the month by kind" className="mt-5">
        <TableHead>
          <ColumnHead>Movement</ColumnHead>
          <ColumnHead align="end">Count</ColumnHead>
          <ColumnHead align="end" show="52rem">
            Gross
          </ColumnHead>
          <ColumnHead align="end" show="52rem">
            Fee + tax
          </ColumnHead>
          <ColumnHead align="end">Debit</ColumnHead>
          <ColumnHead align="end">Credit</ColumnHead>
        </TableHead>
        <tbody>
          <Edge label="Opening balance" amount={opening} currency={currency} />
          {kinds.map(({ kind, count, amount, fee, debit, credit }) => (
            <TableRow key={kind}>
              <RowHead place="title">
                <Link href={movementsHref(month, { kind })} prefetch={false} className="link">
                  {KIND_LABELS[kind]}
                </Link>
              </RowHead>
              <Cell align="end" place="detail">
                {new Intl.NumberFormat('en-IN').format(count)}
              </Cell>
              <Cell align="end" show="52rem">
                <Money amount={amount} currency={currency} />
              </Cell>
              <Cell align="end" show="52rem">
                {fee === 0n ? '—' : <Money amount={fee} currency={currency} />}
              </Cell>
              <Cell align="end" place="status">
                {debit === 0n ? null : <Money amount={debit} currency={currency} />}
              </Cell>
              <Cell align="end" place="amount">
                {credit === 0n ? null : <Money amount={credit} currency={currency} />}
              </Cell>
            </TableRow>
          ))}
          <Edge label="Closing balance" amount={closing} currency={currency} />
        </tbody>
      </Table>
      <p
        className={`mt-3 flex items-center gap-1.5 text-table font-semibold ${reconciles ? 'text-good' : 'text-bad'}`}
        role={reconciles ? undefined : 'alert'}
      >
        <Mark aria-hidden="true" className="size-4 flex-none" strokeWidth={2.5} />
        {reconciles
          ? 'Reconciles: opening balance, credits and debits come to the closing balance, and the ledger agrees.'
          : 'Does not reconcile with the ledger. Run counterfoil doctor.'}
      </p>
    </>
  )
}

function Edge({ label, amount, currency }: { label: string; amount: bigint; currency: string }) {
  return (
    <TableRow>
      <RowHead place="title">
        <strong className="font-semibold">{label}</strong>
      </RowHead>
      <Cell />
      <Cell show="52rem" />
      <Cell show="52rem" />
      <Cell />
      <Cell align="end" place="amount" strong>
        <Money amount={amount} currency={currency} />
      </Cell>
    </TableRow>
  )
}
