import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Id } from './id.tsx'
import { Link } from './link.tsx'

/** What can be done with a record or on a page. What destroys comes last, and stands apart (css/looks.css). */
export function Actions({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'actions base:ml-auto flex flex-wrap base:gap-2 base:max-phone:ml-0 print:hidden',
        className,
      )}
    >
      {children}
    </div>
  )
}

/** The head of a page: its name, and what can be done at the right. */
export function PageHead({
  title,
  actions,
  wide,
  children,
}: {
  title: string
  actions?: ReactNode
  /** Figures side by side: the page is wider than a record or a form. */
  wide?: true
  children?: ReactNode
}) {
  return (
    <header data-wide={wide && ''} className="mb-3.5 flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0">
        <h1 className="text-title font-semibold tracking-[-0.012em]">{title}</h1>
        {children && <div className="text-ink-2">{children}</div>}
      </div>
      {actions && <Actions className="ml-auto">{actions}</Actions>}
    </header>
  )
}

type CrumbsProps = {
  href: string
  label: string
  id: string
  /** A familiar name, where the id alone is not enough. */
  name?: string
}

/** Where a record is: "Payments / pay_…". */
export function Crumbs({ href, label, id, name }: CrumbsProps) {
  return (
    <nav aria-label="Breadcrumb" className="mb-2.5 text-ink-3">
      <ol className="flex flex-wrap items-center gap-1.5">
        <li>
          <Link href={href} className="hover:text-ink hover:underline">
            {label}
          </Link>
        </li>
        <li aria-hidden="true">/</li>
        <li aria-current="page">
          {name === undefined ? (
            <Id value={id} />
          ) : (
            <span className="line-clamp-1 max-w-80 wrap-anywhere">{name}</span>
          )}
        </li>
      </ol>
    </nav>
  )
}
