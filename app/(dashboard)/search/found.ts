import type { SearchResponse } from '#components/search/search-labels.ts'
import { findRecords } from '#lib/domain/search/find-records.ts'
import { read, tryReadInOtherMode } from '#lib/surfaces/page.ts'

/** What the search box and the palette find: the records of this mode, or how many kinds the other mode has. */
export async function foundBy(typed: string): Promise<SearchResponse> {
  const q = typed.trim().slice(0, 128)
  const { groups } = await read(findRecords, { q })
  if (groups.length > 0 || q.length < 2) return { groups, elsewhere: null }
  const other = await tryReadInOtherMode(findRecords, { q })
  const kinds = other?.ok ? other.value.groups.map(({ kind, items }) => ({ kind, count: items.length })) : []
  const elsewhere = other && kinds.length > 0 ? { mode: other.mode, kinds } : null
  return { groups, elsewhere }
}
