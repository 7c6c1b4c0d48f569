import { FoundCustomers } from '#components/customers/found-customers.tsx'
import { listCustomersForDashboard } from '#lib/domain/customers/list.ts'
import { tryRead } from '#lib/surfaces/page.ts'

/** The text of the search box may be a customer, too. */
export async function CustomersOfSearch({ q }: { q: string }) {
  const found = await tryRead(listCustomersForDashboard, { q, count: 3 })
  return found.ok && <FoundCustomers customers={found.value.items} total={found.value.total} q={q} />
}
