import type { ReactNode } from 'react'
import { Link } from '#components/ui/link.tsx'

type TabPanelProps = {
  title: string
  /** How many there are in all, and how many are shown. */
  total: number
  shown: number
  /** The whole list, when not all of them are shown here. */
  listHref?: string
  empty: ReactNode
  children: ReactNode
}

/** One kind of records of a customer; the head of its table has the color of the slip. */
export function TabPanel({ title, total, shown, listHref, empty, children }: TabPanelProps) {
  return (
    <section aria-label={title} className="[--paper:var(--surface)]">
      {shown === 0 ? (
        <p className="mt-3 max-w-[60ch] text-ink-2">{empty}</p>
      ) : (
        <>
          {children}
          <p className="mt-3 text-table text-ink-2">
            {total > shown && `The latest ${shown} of ${total}. `}
            {listHref && (
              <Link href={listHref} className="link">
                View all
              </Link>
            )}
          </p>
        </>
      )}
    </section>
  )
}
