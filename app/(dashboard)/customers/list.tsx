import { Create, Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { CustomersTable } from '#components/customers/customers-table.tsx'
import { NotInRegion } from '#components/customers/not-in-region.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { countCustomers } from '#lib/domain/customers/fetch.ts'
import { CUSTOMER_FILTERS } from '#lib/domain/customers/filters.ts'
import { listCustomersForDashboard } from '#lib/domain/customers/list.ts'
import { read } from '#lib/surfaces/page.ts'
import { countryName } from '#lib/values/country.ts'

export const customerList = staffList({
  path: '/customers',
  title: 'Customers',
  noun: 'customer',
  cursor: 'customer',
  operation: listCustomersForDashboard,
  exported: true,
  instead: (_, reason) => reason === 'not_available_in_region' && <NotInRegion title="Customers" />,
  tabs: {
    label: 'Payments',
    of: [
      { count: 'all', label: 'All' },
      { count: 'paying', label: 'With payments', set: { paying: '1' } },
      { count: 'not_paying', label: 'Without payments', set: { paying: '0' } },
    ],
  },
  filters: CUSTOMER_FILTERS,
  choices: countries,
  sort: ['created'],
  table: (customers, _, kit) => <CustomersTable kit={kit} customers={customers} />,
  actions: (draw) => (
    <>
      <Export list={{ path: '/customers' }} draw={draw} />
      <Create
        draw={draw}
        permission={createCustomer.permission}
        href="/customers/new"
        label="Create customer"
      />
    </>
  ),
  nothing: (draw) => (
    <NothingYet
      title="No customers yet"
      action={
        <Create
          draw={draw}
          permission={createCustomer.permission}
          href="/customers/new"
          label="Create customer"
        />
      }
    >
      A customer groups the payments, orders, bills and documents of one person or business. Payments with the
      same email and phone number are linked automatically.
    </NothingYet>
  ),
})

/** The countries that there are, the most frequent first. */
async function countries(): Promise<Record<string, string>> {
  const found = await read(countCustomers, {})
  return Object.fromEntries(found.countries.map(({ country }) => [country, countryName(country)]))
}
