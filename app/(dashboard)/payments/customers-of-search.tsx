import { calledOf } from '#components/customers/customer-labels.ts'
import { Link } from '#components/ui/link.tsx'
import { listCustomersForDashboard } from '#lib/domain/customers/list.ts'
import type { ListedCustomer } from '#lib/domain/customers/schema.ts'
import { tryRead } from '#lib/surfaces/page.ts'

/** The text of the search box may be a customer, too. */
export async function CustomersOfSearch({ q }: { q: string }) {
  const found = await tryRead(listCustomersForDashboard, { q, count: 3 })
  return found.ok && <FoundCustomers customers={found.value.items} total={found.value.total} q={q} />
}

type FoundCustomersProps = { customers: ListedCustomer[]; total: number; q: string }

/** The customers that the search found among the payments. */
function FoundCustomers({ customers, total, q }: FoundCustomersProps) {
  if (customers.length === 0) return null
  const more = total - customers.length
  return (
    <p className="mb-2.5 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-table text-ink-2">
      <span>{total === 1 ? 'Customer' : 'Customers'}</span>
      {customers.map((customer) => (
        <Link key={customer.id} href={`/customers/${customer.id}`} className="link">
          {calledOf(customer)}
        </Link>
      ))}
      {more > 0 && (
        <Link href={`/customers?${new URLSearchParams({ q })}`} className="link">
          and {more} more
        </Link>
      )}
    </p>
  )
}
