import { foundOf } from '#components/customers/customer-labels.ts'
import { fetchCustomer } from '#lib/domain/customers/fetch.ts'
import { listCustomersForDashboard } from '#lib/domain/customers/list.ts'
import { tryRead } from '#lib/surfaces/page.ts'

/** The customer that a page's address names: by id, or the only one who is found by an e-mail, a phone or a name. */
export async function chosenCustomer(requested: string | undefined) {
  if (requested === undefined || requested.trim() === '') return { customer: null, found: null }
  const q = requested.trim().slice(0, 100)
  const found = await tryRead(listCustomersForDashboard, { q, count: 10 })
  if (!found.ok) return { customer: null, found: null, problem: found.description }
  const { items, total } = found.value
  const only = items.length === 1 ? items[0] : undefined
  const read = only ? await tryRead(fetchCustomer, { id: only.id }) : null
  if (read?.ok) return { customer: read.value, found: null }
  return { customer: null, found: { items: items.map(foundOf), total } }
}
