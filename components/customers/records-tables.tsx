import { methodInTable } from '#components/payments/method-labels.ts'
import { amountColumn, createdColumn, idColumn, statusColumn } from '#components/shared/columns.tsx'
import { DataTable } from '#components/ui/data-table.tsx'
import { Pill } from '#components/ui/pill.tsx'
import { StatusPill } from '#components/ui/status-pill.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import type { CustomerBill } from '#lib/domain/customers/schema.ts'
import type { ListedOrder } from '#lib/domain/orders/schema.ts'
import type { ListedPayment } from '#lib/domain/payments/schema.ts'
import { capitalized } from '#lib/values/text.ts'

/* The records of a customer, as tables on the slip: narrower than their own lists, and without the customer. */

export function PaymentsOfCustomer({ payments }: { payments: ListedPayment[] }) {
  return (
    <DataTable
      caption="Payments of this customer, newest first"
      columns={[
        idColumn('Payment'),
        amountColumn(),
        statusColumn<ListedPayment>((payment) => <StatusPill kind="payment" status={payment.status} />),
        { key: 'method', header: 'Method', soft: true, place: 'detail', cell: methodInTable },
        createdColumn(),
      ]}
      rows={payments}
      rowKey={(payment) => payment.id}
      rowHref={(payment) => `/payments/${payment.id}`}
    />
  )
}

export function OrdersOfCustomer({ orders }: { orders: ListedOrder[] }) {
  return (
    <DataTable
      caption="Orders of this customer, newest first"
      columns={[
        idColumn('Order'),
        amountColumn(),
        statusColumn<ListedOrder>((order) => <StatusPill kind="order" status={order.status} />),
        {
          key: 'receipt',
          header: 'Receipt',
          soft: true,
          place: 'detail',
          cell: (order) => <Truncate text={order.receipt ?? '—'} width="max-w-40" />,
        },
        createdColumn(),
      ]}
      rows={orders}
      rowKey={(order) => order.id}
      rowHref={(order) => `/orders/${order.id}`}
    />
  )
}

export function BillsOfCustomer({ bills }: { bills: CustomerBill[] }) {
  return (
    <DataTable
      caption="Bills of this customer, newest first"
      columns={[
        {
          key: 'number',
          header: 'Number',
          place: 'title',
          cell: (bill) => <Truncate text={bill.receipt_number} width="max-w-40" />,
        },
        amountColumn(),
        {
          key: 'status',
          header: 'Status',
          place: 'status',
          cell: (bill) => (
            <Pill tone={bill.status === 'deleted' ? 'bad' : 'good'}>
              {bill.status === 'deleted' ? 'Withdrawn' : 'Issued'}
            </Pill>
          ),
        },
        {
          key: 'type',
          header: 'Type',
          soft: true,
          place: 'detail',
          cell: (bill) => capitalized(bill.receipt_type.replaceAll('_', ' ')),
        },
        createdColumn(),
      ]}
      rows={bills}
      rowKey={(bill) => bill.id}
      rowHref={(bill) => `/bills/${bill.id}`}
    />
  )
}
