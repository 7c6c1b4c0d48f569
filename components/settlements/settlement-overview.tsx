import Link from 'next/link'
import { KIND_LABELS } from '#components/balance/movement-labels.ts'
import { type Step, Stepper } from '#components/shared/stepper.tsx'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Cell, ColumnHead, RowHead, Table, TableHead, TableRow } from '#components/ui/table.tsx'
import { Time } from '#components/ui/time.tsx'
import type { SettlementDetails } from '#lib/domain/settlements/schema.ts'

/** The progress of a settlement, and its sum by kind of movement, each with its movements. */
export function SettlementOverview({ settlement }: { settlement: SettlementDetails }) {
  const { status, failure_reason, kinds, currency, amount } = settlement
  return (
    <>
      <Stepper label="Settlement progress" steps={stepsOf(settlement)} />
      {status === 'failed' && (
        <div className="mt-4">
          <Notice tone="bad" title={failure_reason ?? 'The bank could not pay this settlement.'}>
            The amount is back in your balance and part of the next settlement.
          </Notice>
        </div>
      )}
      <Table caption="Movements of the settlement by kind" className="mt-5 mb-5">
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
          {kinds.map(({ kind, count, amount: gross, fee, debit, credit }) => (
            <TableRow key={kind}>
              <RowHead place="title">
                <Link
                  href={`/balance?${new URLSearchParams({ settlement: settlement.id, kind })}`}
                  prefetch={false}
                  className="link"
                >
                  {KIND_LABELS[kind]}
                </Link>
              </RowHead>
              <Cell align="end" place="detail" label="Count">
                {new Intl.NumberFormat('en-IN').format(count)}
              </Cell>
              <Cell align="end" show="52rem">
                <Money amount={gross} currency={currency} />
              </Cell>
              <Cell align="end" show="52rem">
                {fee === 0n ? '—' : <Money amount={fee} currency={currency} />}
              </Cell>
              <Cell align="end" place="amount" label="Debit">
                {debit === 0n ? null : <Money amount={debit} currency={currency} />}
              </Cell>
              <Cell align="end" place="amount" label="Credit">
                {credit === 0n ? null : <Money amount={credit} currency={currency} />}
              </Cell>
            </TableRow>
          ))}
          <TableRow>
            <RowHead place="title">
              <strong className="font-semibold">Settled</strong>
            </RowHead>
            <Cell />
            <Cell show="52rem" />
            <Cell show="52rem" />
            <Cell />
            <Cell align="end" place="amount" strong>
              <Money amount={amount} currency={currency} />
            </Cell>
          </TableRow>
        </tbody>
      </Table>
    </>
  )
}

function stepsOf({ status, created_at, finished_at }: SettlementDetails): Step[] {
  const begun: Step = {
    label: 'Created',
    state: status === 'created' ? 'now' : 'done',
    note: <Time at={created_at} focusable />,
  }
  const end = finished_at !== null && <Time at={finished_at} focusable />
  if (status === 'failed') return [begun, { label: 'Failed', state: 'failed', note: end }]
  return [begun, { label: 'Processed', state: status === 'processed' ? 'done' : 'ahead', note: end }]
}
