import { Create, Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { attachTo } from '#components/documents/attach-to.tsx'
import { OrdersTable } from '#components/orders/orders-table.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { createOrder } from '#lib/domain/orders/create.ts'
import { ORDER_FILTERS } from '#lib/domain/orders/filters.ts'
import { listOrdersForDashboard } from '#lib/domain/orders/list.ts'

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
        count: 'stuck',
        label: 'Stuck',
        set: { stuck: '1' },
        hint: 'Attempted orders without an attempt in the last 30 minutes and without an authorization. They also count as attempted.',
      },
      { count: 'paid', label: 'Paid', set: { status: 'paid' } },
    ],
  },
  filters: ORDER_FILTERS,
  sums: [
    ['paid', 'paid'],
    ['ordered', 'ordered'],
  ],
  live: true,
  bulk: () => [attachTo('orders')],
  sort: ['amount', 'created'],
  table: (orders, { now }, kit) => <OrdersTable kit={kit} orders={orders} now={now} />,
  actions: (draw) => (
    <>
      <Export list={{ path: '/orders' }} draw={draw} />
      <Create draw={draw} permission={createOrder.permission} href="/orders/new" label="Create order" />
    </>
  ),
  nothing: ({ may }) => (
    <NothingYet
      title="No orders yet"
      action={
        may(createOrder.permission) && (
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
