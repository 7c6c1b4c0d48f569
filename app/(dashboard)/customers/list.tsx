import { z } from 'zod'
import { Create, Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { CustomersTable } from '#components/customers/customers-table.tsx'
import { NotInRegion } from '#components/customers/not-in-region.tsx'
import { choice, hidden, period, text } from '#components/shared/list/filters.tsx'
import { shortText, yesOrNo } from '#components/shared/list/parse.ts'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { countCustomers } from '#lib/domain/customers/count.ts'
import { listCustomersForDashboard } from '#lib/domain/customers/list.ts'
import { read } from '#lib/surfaces/page.ts'
import { countryName } from '#lib/values/country.ts'

const Country = z.string().regex(/^[A-Z]{2}$/, 'Country must be 2 capital letters, e.g. IN.')

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
  filters: [
    hidden('paying', yesOrNo('1', '0', 'Payments must be 1 (with payments) or 0 (without).')),
    text('q', shortText(100, 'The search'), {
      ...{ label: 'Search', placeholder: 'Name, email, phone or cust_…', maxLength: 100 },
    }),
    choice('country', Country, { label: 'Country', choices: ({ choices = {} }) => choices }),
    period(),
  ],
  choices: countries,
  table: (customers, _, kit) => <CustomersTable kit={kit} customers={customers} />,
  actions: (draw) => (
    <>
      <Export list={{ path: '/customers' }} draw={draw} />
      <Create draw={draw} permission="customers:write" href="/customers/new" label="Create customer" />
    </>
  ),
  nothing: (draw) => (
    <NothingYet
      title="No customers yet"
      action={
        <Create draw={draw} permission="customers:write" href="/customers/new" label="Create customer" />
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
