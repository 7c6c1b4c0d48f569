/** The rows that are selected in a list: the ID of each, with the page on which it was selected. */
export type StoredSelection = ReadonlyMap<string, string>

/** The maximum number of rows that are selected one by one, as the filter `ids` takes them. */
export const MAX_SELECTED = 100

const PREFIX = 'selection '

/** Selected rows stay while their tab is open, under their list and its filters. */
export function readSelection(key: string): StoredSelection {
  try {
    const selected: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? '[]')
    return new Map(Array.isArray(selected) ? (selected as [string, string][]) : [])
  } catch {
    return new Map()
  }
}

/** A browser without storage keeps the selection of one page. */
export function writeSelection(key: string, selected: StoredSelection): void {
  try {
    if (selected.size === 0) sessionStorage.removeItem(PREFIX + key)
    else sessionStorage.setItem(PREFIX + key, JSON.stringify([...selected]))
  } catch {
    // As above.
  }
}

/**
 * The selection after a change of a page: what was selected on other pages, and what is selected on this one, as far as
 * there is room.
 * @param selected the selection before
 * @param rows the rows of the page, and whether each is selected
 * @param page the name of the page
 */
export function selectionAfter(
  selection: StoredSelection,
  rows: readonly { id: string; selected: boolean }[],
  page: string,
): { selected: StoredSelection; full: boolean } {
  const here = new Set(rows.map(({ id }) => id))
  const next = new Map([...selection].filter(([id]) => !here.has(id)))
  const selected = rows.filter((row) => row.selected)
  // Rows that were selected already come first, so that none makes way for another.
  for (const { id } of selected) {
    const before = selection.get(id)
    if (before !== undefined) next.set(id, before)
  }
  for (const { id } of selected) if (next.size < MAX_SELECTED && !next.has(id)) next.set(id, page)
  return { selected: next, full: selected.some(({ id }) => !next.has(id)) }
}
