import { Create, Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { OrdersTable } from '#components/orders/orders-table.tsx'
import { amount, hidden, notes, period, tabbed, text, yes } from '#components/shared/list/filters.tsx'
import { flag, shortText } from '#components/shared/list/parse.ts'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { listOrdersForDashboard } from '#lib/domain/orders/list.ts'
import { ORDER_STATUSES } from '#lib/domain/orders/schema.ts'
import { Id } from '#lib/values/id.ts'

export const orderList = staffList({
  path: '/orders',
  title: 'Orders',
  noun: 'order',
  cursor: 'order',
  operation: listOrdersForDashboard,
  exported: true,
  tabs: {
    label: 'Status',
    of: [
      { count: 'all', label: 'All' },
      { count: 'created', label: 'Never attempted', set: { status: 'created' } },
      { count: 'attempted', label: 'Attempted', set: { status: 'attempted' } },
      {
        ...{ count: 'stuck', label: 'Stuck', set: { stuck: '1' } },
        hint: 'Attempted orders without an attempt in the last 30 minutes and without an authorization. They also count as attempted.',
      },
      { count: 'paid', label: 'Paid', set: { status: 'paid' } },
    ],
  },
  filters: [
    tabbed('status', ORDER_STATUSES),
    hidden('stuck', flag),
    period(),
    amount(),
    text('receipt', shortText(40, 'A receipt'), { label: 'Receipt starts with', placeholder: 'KS-204' }),
    text('customer', Id('customer'), { label: 'Customer', placeholder: 'cust_…', maxLength: 19 }),
    yes('failed', 'Attempts', 'at least 1 failed'),
    notes(),
  ],
  sums: [
    ['paid', 'paid'],
    ['ordered', 'ordered'],
  ],
  table: (orders, { now }, kit) => <OrdersTable kit={kit} orders={orders} now={now} />,
  actions: (draw) => (
    <>
      <Export list={{ path: '/orders' }} draw={draw} />
      <Create draw={draw} permission="orders:write" href="/orders/new" label="Create order" />
    </>
  ),
  nothing: ({ may }) => (
    <NothingYet
      title="No orders yet"
      action={
        may('orders:write') && (
          <LinkButton href="/orders/new" variant="primary">
            Create order
          </LinkButton>
        )
      }
    >
      An order requests one payment from a payer. Create an order here or with the API, then send its checkout
      link.
    </NothingYet>
  ),
})
