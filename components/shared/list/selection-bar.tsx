'use client'
import { type ReactNode, useEffect, useState } from 'react'
import { onSelection, rowBoxes, SELECTION, selectRange } from '#components/ui/selection.ts'
import { useSelectionText } from './use-selection-text.ts'

type SelectionBarProps = {
  path: string
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
export function SelectionBar({ path, className, all, allText, children }: SelectionBarProps) {
  const { ids, isAll } = useSelection()
  const text = useSelectionText(path, isAll ? [] : ids)
  return (
    <form id={SELECTION} aria-label="Selection" className={className}>
      <span role="status" className="num text-table">
        {isAll ? allText : text}
      </span>
      {all}
      {children}
    </form>
  )
}

/** The selected rows as the boxes have them. */
function useSelection() {
  const [selection, setSelection] = useState<{ ids: string[]; isAll: boolean }>({ ids: [], isAll: false })
  useEffect(() => {
    const form = document.querySelector<HTMLFormElement>(`form#${SELECTION}`)
    const all = () => form?.elements.namedItem(ALL) as HTMLInputElement | null
    // Every row is selected while `all` is, and it goes with the first that is not.
    const follow = () => {
      const ids = rowBoxes().flatMap((box) => (box.checked ? box.value : []))
      const box = all()
      if (box?.checked && ids.length < rowBoxes().length) box.checked = false
      setSelection({ ids, isAll: box?.checked ?? false })
    }
    const selectPage = ({ target }: Event) => {
      if ((target as HTMLInputElement).name === ALL && (target as HTMLInputElement).checked)
        for (const box of rowBoxes()) box.checked = true
    }
    follow()
    form?.addEventListener('change', selectPage)
    document.addEventListener('click', selectRange)
    const stop = onSelection(follow)
    return () => {
      form?.removeEventListener('change', selectPage)
      document.removeEventListener('click', selectRange)
      stop()
    }
  }, [])
  return selection
}
