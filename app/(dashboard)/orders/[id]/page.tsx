import type { Metadata } from 'next'
import { cache } from 'react'
import { RecordComments } from '#app/(dashboard)/comments/record-comments.tsx'
import { AttachedDocuments } from '#app/(dashboard)/documents/attached-documents.tsx'
import { updateOrderAction } from '#app/(dashboard)/orders/actions.ts'
import { BillState } from '#components/bills/bill-marks.tsx'
import { OrderAttempts } from '#components/orders/attempts.tsx'
import { OrderHead } from '#components/orders/order-head.tsx'
import { OrderProgress } from '#components/orders/order-progress.tsx'
import { OrderStub } from '#components/orders/order-stub.tsx'
import { AutoRefresh } from '#components/shared/auto-refresh.tsx'
import { JsonTab } from '#components/shared/json-tab.tsx'
import { RecordTimeline } from '#components/shared/record-timeline.tsx'
import { snippetOf } from '#components/shared/snippets.ts'
import { Failure } from '#components/ui/failure.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { Slip } from '#components/ui/slip.tsx'
import { statusWord } from '#components/ui/status-pill.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { Time } from '#components/ui/time.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { fetchOrderBills } from '#lib/domain/bills/fetch.ts'
import type { ListedBill } from '#lib/domain/bills/schema.ts'
import { fetchOrder, fetchOrderPayments, getOrderDetails } from '#lib/domain/orders/fetch.ts'
import type { OrderDetails } from '#lib/domain/orders/schema.ts'
import { updateOrder } from '#lib/domain/orders/update.ts'
import { fetchAvailability } from '#lib/domain/payments/availability.ts'
import { fetchOrderTimeline } from '#lib/domain/payments/timeline.ts'
import { env } from '#lib/process/env.ts'
import { read, tryRead } from '#lib/surfaces/page.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { missingPermission } from '#lib/values/permissions.ts'
import { MINUTE } from '#lib/values/time.ts'

/** How long after its creation or last attempt an order is likely to change while its page is open. */
const LIVELY = 30 * MINUTE

const orderOf = cache((id: string) => read(getOrderDetails, { id }))

export async function generateMetadata({ params }: PageProps<'/orders/[id]'>): Promise<Metadata> {
  const [order, { grouping }] = await Promise.all([orderOf((await params).id), currentPreferences()])
  const status = statusWord({ kind: 'order', status: order.status }).toLowerCase()
  return { title: `${formatMoney(order.amount, order.currency, grouping)} ${status} · ${order.id} · Orders` }
}

export default async function OrderPage({ params, searchParams }: PageProps<'/orders/[id]'>) {
  const [{ id }, { tab }, { permissions }] = await Promise.all([params, searchParams, requireStaff()])
  const [order, available] = await Promise.all([orderOf(id), read(fetchAvailability, {})])
  const now = Math.floor(Date.now() / 1000)
  const mayWrite = permissions.has(updateOrder.permission)
  const baseUrl = env().BASE_URL
  return (
    <>
      <Crumbs href="/orders" label="Orders" id={id} />
      <Slip
        stub={
          <OrderStub
            order={order}
            checkoutUrl={`${baseUrl}/checkout/${id}`}
            available={available}
            updateNotes={updateOrderAction}
            notesDisabledReason={mayWrite ? null : missingPermission(updateOrder.permission)}
            documents={<AttachedDocuments objectId={id} />}
          />
        }
      >
        <OrderHead
          order={order}
          now={now}
          curl={snippetOf('curl', baseUrl, { method: 'GET', path: `/v1/orders/${id}` })}
          mayWrite={mayWrite}
        />
        <div className="mt-5">
          <Tabs
            label="Views of this order"
            tabs={[
              { href: `/orders/${id}`, label: 'Overview', current: tab !== 'json' },
              { href: `/orders/${id}?tab=json`, label: 'JSON', current: tab === 'json' },
            ]}
          />
        </div>
        {tab === 'json' ? (
          <JsonTab
            value={await read(fetchOrder, { id })}
            request={{ method: 'GET', path: `/v1/orders/${id}` }}
          />
        ) : (
          <Overview order={order} />
        )}
      </Slip>
      {order.status !== 'paid' && now - (order.last_attempt_at ?? order.created_at) < LIVELY && (
        <AutoRefresh />
      )}
    </>
  )
}

async function Overview({ order }: { order: OrderDetails }) {
  const { id } = order
  const [payments, timeline, bills] = await Promise.all([
    tryRead(fetchOrderPayments, { id, expand: ['card'] }),
    tryRead(fetchOrderTimeline, { id }),
    tryRead(fetchOrderBills, { id }),
  ])
  if (!payments.ok) return <Failure requestId={payments.request_id}>{payments.description}</Failure>
  if (!timeline.ok) return <Failure requestId={timeline.request_id}>{timeline.description}</Failure>
  const attempts = payments.value.items
  const entries = timeline.value.items
  return (
    <>
      <OrderProgress
        order={order}
        firstAttemptAt={attempts.at(-1)?.created_at ?? null}
        paidAt={entries.find((entry) => entry.what === 'order.paid')?.created_at ?? null}
      />
      <OrderAttempts payments={attempts} />
      {bills.ok && <BillsOfOrder bills={bills.value.items} />}
      <RecordTimeline entries={entries} own={id} />
      <RecordComments objectId={id} />
    </>
  )
}

/** The bills that name an order; nothing when there are none. */
function BillsOfOrder({ bills }: { bills: ListedBill[] }) {
  if (bills.length === 0) return null
  return (
    <section aria-labelledby="bills" className="mb-6">
      <h2 id="bills" className="text-table font-semibold">
        Bills
      </h2>
      <ul className="mt-1.5">
        {bills.map((bill) => (
          <li
            key={bill.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 text-table"
          >
            <Link href={`/bills/${bill.id}`} className="link mono">
              {bill.receipt_number}
            </Link>
            <BillState status={bill.status} version={bill.version} />
            <span className="text-ink-2">
              <Time at={bill.receipt_timestamp} />
            </span>
            <span className="ml-auto font-[580]">
              <Money amount={bill.amount} currency={bill.currency} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
