import type { ReactNode } from 'react'
import { checkbox } from './looks.ts'
import { SELECTION } from './selection.ts'

/** The first cell of a row that can be selected. @param name what is selected, if its ID says little */
export function SelectRow({ id, name = id, children }: { id: string; name?: string; children: ReactNode }) {
  return (
    <span className="select-row">
      <input
        type="checkbox"
        form={SELECTION}
        name="ids"
        value={id}
        aria-label={`Select ${name}`}
        className={checkbox}
      />
      {children}
    </span>
  )
}

/** The head of the column with the boxes; its own selects every row of the page, or none (listeners.tsx). Without script there is only its room. */
export function SelectPage({ children }: { children: ReactNode }) {
  return (
    <span className="select-row">
      <input
        type="checkbox"
        form={SELECTION}
        data-select-page=""
        aria-label="Select all on this page"
        className={`${checkbox} noscript:invisible`}
      />
      {children}
    </span>
  )
}
