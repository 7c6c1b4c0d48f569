import { findInList } from '#app/(dashboard)/list-page.tsx'
import { listNamed } from '#app/(dashboard)/lists.ts'
import type { SearchResponse } from '#components/search/search-labels.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { findRecords } from '#lib/domain/search/find-records.ts'
import { read, tryReadInOtherMode } from '#lib/surfaces/page.ts'
import { tokensOf } from '#lib/values/filter-text.ts'

/** What the search box and the palette find: the records of this mode, or how many kinds the other mode has. */
export async function foundBy(typed: string): Promise<SearchResponse> {
  const text = typed.trim()
  const q = text.slice(0, 128)
  const [{ groups }, list] = await Promise.all([read(findRecords, { q }), listOf(text)])
  if (groups.length > 0 || q.length < 2 || list !== null) return { groups, elsewhere: null, list }
  const other = await tryReadInOtherMode(findRecords, { q })
  const kinds = other?.ok ? other.value.groups.map(({ kind, items }) => ({ kind, count: items.length })) : []
  const elsewhere = other && kinds.length > 0 ? { mode: other.mode, kinds } : null
  return { groups, elsewhere, list }
}

/** A list with filters: "payments status:failed amount:>500". Null where no filter follows the name of a list. */
async function listOf(q: string): Promise<SearchResponse['list']> {
  const [, word = '', text = ''] = /^(\S+)\s+(.+)$/s.exec(q) ?? []
  const list = listNamed(word)
  if (list === undefined || !tokensOf(text).some(({ name }) => name !== null)) return null
  const { permissions } = await requireStaff()
  const { permission } = list.operation
  if (permission !== null && !permissions.has(permission)) return null
  return { title: list.title, ...(await findInList(list, text)) }
}
