import { onSelection, rowBoxes, SELECTION } from '#components/ui/selection.ts'
import { readSelection, type StoredSelection, selectionAfter, writeSelection } from './stored-selection.ts'

export type Selected = {
  selected: StoredSelection
  /** The selected rows that are not on this page. */
  elsewhere: string[]
  isAll: boolean
  /** More rows were ticked than can be selected. */
  full: boolean
}

/** The box of every row that the filter finds. */
const ALL = 'all'

/** Ticks the boxes of a page that are selected, and tells the selection, now and after each change. @returns stops it */
export function followSelection(list: string, page: string, tell: (selected: Selected) => void): () => void {
  const form = document.querySelector<HTMLFormElement>(`form#${SELECTION}`)
  const stop = new AbortController()
  const { signal } = stop
  let selected = readSelection(list)
  const follow = () => {
    const boxes = rowBoxes()
    // Every row is selected while `all` is, and it goes with the first that is not.
    const all = form?.elements.namedItem(ALL) as HTMLInputElement | null
    if (all?.checked && boxes.some(({ checked }) => !checked)) all.checked = false
    const rows = boxes.map(({ value, checked }) => ({ id: value, selected: checked }))
    const after = selectionAfter(selected, rows, page)
    selected = after.selected
    writeSelection(list, selected)
    for (const box of boxes) box.checked = selected.has(box.value)
    const here = new Set(boxes.map(({ value }) => value))
    const elsewhere = [...selected.keys()].filter((id) => !here.has(id))
    const isAll = all?.checked ?? false
    tell({ selected, elsewhere, isAll, full: after.full && !isAll })
  }
  const selectPage = ({ target }: Event) => {
    if ((target as HTMLInputElement).name === ALL && (target as HTMLInputElement).checked)
      for (const box of rowBoxes()) box.checked = true
  }
  // Kept at once: the next page may read what is kept before `follow` runs.
  const clear = () => {
    selected = new Map()
    writeSelection(list, selected)
  }
  // What is done with the rows ends their selection; an export does nothing to them.
  const finish = ({ submitter }: SubmitEvent) => {
    if (!submitter?.getAttribute('formaction')?.endsWith('/export')) writeSelection(list, new Map())
  }
  for (const box of rowBoxes()) if (selected.has(box.value)) box.checked = true
  follow()
  // The box that selects the page follows, too.
  rowBoxes()[0]?.dispatchEvent(new Event('change', { bubbles: true }))
  form?.addEventListener('change', selectPage, { signal })
  form?.addEventListener('reset', clear, { signal })
  form?.addEventListener('submit', finish, { signal })
  const stopFollowing = onSelection(follow)
  return () => {
    stop.abort()
    stopFollowing()
  }
}
