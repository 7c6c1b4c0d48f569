import type { ReactNode } from 'react'

/** Names and what they hold, in two columns. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>
}

/** One line of it. Null or undefined is shown as a dash; leave the entry out when it cannot apply. */
export function Entry({ term, children }: { term: ReactNode; children: ReactNode }) {
  const empty = children === null || children === undefined || children === ''
  return (
    <>
      <dt>{term}</dt>
      <dd>{empty ? <span className="text-ink-3">—</span> : children}</dd>
    </>
  )
}
