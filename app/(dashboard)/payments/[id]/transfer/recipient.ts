import { listCustomersForDashboard } from '#lib/domain/customers/list.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { Id } from '#lib/values/id.ts'

/** The customer that an id, an e-mail or a phone number names, or a sentence why there is none. */
export async function recipientOf(typed: string): Promise<{ id: string } | { problem: string }> {
  const q = typed.trim()
  if (Id('customer').safeParse(q).success) return { id: q }
  const isMail = q.includes('@')
  if (!isMail && !/^\+?[\d\s()-]{7,}$/.test(q))
    return { problem: 'Enter a customer ID (cust_…), email or phone number.' }
  const found = await tryRead(listCustomersForDashboard, { q: q.slice(0, 100), count: 25 })
  if (!found.ok) return { problem: found.description }
  const same = found.value.items.filter(({ email }) => !isMail || email?.toLowerCase() === q.toLowerCase())
  const [first, second] = same
  if (!first) return { problem: `No customer found for ${q}.` }
  if (!second) return { id: first.id }
  const ids = same.map(({ id, name }) => (name === null ? id : `${name} (${id})`)).slice(0, 5)
  return { problem: `${q} matches more than one customer. Enter a customer ID: ${ids.join(', ')}.` }
}
