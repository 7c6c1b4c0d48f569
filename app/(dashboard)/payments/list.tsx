import { Create, Export, readTrend, staffList } from '#app/(dashboard)/list-page.tsx'
import { CustomersOfSearch } from '#app/(dashboard)/payments/customers-of-search.tsx'
import { attachTo } from '#components/documents/attach-to.tsx'
import { NextExpiry } from '#components/payments/next-expiry.tsx'
import { PaymentPicture } from '#components/payments/payment-picture.tsx'
import { PaymentsTable } from '#components/payments/payments-table.tsx'
import type { Draw } from '#components/shared/list/list.ts'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { statusWord } from '#components/ui/status-pill.tsx'
import { checkCaptureBatch, checkRefundBatch } from '#lib/domain/batches/check.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { PAYMENT_FILTERS } from '#lib/domain/payments/filters.ts'
import { listPaymentsForDashboard } from '#lib/domain/payments/list.ts'
import type { PaymentStatus } from '#lib/domain/payments/schema.ts'
import { fetchPaymentTrend } from '#lib/domain/payments/trend.ts'

const word = (status: string) => statusWord({ kind: 'payment', status: status as PaymentStatus })
const TABBED = ['captured', 'authorized', 'failed', 'refunded'] satisfies PaymentStatus[]

export const paymentList = staffList({
  path: '/payments',
  title: 'Payments',
  noun: 'payment',
  cursor: 'payment',
  operation: listPaymentsForDashboard,
  exported: true,
  picture: async (filters, draw) => {
    const trend = await readTrend(fetchPaymentTrend, filters, draw, { method: filters.method })
    return trend && <PaymentPicture trend={trend} query={draw.query} currency={draw.currency} />
  },
  tabs: {
    label: 'Status',
    of: [
      { count: 'all', label: 'All' },
      ...TABBED.map((status) => ({
        count: status,
        label: word(status),
        set: { status },
        after: ({ next_capture_by }: { next_capture_by: number | null }, { now }: Draw) =>
          status === 'authorized' && <NextExpiry at={next_capture_by} now={now} />,
      })),
    ],
  },
  filters: PAYMENT_FILTERS,
  sums: [
    ['captured', 'captured'],
    ['refunded', 'refunded'],
    ['captured', 'net of refunds', 'refunded'],
    ['authorized', 'authorized'],
    ['failed', 'failed', undefined, 'alone'],
  ],
  live: true,
  bulk: () => [
    {
      label: 'Refund',
      href: '/batches/new',
      field: { name: 'kind', value: 'refund' },
      permission: checkRefundBatch.permission,
      takesAll: true,
    },
    {
      label: 'Capture',
      href: '/batches/new',
      field: { name: 'kind', value: 'capture' },
      permission: checkCaptureBatch.permission,
      takesAll: true,
    },
    attachTo('payments'),
  ],
  note: (_, { query }) => query.q && <CustomersOfSearch q={query.q} />,
  sort: ['amount', 'created'],
  table: (payments, { now, may }, kit) => <PaymentsTable kit={kit} payments={payments} now={now} may={may} />,
  actions: (draw) => (
    <>
      <Export list={{ path: '/payments' }} draw={draw} />
      <Create draw={draw} permission={createOrder.permission} href="/orders/new" label="Create order" />
    </>
  ),
  nothing: () => (
    <NothingYet title="No payments yet">
      Payments are made for orders. Create an order and open its checkout page; the payment appears here.
    </NothingYet>
  ),
})
