import { createdColumn } from '#components/shared/columns.tsx'
import { Count } from '#components/ui/count.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Time } from '#components/ui/time.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import type { ListedCustomer } from '#lib/domain/customers/schema.ts'
import { phoneText } from '#lib/values/phone.ts'
import { calledOf } from './customer-labels.ts'

/** The list of customers: the display name first, as the row header and the link. */
export function CustomersTable({ customers, kit }: { customers: ListedCustomer[]; kit?: TableKit }) {
  return (
    <DataTable
      kit={kit}
      caption="Customers, newest first"
      columns={COLUMNS}
      rows={customers}
      rowKey={(customer) => customer.id}
      rowHref={(customer) => `/customers/${customer.id}`}
    />
  )
}

const COLUMNS: Column<ListedCustomer>[] = [
  {
    key: 'name',
    header: 'Name',
    strong: true,
    place: 'title',
    cell: (customer) => <Truncate text={calledOf(customer)} width="max-w-[15cqi]" />,
  },
  {
    key: 'email',
    header: 'Email',
    soft: true,
    place: 'status',
    cell: (customer) => <Truncate text={customer.email ?? '—'} width="max-w-[21cqi]" />,
  },
  {
    key: 'contact',
    header: 'Phone',
    soft: true,
    place: 'detail',
    cell: (customer) => (
      <span className="num">{customer.contact === null ? '—' : phoneText(customer.contact)}</span>
    ),
  },
  {
    key: 'payments',
    header: 'Payments',
    align: 'end',
    place: 'amount',
    cell: (customer) => <Payments count={customer.payments} />,
  },
  {
    key: 'last',
    header: 'Last payment',
    align: 'end',
    soft: true,
    show: '52rem',
    cell: (customer) => <Time at={customer.last_payment_at} />,
  },
  createdColumn(),
  {
    key: 'id',
    header: 'ID',
    align: 'end',
    mono: true,
    soft: true,
    show: '60rem',
    cell: (customer) => customer.id,
  },
]

/** A figure alone needs its column header, which a phone does not show. */
function Payments({ count }: { count: number }) {
  return (
    <>
      <Count of={count} />
      <span className="hidden text-ink-2 folded:inline">{count === 1 ? ' payment' : ' payments'}</span>
    </>
  )
}
