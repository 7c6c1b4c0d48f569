/** The rows that are selected in a list: the ID of each, with the page on which it was selected. */
export type Kept = ReadonlyMap<string, string>

/** The maximum number of rows that are selected one by one, as the filter `ids` takes them. */
export const MAX_SELECTED = 100

const PREFIX = 'selection '

/** Selected rows stay while their tab is open, under their list and its filters. */
export function readKept(key: string): Kept {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? '[]')
    return new Map(Array.isArray(kept) ? (kept as [string, string][]) : [])
  } catch {
    return new Map()
  }
}

/** A browser without storage keeps the selection of one page. */
export function writeKept(key: string, kept: Kept): void {
  try {
    if (kept.size === 0) sessionStorage.removeItem(PREFIX + key)
    else sessionStorage.setItem(PREFIX + key, JSON.stringify([...kept]))
  } catch {
    // As above.
  }
}

/**
 * The selection after a change of a page: what was selected on other pages, and what is selected on this one, as far as
 * there is room.
 * @param kept the selection before
 * @param rows the rows of the page, and whether each is selected
 * @param page the name of the page
 */
export function selectionAfter(
  kept: Kept,
  rows: readonly { id: string; selected: boolean }[],
  page: string,
): { kept: Kept; full: boolean } {
  const here = new Set(rows.map(({ id }) => id))
  const next = new Map([...kept].filter(([id]) => !here.has(id)))
  const selected = rows.filter((row) => row.selected)
  // Rows that were selected already come first, so that none makes way for another.
  for (const { id } of selected) {
    const before = kept.get(id)
    if (before !== undefined) next.set(id, before)
  }
  for (const { id } of selected) if (next.size < MAX_SELECTED && !next.has(id)) next.set(id, page)
  return { kept: next, full: selected.some(({ id }) => !next.has(id)) }
}
