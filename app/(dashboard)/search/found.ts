import { anyList, findInList, findWordsInList, readSelection } from '#app/(dashboard)/list-page.tsx'
import { LISTS, listNamed } from '#app/(dashboard)/lists.ts'
import { paymentList } from '#app/(dashboard)/payments/list.tsx'
import { isOffered, NAV_GROUPS } from '#components/app-shell/nav-groups.ts'
import type { SearchResponse } from '#components/search/search-labels.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { findRecords } from '#lib/domain/search/find-records.ts'
import type { FoundRecord } from '#lib/domain/search/schema.ts'
import { termsOf } from '#lib/filters/filter-query.ts'
import { tokensOf } from '#lib/filters/filter-text.ts'
import { read, tryReadInOtherMode } from '#lib/surfaces/page.ts'
import { objectPath } from '#lib/values/object-path.ts'

/** What the search box and the palette find: the records of this mode, or how many kinds the other mode has. */
export async function foundBy(typed: string): Promise<SearchResponse> {
  const text = typed.trim()
  const spoken = await paymentsToChange(text)
  if (spoken) return { groups: spoken.groups, elsewhere: null, list: null, lists: [], verb: spoken.verb }
  const { verb, words } = verbOf(text)
  const q = words.slice(0, 128)
  const [{ groups }, list] = await Promise.all([read(findRecords, { q }), listOf(text)])
  const none = { groups, elsewhere: null, list, lists: [], verb }
  if (q.length < 2 || list !== null) return none
  if (hasFilter(text)) return groups.length > 0 ? none : { ...none, ...(await listsWith(text)) }
  const lists = await listsOfWords(text)
  if (groups.length > 0 || lists.length > 0) return { ...none, lists }
  const other = await tryReadInOtherMode(findRecords, { q })
  const kinds = other?.ok ? other.value.groups.map(({ kind, items }) => ({ kind, count: items.length })) : []
  const elsewhere = other && kinds.length > 0 ? { mode: other.mode, kinds } : null
  const [understood] = await listsOfWords(text, { found: false })
  return { ...none, elsewhere, understood }
}

/** "refund pay_…" is an action and the ID that it is done with. */
function verbOf(text: string): { verb: SearchResponse['verb']; words: string } {
  const [, verb, id] = /^(refund|capture)\s+([a-z]+_[0-9A-Za-z]{2,14})$/i.exec(text) ?? []
  if (verb === undefined || id === undefined) return { verb: null, words: text }
  return { verb: verb.toLowerCase() === 'refund' ? 'refund' : 'capture', words: id }
}

/** The operation of each action, and the status of the payments that it changes. */
const ACTIONS = {
  refund: { operation: refundPayment, status: 'captured' },
  capture: { operation: capturePayment, status: 'authorized' },
} as const

/** How many payments an action with words is offered for. */
const OFFERED = 6

/** "refund asha" and "capture 1499 yesterday": the payments that the list of payments finds by the words. */
async function paymentsToChange(text: string): Promise<Pick<SearchResponse, 'groups' | 'verb'> | null> {
  const [, typed = '', words = ''] = /^(refund|capture)\s+(\S.*)$/i.exec(text) ?? []
  const verb = typed.toLowerCase() === 'capture' ? 'capture' : 'refund'
  const { operation, status } = ACTIONS[verb]
  const { permissions } = await requireStaff()
  if (words === '' || !permissions.has(operation.permission)) return null
  const { href, problems } = await findInList(anyList(paymentList), words)
  if (problems.length > 0) return null
  const query = {
    status,
    ...Object.fromEntries(new URL(href, 'http://localhost').searchParams),
  }
  const { items, total } = await readSelection(paymentList, query, OFFERED)
  const found = items.map(
    ({ id, email, contact, amount, currency, status, created_at }): FoundRecord => ({
      id,
      href: objectPath(id) ?? '/payments',
      text: email ?? contact,
      amount: Number(amount),
      currency,
      status,
      created_at,
      next: query.status === ACTIONS[verb].status ? verb : null,
    }),
  )
  const more = total > items.length ? `/payments?${new URLSearchParams(query)}` : null
  return found.length === 0 ? null : { groups: [{ kind: 'payment', items: found, more }], verb }
}

function hasFilter(text: string): boolean {
  return tokensOf(text).some(({ name }) => name !== null)
}

/** A list with filters: "payments status:failed", "payments failed". Null where no filter follows the name of a list. */
async function listOf(q: string): Promise<SearchResponse['list']> {
  const [, word = '', text = ''] = /^(\S+)\s+(.+)$/s.exec(q) ?? []
  const list = listNamed(word)
  if (list === undefined) return null
  const { permissions } = await requireStaff()
  const { permission } = list.operation
  if (permission !== null && !permissions.has(permission)) return null
  const found = await (hasFilter(text) ? findInList(list, text) : findWordsInList(list, text))
  return found && { title: list.title, ...found }
}

/** Filters without the name of a list: the lists that have all of them, or how to write it. */
async function listsWith(text: string): Promise<Pick<SearchResponse, 'list' | 'lists'>> {
  const readable = await readableLists()
  const read = await Promise.all(
    readable.map(async (list) => ({ title: list.title, ...(await findInList(list, text)) })),
  )
  const lists = read.filter(({ problems }) => problems.length === 0)
  if (lists.length > 0) return { list: null, lists: lists.map(({ problems: _, ...list }) => list) }
  // Where no list has a filter by these names, this was meant as words.
  const [name] = tokensOf(text).flatMap((token) => token.name ?? [])
  const known = readable.some(({ filters }) => termsOf({ filters }).some((term) => term.name === name))
  if (!known) return { list: null, lists: [] }
  const problem = 'No list has these filters. Begin with the name of a list: payments status:failed.'
  return { list: { title: '', href: '/search', text, problems: [problem] }, lists: [] }
}

/** Words that all are filters: "failed upi payments" leads to the list of payments. @param options also where they find nothing */
async function listsOfWords(text: string, options?: { found: false }): Promise<SearchResponse['lists']> {
  const found = await Promise.all(
    (await readableLists()).map(async (list) => {
      const read = await findWordsInList(list, text, options)
      return read === null ? [] : [{ title: list.title, href: read.href, text: read.text }]
    }),
  )
  return found.flat()
}

/** The lists that filters alone are offered in, in the order of the navigation; those of other pages need their names. */
async function readableLists() {
  const reader = await requireStaff()
  return NAV_GROUPS.flatMap(({ nouns }) => nouns)
    .filter((noun) => isOffered(noun, reader))
    .flatMap(({ href }) => LISTS.get(href) ?? [])
}
