'use client'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link } from '#components/ui/link.tsx'
import { quietLink } from '#components/ui/looks.ts'
import { SELECTION, selectRange } from '#components/ui/selection.ts'
import { listCountText } from './count-text.ts'
import type { Selected } from './follow-selection.ts'

/** Its script comes with the first selected row. */
const SelectionSums = lazy(() => import('./selection-sums.tsx'))

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
  const { selected, elsewhere, isAll, full } = useSelection(list, page)
  const ids = isAll ? [] : [...selected.keys()]
  const pages = new Set(selected.values()).size
  return (
    // A reload selects nothing: the boxes are of this form, wherever they are.
    <form id={SELECTION} aria-label="Selection" autoComplete="off" className={className}>
      <span role="status" className="num text-table">
        {isAll && allText}
        {ids.length > 0 && (
          <Suspense fallback={listCountText(ids.length, pages)}>
            <SelectionSums
              url={`/selection${path}?${filters}&ids=${ids}&pages=${pages}`}
              count={ids.length}
              pages={pages}
            />
          </Suspense>
        )}
        {full && ` · ${ids.length} is the maximum`}
      </span>
      {/* Rows of other pages: boxes, so that the bar shows and the form sends them. */}
      {elsewhere.map((id) => (
        <input key={id} type="checkbox" name="ids" value={id} checked readOnly hidden />
      ))}
      {all}
      {elsewhere.length > 0 && !isAll && (
        <Link href={`${path}?${filters}&ids=${ids}`} className={quietLink}>
          Show selected
        </Link>
      )}
      {children}
    </form>
  )
}

/** The selected rows: those of this page as the boxes have them, and those of other pages of the list. */
function useSelection(list: string, page: string) {
  const [selection, setSelection] = useState<Selected>({
    selected: new Map<string, string>(),
    elsewhere: [],
    isAll: false,
    full: false,
  })
  useEffect(() => {
    let stop: (() => void) | null | undefined
    // Its script comes after those of the list; boxes that were ticked meanwhile count.
    void import('./follow-selection.ts').then(({ followSelection }) => {
      if (stop === undefined) stop = followSelection(list, page, setSelection)
    })
    // At once, for a range that begins with the first click.
    document.addEventListener('click', selectRange)
    return () => {
      document.removeEventListener('click', selectRange)
      stop?.()
      stop = null
    }
  }, [list, page])
  return selection
}
