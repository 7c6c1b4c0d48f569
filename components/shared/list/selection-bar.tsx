'use client'
import Link from 'next/link'
import { type ReactNode, useEffect, useState } from 'react'
import { quietLink } from '#components/ui/looks.ts'
import { onSelection, rowBoxes, SELECTION, selectRange } from '#components/ui/selection.ts'
import { type Kept, MAX_SELECTED, readKept, selectionAfter, writeKept } from './kept-selection.ts'
import { useSelectionText } from './use-selection-text.ts'

type SelectionBarProps = {
  path: string
  /** The filters of the list, as search params: rows stay selected on all of its pages. */
  filters: string
  /** What tells this list with these filters from others, and this page of it. */
  list: string
  page: string
  className: string
  /** The box that selects every row that the filter finds, named `all`; null if the page has them all. */
  all: ReactNode
  /** The count and sums of every row. */
  allText: string
  /** The filters, for the rows that are beyond the page, and the actions. */
  children: ReactNode
}

const ALL = 'all'

/** The actions on selected rows: a form that the boxes of the rows belong to. It shows while there are any. */
export function SelectionBar({
  path,
  filters,
  list,
  page,
  className,
  all,
  allText,
  children,
}: SelectionBarProps) {
  const { kept, elsewhere, isAll, full } = useSelection(list, page)
  const ids = isAll ? [] : [...kept.keys()]
  const pages = new Set(kept.values()).size
  const text = useSelectionText(path, filters, ids, pages)
  return (
    <form id={SELECTION} aria-label="Selection" className={className}>
      <span role="status" className="num text-table">
        {isAll ? allText : text}
        {full && ` · ${MAX_SELECTED} is the maximum`}
      </span>
      {/* Rows of other pages: boxes, so that the bar shows and the form sends them. */}
      {elsewhere.map((id) => (
        <input key={id} type="checkbox" name="ids" value={id} checked readOnly hidden />
      ))}
      {all}
      {elsewhere.length > 0 && !isAll && (
        <Link href={showHref(path, filters, ids)} prefetch={false} className={quietLink}>
          Show selected
        </Link>
      )}
      {children}
    </form>
  )
}

function showHref(path: string, filters: string, ids: string[]): string {
  const search = new URLSearchParams(filters)
  search.set('ids', ids.join(','))
  return `${path}?${search}`
}

type Selected = { kept: Kept; elsewhere: string[]; isAll: boolean; full: boolean }

/** The selected rows: those of this page as the boxes have them, and those of other pages of the list. */
function useSelection(list: string, page: string) {
  const [selection, setSelection] = useState<Selected>({
    ...{ kept: new Map<string, string>(), elsewhere: [], isAll: false, full: false },
  })
  useEffect(() => {
    const form = document.querySelector<HTMLFormElement>(`form#${SELECTION}`)
    const all = () => form?.elements.namedItem(ALL) as HTMLInputElement | null
    let kept = readKept(list)
    for (const box of rowBoxes()) if (kept.has(box.value)) box.checked = true
    const follow = () => {
      const boxes = rowBoxes()
      // Every row is selected while `all` is, and it goes with the first that is not.
      const box = all()
      if (box?.checked && boxes.some(({ checked }) => !checked)) box.checked = false
      const isAll = box?.checked ?? false
      const rows = boxes.map(({ value, checked }) => ({ id: value, selected: checked }))
      const after = selectionAfter(kept, rows, page)
      kept = after.kept
      writeKept(list, kept)
      for (const one of boxes) one.checked = kept.has(one.value)
      const here = new Set(boxes.map(({ value }) => value))
      const elsewhere = [...kept.keys()].filter((id) => !here.has(id))
      setSelection({ kept, elsewhere, isAll, full: after.full && !isAll })
    }
    const selectPage = ({ target }: Event) => {
      if ((target as HTMLInputElement).name === ALL && (target as HTMLInputElement).checked)
        for (const box of rowBoxes()) box.checked = true
    }
    const clear = () => {
      kept = new Map()
    }
    // What is done with the rows ends their selection; an export does nothing to them.
    const finish = ({ submitter }: SubmitEvent) => {
      if (!submitter?.getAttribute('formaction')?.endsWith('/export')) writeKept(list, new Map())
    }
    follow()
    // The box that selects the page follows, too.
    rowBoxes()[0]?.dispatchEvent(new Event('change', { bubbles: true }))
    form?.addEventListener('change', selectPage)
    form?.addEventListener('reset', clear)
    form?.addEventListener('submit', finish)
    document.addEventListener('click', selectRange)
    const stop = onSelection(follow)
    return () => {
      form?.removeEventListener('change', selectPage)
      form?.removeEventListener('reset', clear)
      form?.removeEventListener('submit', finish)
      document.removeEventListener('click', selectRange)
      stop()
    }
  }, [list, page])
  return selection
}
