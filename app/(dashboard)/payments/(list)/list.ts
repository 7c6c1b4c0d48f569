import { paymentsQuery, readPayments } from '#app/(dashboard)/payments/query.ts'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { browseCustomers } from '#lib/domain/customers/browse.ts'
import { browsePayments } from '#lib/domain/payments/browse.ts'
import { readFiltered, tryRead } from '#lib/surfaces/page.ts'

/** Everything that the list shows for an address. */
export async function listOf(searchParams: Record<string, string | string[] | undefined>) {
  const query = paymentsQuery(searchParams)
  const [{ account }, { time_zone, grouping }] = await Promise.all([requireStaff(), currentPreferences()])
  const now = Math.floor(Date.now() / 1000)
  const address = readPayments(query, { currency: account.currency, zone: time_zone, now })
  const { filters, count, after, before } = address
  const found = await readFiltered(browsePayments, { ...filters, count, after, before })
  // What was typed into the search box may be somebody, too.
  const people = query.q ? await tryRead(browseCustomers, { q: query.q, count: 3 }) : null
  return { query, address, account, grouping, now, found, people: people?.ok ? people.value : null }
}
