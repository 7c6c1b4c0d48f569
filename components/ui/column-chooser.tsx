import type { ReactNode } from 'react'
import { ArrowUp, Columns3 } from '#components/ui/icons.tsx'
import { Button } from './button.tsx'
import { Link } from './link.tsx'
import { checkbox, quietLink } from './looks.ts'
import { hrefWith, PLACE, type Query } from './query.ts'
import { Static } from './static.tsx'
import { ROOM } from './table.tsx'

/** The search param of the chosen columns, and that of the one that moves up. */
export const COLUMNS = 'cols'
export const UP = 'up'

type ColumnChooserProps = {
  path: string
  query: Query
  mayOpen?: ((path: string) => boolean) | undefined
  /** All columns but the first, which heads the rows: those that are shown come first, in their order. */
  columns: {
    key: string
    label: ReactNode
    shown: boolean
    /** The class of a note where the table has no room for it; null where it always has. */
    missing: string | null
  }[]
}

/**
 * Chooses and orders the columns of a table, above it: a plain form, whose result is in the URL and can be saved as a
 * view.
 */
export function ColumnChooser({ path, query, mayOpen, columns }: ColumnChooserProps) {
  const remaining = Object.entries(query).filter(([name]) => name !== COLUMNS && !(name in PLACE))
  return (
    <Static as="details" className={`${ROOM} print:hidden relative text-table`} {...(mayOpen && { mayOpen })}>
      {/* At the end of the line above, which leaves room for it. */}
      <summary
        className={`${quietLink} absolute right-0 bottom-full mb-[5px] flex w-fit cursor-pointer items-center gap-1`}
      >
        <Columns3 aria-hidden="true" className="size-3.5" /> Columns
      </summary>
      <form action={path} className="mb-1 grid gap-2 rounded-slip border border-line bg-surface p-3.5">
        {remaining.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <fieldset>
          <legend className="mb-1 text-small font-[540] text-ink-2">Columns, in their order</legend>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-x-6 gap-y-1">
            {columns.map(({ key, label, shown, missing }, at) => (
              <li key={key} className="flex min-h-[26px] items-center gap-2">
                <label className="flex flex-1 items-center gap-2">
                  <input
                    type="checkbox"
                    name={COLUMNS}
                    value={key}
                    defaultChecked={shown}
                    autoComplete="off"
                    className={checkbox}
                  />
                  <span className="[&>.sr-only]:not-sr-only">{label}</span>
                  {missing !== null && (
                    <span className={`text-small text-ink-3 ${missing}`}>shown in a wider window</span>
                  )}
                </label>
                {shown && at > 0 && (
                  <Button type="submit" name={UP} value={key} variant="quiet" size="small">
                    <ArrowUp aria-hidden="true" />
                    <span className="sr-only">Move up: {label}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </fieldset>
        <div className="flex items-center gap-3">
          <Button type="submit" variant="primary">
            Apply columns
          </Button>
          <Link href={hrefWith(path, query, { ...PLACE, [COLUMNS]: null })} className={quietLink}>
            Reset columns
          </Link>
        </div>
      </form>
    </Static>
  )
}
