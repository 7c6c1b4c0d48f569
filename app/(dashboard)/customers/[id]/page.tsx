import type { Metadata } from 'next'
import { CustomerHead } from '#components/customers/customer-head.tsx'
import { calledOf } from '#components/customers/customer-labels.ts'
import { CustomerStub } from '#components/customers/customer-stub.tsx'
import { snippetOf } from '#components/shared/snippets.ts'
import { MoneyStrip } from '#components/ui/money-strip.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { Slip } from '#components/ui/slip.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import type { CustomerDetails } from '#lib/domain/customers/schema.ts'
import { updateCustomerIfUnchanged } from '#lib/domain/customers/update.ts'
import { env } from '#lib/process/env.ts'
import { customerOf } from './record.ts'
import { tabOf, tabsOf } from './tabs.tsx'

type Props = PageProps<'/customers/[id]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const customer = await customerOf((await params).id)
  return { title: `${calledOf(customer)} · ${customer.id} · Customers` }
}

export default async function CustomerPage({ params, searchParams }: Props) {
  const [{ id }, { tab }, { permissions }] = await Promise.all([params, searchParams, requireStaff()])
  const customer = await customerOf(id)
  const { current, Panel } = tabOf(tab)
  const request = { method: 'GET', path: `/v1/customers/${id}` }
  return (
    <>
      <Crumbs href="/customers" label="Customers" id={id} />
      <Slip
        stub={
          <CustomerStub
            customer={customer}
            mayWrite={permissions.has(updateCustomerIfUnchanged.permission)}
          />
        }
      >
        <CustomerHead
          customer={customer}
          curl={snippetOf('curl', env().BASE_URL, request)}
          may={(permission) => permissions.has(permission)}
        />
        <Money customer={customer} />
        <Tabs label="Views of this customer" tabs={tabsOf(customer, current)} />
        <Panel customer={customer} />
      </Slip>
    </>
  )
}

/** The customer's captured payments, and the refunded part. */
function Money({ customer: { paid, refunded, currency } }: { customer: CustomerDetails }) {
  return (
    <MoneyStrip
      currency={currency}
      items={[
        { label: 'Captured', amount: paid },
        { label: 'Refunded', amount: -refunded },
        { label: 'Net', amount: paid - refunded, net: true },
      ]}
    />
  )
}
