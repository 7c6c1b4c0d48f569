import type { ReactNode } from 'react'
import { ChevronLeft, ChevronRight, ChevronsLeft } from '#components/ui/icons.tsx'
import { Link } from './link.tsx'
import { LinkButton } from './link-button.tsx'
import { buttonLook } from './looks.ts'
import { hrefWith, PLACE, type Query } from './query.ts'

export const PAGE_SIZES = [25, 50, 100] as const

type PagerProps = {
  path: string
  query: Query
  size: number
  /** The first and last id shown; the neighbours begin next to them. */
  firstId: string | undefined
  lastId: string | undefined
  hasNewer: boolean
  hasOlder: boolean
  /** Whether the rows are in another order than the newest first. */
  sorted?: boolean
  /** At the left: "1 to 25 of 142". */
  children?: ReactNode
}

/** Pages by the ids at their edges: the same cost at any depth, and nothing slips when new rows come in. */
export function Pager({
  path,
  query,
  size,
  firstId,
  lastId,
  hasNewer,
  hasOlder,
  sorted,
  children,
}: PagerProps) {
  const newer = hasNewer && firstId ? hrefWith(path, query, { ...PLACE, ending_before: firstId }) : null
  const older = hasOlder && lastId ? hrefWith(path, query, { ...PLACE, starting_after: lastId }) : null
  const [before, after] = sorted ? ['Previous', 'Next'] : ['Newer', 'Older']
  return (
    <nav
      aria-label="Pages"
      data-list-control="pages"
      className="print:hidden flex flex-wrap items-center gap-x-4 gap-y-2 px-1 py-2.5 text-table text-ink-2"
    >
      <span className="num">{children}</span>
      <ul aria-label="Rows per page" className="ml-auto flex items-center gap-1">
        {PAGE_SIZES.map((option) => (
          <li key={option}>
            <Link
              href={hrefWith(path, query, { ...PLACE, count: option })}
              aria-current={option === size ? 'true' : undefined}
              aria-label={`${option} rows per page`}
              data-step={`${option} rows per page`}
              className="page-size"
            >
              {option}
            </Link>
          </li>
        ))}
      </ul>
      <span className="flex gap-1.5">
        <Step
          href={newer ? hrefWith(path, query, PLACE) : null}
          label="First page"
          icon={<ChevronsLeft aria-hidden="true" />}
        />
        <Step href={newer} label={before} icon={<ChevronLeft aria-hidden="true" />} rel="prev">
          {before}
        </Step>
        <Step href={older} label={after} icon={<ChevronRight aria-hidden="true" />} rel="next" after>
          {after}
        </Step>
      </span>
    </nav>
  )
}

type StepProps = {
  href: string | null
  label: string
  icon: ReactNode
  rel?: string
  after?: boolean
  children?: ReactNode
}

function Step({ href, label, icon, rel, after, children }: StepProps) {
  const content = (
    <>
      {!after && icon}
      {children ?? <span className="sr-only">{label}</span>}
      {after && icon}
    </>
  )
  const size = children ? 'default' : 'icon'
  if (href) {
    return (
      <LinkButton href={href} size={size} rel={rel} data-step={label}>
        {content}
      </LinkButton>
    )
  }
  return (
    <span className={buttonLook({ size })} aria-disabled="true">
      {content}
    </span>
  )
}
