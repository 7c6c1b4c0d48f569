import { MAIL_LOOKS } from '#components/mails/mail-labels.ts'
import { MailPill } from '#components/mails/mail-pill.tsx'
import { customerText } from '#components/payments/contact-text.ts'
import { amountColumn, createdColumn, statusColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Money } from '#components/ui/money.tsx'
import { Time } from '#components/ui/time.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import { BILL_TYPE_LABELS } from '#lib/domain/bills/schema/labels.ts'
import type { ListedBill } from '#lib/domain/bills/schema.ts'
import { BillState } from './bill-marks.tsx'

/** The list of bills: the number first, as the head of its row and the way to the bill. */
export function BillsTable({ bills, kit }: { bills: ListedBill[]; kit?: TableKit }) {
  return (
    <DataTable
      kit={kit}
      caption="Bills, newest first"
      columns={COLUMNS}
      rows={bills}
      rowKey={(bill) => bill.id}
      rowHref={(bill) => `/bills/${bill.id}`}
    />
  )
}

const COLUMNS: Column<ListedBill>[] = [
  {
    key: 'number',
    header: 'Number',
    mono: true,
    place: 'title',
    cell: (bill) => <Truncate text={bill.receipt_number} width="max-w-36" />,
  },
  amountColumn('Total'),
  statusColumn((bill) => <BillState status={bill.status} version={bill.version} />),
  {
    key: 'type',
    header: 'Type',
    soft: true,
    show: '52rem',
    cell: (bill) => BILL_TYPE_LABELS[bill.receipt_type],
  },
  {
    key: 'customer',
    header: 'Customer',
    soft: true,
    place: 'detail',
    cell: (bill) => (
      <Truncate
        text={bill.customer_name ?? customerText(bill) ?? '—'}
        width="max-w-[calc(9rem+var(--spare)/4)]"
      />
    ),
  },
  {
    key: 'store',
    header: 'Store',
    soft: true,
    show: '76rem',
    cell: (bill) => <Truncate text={bill.store_code ?? '—'} width="max-w-36" />,
  },
  { key: 'lines', header: 'Items', align: 'end', soft: true, show: '70rem', cell: (bill) => bill.lines },
  {
    key: 'tax',
    header: 'Tax',
    align: 'end',
    soft: true,
    show: '60rem',
    cell: (bill) => <Money amount={bill.tax_amount} currency={bill.currency} />,
  },
  { key: 'sent', header: 'Mail', show: '64rem', cell: (bill) => <Sent status={bill.delivery_status} /> },
  {
    key: 'date',
    header: 'Bill date',
    align: 'end',
    soft: true,
    show: '60rem',
    cell: (bill) => <Time at={bill.receipt_timestamp} form="date" />,
  },
  createdColumn(),
]

function Sent({ status }: { status: string }) {
  if (!Object.hasOwn(MAIL_LOOKS, status)) return <span className="text-ink-3">—</span>
  return <MailPill status={status as keyof typeof MAIL_LOOKS} />
}
