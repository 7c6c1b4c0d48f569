import { customerText } from '#components/payments/contact-text.ts'
import { type Column, DataTable } from '#components/ui/data-table.tsx'
import { IdText } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import type { ListedRow } from '#lib/domain/batches/schema.ts'
import { amountCell } from '#lib/exports/columns/shared.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { objectPath } from '#lib/values/object-path.ts'
import { ROW_LOOKS } from './batch-labels.ts'
import { RowPill } from './batches-table.tsx'

/** The result file of a batch: the rows as they were given, each with its result. */
export const RESULT_COLUMNS: [string, (row: ListedRow) => CsvCell][] = [
  ['row', ({ number }) => number],
  ['payment_id', ({ payment_id }) => payment_id],
  ['amount', ({ amount, currency }) => amountCell(amount, currency)],
  ['currency', ({ currency }) => currency],
  ['reason', ({ reason }) => reason],
  ['payment_amount', ({ payment }) => payment && amountCell(payment.amount, payment.currency)],
  ['email', ({ payment }) => payment?.email ?? null],
  ['contact', ({ payment }) => payment?.contact ?? null],
  ['receipt', ({ payment }) => payment?.receipt ?? null],
  ['status', ({ status }) => ROW_LOOKS[status].word],
  ['result_id', ({ result_id }) => result_id],
  ['problem', ({ problem }) => problem],
]

/** The rows of a batch, each with what its payment is known by and its check or its result. */
export function RowsTable({ rows }: { rows: ListedRow[] }) {
  return (
    <DataTable
      caption="Rows of this batch"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ number }) => String(number)}
    />
  )
}

const COLUMNS: Column<ListedRow>[] = [
  {
    key: 'payment',
    header: 'Payment',
    place: 'title',
    cell: ({ number, payment_id }) => {
      const href = objectPath(payment_id)
      return (
        <span className="inline-flex max-w-full gap-3 [&>.mono]:min-w-0">
          <span className="num text-ink-3" title={`Row ${number} of the file`}>
            {number}
          </span>
          {href ? (
            <Link href={href} aria-label={payment_id} className="mono link">
              <IdText value={payment_id} />
            </Link>
          ) : (
            <span className="mono">
              <Truncate text={payment_id === '' ? '—' : payment_id} width="max-w-60" />
            </span>
          )}
        </span>
      )
    },
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    strong: true,
    place: 'amount',
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  {
    key: 'paid',
    header: 'Paid',
    label: 'Paid',
    align: 'end',
    soft: true,
    place: 'note',
    show: '60rem',
    cell: ({ payment }) => payment && <Money amount={payment.amount} currency={payment.currency} />,
  },
  {
    key: 'customer',
    header: 'Customer',
    soft: true,
    place: 'detail',
    cell: ({ payment }) => payment && <Truncate text={customerText(payment) ?? '—'} width="max-w-[14cqi]" />,
  },
  {
    key: 'receipt',
    header: 'Receipt',
    label: 'Receipt',
    soft: true,
    place: 'note',
    show: '76rem',
    cell: ({ payment }) => payment?.receipt && <Truncate text={payment.receipt} width="max-w-24" />,
  },
  {
    key: 'reason',
    header: 'Reason',
    label: 'Reason',
    soft: true,
    place: 'note',
    show: '52rem',
    cell: ({ reason }) => reason && <Truncate text={reason} width="max-w-[14cqi]" />,
  },
  { key: 'status', header: 'Status', place: 'status', cell: ({ status }) => <RowPill status={status} /> },
  {
    key: 'result',
    header: 'Result',
    soft: true,
    place: 'note',
    cell: ({ result_id, problem }) => {
      const href = result_id === null ? null : objectPath(result_id)
      if (!href || result_id === null) return <span className="whitespace-normal">{problem ?? ''}</span>
      return (
        <Link href={href} aria-label={result_id} className="mono link">
          <IdText value={result_id} />
        </Link>
      )
    },
  },
]
