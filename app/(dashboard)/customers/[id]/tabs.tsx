import type { ReactNode } from 'react'
import { RecordComments } from '#app/(dashboard)/comments/record-comments.tsx'
import { AttachedDocuments } from '#app/(dashboard)/documents/attached-documents.tsx'
import { ChangesList } from '#components/customers/changes-list.tsx'
import {
  BillsOfCustomer,
  OrdersOfCustomer,
  PaymentsOfCustomer,
} from '#components/customers/records-tables.tsx'
import { JsonTab } from '#components/shared/json-tab.tsx'
import { type DrawnEntry, drawnEntry, RecordTimeline } from '#components/shared/record-timeline.tsx'
import { Count } from '#components/ui/count.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { Link } from '#components/ui/link.tsx'
import type { Tab } from '#components/ui/tabs.tsx'
import { DiscontinuedNote } from '#components/wallets/discontinued-note.tsx'
import { LastEntries } from '#components/wallets/last-entries.tsx'
import { WalletActions } from '#components/wallets/wallet-actions.tsx'
import { WalletCard } from '#components/wallets/wallet-card.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import type { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { fetchCustomer, fetchCustomerBills, fetchCustomerTimeline } from '#lib/domain/customers/fetch.ts'
import type { CustomerDetails, EditableField } from '#lib/domain/customers/schema.ts'
import { listOrdersForDashboard } from '#lib/domain/orders/list.ts'
import { listPaymentsForDashboard } from '#lib/domain/payments/list.ts'
import { getWalletDetails } from '#lib/domain/wallets/fetch.ts'
import { type Attempted, read, tryRead } from '#lib/surfaces/page.ts'
import type { FieldChanges } from '#lib/values/changes.ts'
import { phoneText } from '#lib/values/phone.ts'

type Panel = (props: { customer: CustomerDetails }) => ReactNode

const PANELS = {
  payments: Payments,
  orders: Orders,
  wallet: Wallet,
  bills: Bills,
  documents: Documents,
  timeline: Happened,
  json: Json,
} satisfies Record<string, Panel>
type Name = keyof typeof PANELS

/** The tab that an address names; payments where it names none. */
export function tabOf(requested: string | string[] | undefined): { current: Name; Panel: Panel } {
  const current =
    typeof requested === 'string' && Object.hasOwn(PANELS, requested) ? (requested as Name) : 'payments'
  return { current, Panel: PANELS[current] }
}

/** The tabs with how much there is behind each. */
export function tabsOf(customer: CustomerDetails, current: Name): Tab[] {
  const { id, payments, orders, bills, documents } = customer
  const tab = (name: Name, label: string, count?: number): Tab => ({
    href: name === 'payments' ? `/customers/${id}` : `/customers/${id}?tab=${name}`,
    label,
    current: name === current,
    ...(count === undefined ? {} : { count: <Count of={count} /> }),
  })
  return [
    tab('payments', 'Payments', payments),
    tab('orders', 'Orders', orders),
    tab('wallet', 'Wallet'),
    tab('bills', 'Bills', bills),
    tab('documents', 'Documents', documents),
    tab('timeline', 'Timeline and comments'),
    tab('json', 'JSON'),
  ]
}

async function Payments({ customer: { id } }: { customer: CustomerDetails }) {
  const found = await tryRead(listPaymentsForDashboard, { customer: id, count: 25 })
  return orFailure(found, ({ items, total }) => (
    <TabPanel
      title="Payments"
      total={total}
      shown={items.length}
      listHref={`/payments?customer=${id}`}
      empty="No payments yet. Payments are linked by order, by customer ID, or by the same email and phone number."
    >
      <PaymentsOfCustomer payments={items} />
    </TabPanel>
  ))
}

async function Orders({ customer: { id } }: { customer: CustomerDetails }) {
  const found = await tryRead(listOrdersForDashboard, { customer: id, count: 25 })
  return orFailure(found, ({ items, total }) => (
    <TabPanel
      title="Orders"
      total={total}
      shown={items.length}
      listHref={`/orders?customer=${id}`}
      empty="No orders yet. Orders for this customer prefill their details at checkout."
    >
      <OrdersOfCustomer orders={items} />
    </TabPanel>
  ))
}

async function Wallet({ customer: { id } }: { customer: CustomerDetails }) {
  const [found, { permissions }] = await Promise.all([tryRead(getWalletDetails, { id }), requireStaff()])
  return orFailure(found, (wallet) =>
    wallet.served ? (
      <>
        <DiscontinuedNote />
        <WalletCard
          wallet={wallet}
          actions={<WalletActions wallet={wallet} may={(permission) => permissions.has(permission)} />}
        />
        {wallet.exists && (
          <LastEntries entries={wallet.entries} href={`/customers/${id}/statement?period=all`} />
        )}
      </>
    ) : (
      <NoWallet />
    ),
  )
}

async function Bills({ customer: { id, bills } }: { customer: CustomerDetails }) {
  const found = await tryRead(fetchCustomerBills, { id })
  return orFailure(found, ({ items }) => (
    <TabPanel
      title="Bills"
      total={bills}
      shown={items.length}
      empty="No bills yet. Bills are linked by customer_id."
    >
      <BillsOfCustomer bills={items} />
    </TabPanel>
  ))
}

function Documents({ customer: { id } }: { customer: CustomerDetails }) {
  return (
    <section aria-label="Documents" className="mt-3 max-w-130">
      <AttachedDocuments objectId={id} narrow={false} />
    </section>
  )
}

async function Happened({ customer: { id } }: { customer: CustomerDetails }) {
  const found = await tryRead(fetchCustomerTimeline, { id })
  return (
    <>
      {orFailure(found, ({ items }) => (
        <CustomerTimeline entries={items} own={id} />
      ))}
      <RecordComments objectId={id} />
    </>
  )
}

async function Json({ customer: { id } }: { customer: CustomerDetails }) {
  return (
    <JsonTab
      value={await read(fetchCustomer, { id })}
      request={{ method: 'GET', path: `/v1/customers/${id}` }}
    />
  )
}

function orFailure<T>(found: Attempted<T>, draw: (value: T) => ReactNode): ReactNode {
  return found.ok ? draw(found.value) : <Failure requestId={found.request_id}>{found.description}</Failure>
}

/** Timeline of a customer, newest first; an edit lists its changed fields. */
export function CustomerTimeline({ entries, own }: { entries: TimelineEntry[]; own: string }) {
  return <RecordTimeline entries={entries} own={own} draw={(entry) => withChanges(entry, own)} />
}

function withChanges(entry: TimelineEntry, own: string): DrawnEntry {
  const drawn = drawnEntry(entry, own)
  const changes = entry.changes as FieldChanges<EditableField> | undefined
  if (changes === undefined) return drawn
  if (Object.keys(changes).length === 0) return { ...drawn, details: ['no changes', ...drawn.details] }
  const more = (
    <div className="mt-1.5 mb-1 text-ink">
      <ChangesList changes={changes} phone={phoneText} />
    </div>
  )
  return { ...drawn, more }
}

/** The tab of a customer in an account without the product. */
function NoWallet() {
  return (
    <p className="mt-3 max-w-[60ch] text-ink-2">
      Wallets are discontinued and available only to accounts that already had them.{' '}
      <Link href="/docs/wallets-discontinued" className="link">
        Learn more
      </Link>
    </p>
  )
}

type TabPanelProps = {
  title: string
  /** How many there are in all, and how many are shown. */
  total: number
  shown: number
  /** The whole list, when not all of them are shown here. */
  listHref?: string
  empty: ReactNode
  children: ReactNode
}

/** One kind of records of a customer; the head of its table has the color of the slip. */
function TabPanel({ title, total, shown, listHref, empty, children }: TabPanelProps) {
  return (
    <section aria-label={title} className="[--paper:var(--surface)]">
      {shown === 0 ? (
        <p className="mt-3 max-w-[60ch] text-ink-2">{empty}</p>
      ) : (
        <>
          {children}
          <p className="mt-3 text-table text-ink-2">
            {total > shown && `The latest ${shown} of ${total}. `}
            {listHref && (
              <Link href={listHref} className="link">
                View all
              </Link>
            )}
          </p>
        </>
      )}
    </section>
  )
}
