import { paymentsQuery, readPayments } from '#app/(dashboard)/payments/query.ts'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { browseCustomers } from '#lib/domain/customers/browse.ts'
import { browsePayments } from '#lib/domain/payments/browse.ts'
import { countNewerPayments, countPayments } from '#lib/domain/payments/count.ts'
import { tryRead } from '#lib/surfaces/page.ts'

/** Everything that the list shows for an address. */
export async function listOf(searchParams: Record<string, string | string[] | undefined>) {
  const query = paymentsQuery(searchParams)
  const [{ account }, { time_zone, grouping }] = await Promise.all([requireStaff(), currentPreferences()])
  const now = Math.floor(Date.now() / 1000)
  const address = readPayments(query, { currency: account.currency, zone: time_zone, now })
  const { filters, count, after, before, problems } = address
  const [counts, page] = await Promise.all([
    tryRead(countPayments, {}),
    problems.length > 0 ? null : tryRead(browsePayments, { ...filters, count, after, before }),
  ])
  // Only a page further down needs to know how many rows stand above it.
  const first = page?.ok && page.value.has_newer ? page.value.items[0] : undefined
  const above = first
    ? await tryRead(countNewerPayments, { ...filters, than: first.id, most: Number.MAX_SAFE_INTEGER })
    : null
  // What was typed into the search box may be somebody, too.
  const people = query.q ? await tryRead(browseCustomers, { q: query.q, count: 3 }) : null
  return {
    ...{ query, address, account, grouping, now, counts, page },
    above: above?.ok ? above.value.count : 0,
    people: people?.ok ? people.value : null,
  }
}
