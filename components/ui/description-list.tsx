import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Terms and their values, in two columns. */
export function DescriptionList({ className, children }: { className?: string; children: ReactNode }) {
  return <dl className={classNames(LIST, className)}>{children}</dl>
}

const LIST =
  'grid grid-cols-[var(--term,80px)_minmax(0,1fr)] gap-x-2.5 gap-y-[7px] text-[0.8125rem] [&_dd]:wrap-anywhere [&_dt]:text-ink-3'

/** One line of it. Null, undefined, false or an empty text is shown as a dash; leave the entry out when it cannot apply. */
export function Entry({ term, children }: { term: ReactNode; children: ReactNode }) {
  const empty = children === null || children === undefined || children === false || children === ''
  return (
    <>
      <dt>{term}</dt>
      <dd>{empty ? <span className="text-ink-3">—</span> : children}</dd>
    </>
  )
}
