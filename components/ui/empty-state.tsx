import type { ReactNode } from 'react'
import { icon } from './icons.tsx'
import { Link } from './link.tsx'
import { LinkButton } from './link-button.tsx'
import { emptyPlace } from './looks.ts'

/** A list that was never used: its purpose, and the first step. */
export function NothingYet({
  title,
  children,
  action,
}: {
  title: string
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <section data-empty="" className={emptyPlace}>
      <EmptySlip />
      <h2 className="text-lead font-semibold">{title}</h2>
      <div className="mt-1 max-w-[52ch] text-ink-2">{children}</div>
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </section>
  )
}

/**
 * There are some, but none that the filters let through.
 * @param clearHref the list without filters; left out where none is set
 */
export function NothingFound({
  title,
  clearHref,
  children,
}: {
  title: string
  clearHref?: string
  children?: ReactNode
}) {
  return (
    <section data-empty="" className={emptyPlace}>
      <h2 className="text-lead font-semibold">{title}</h2>
      <div className="mt-1 max-w-[52ch] text-ink-2">{children ?? 'Change or clear the filters.'}</div>
      {clearHref !== undefined && (
        <div className="mt-4">
          <LinkButton href={clearHref}>Clear filters</LinkButton>
        </div>
      )}
    </section>
  )
}

/** Nothing at this URL in this account and mode. */
export function NothingHere({
  title,
  children,
  href,
  label,
  more,
}: {
  title: string
  children: ReactNode
  href: string
  label: string
  /** Another link, below the first. */
  more?: { href: string; label: string } | undefined
}) {
  return (
    <section data-empty="" className={emptyPlace}>
      <EmptySlip />
      <h1 className="text-title font-semibold">{title}</h1>
      <div className="mt-1 max-w-[52ch] text-ink-2 [&>p+p]:mt-2">{children}</div>
      <Link href={href} className="link mt-4">
        {label}
      </Link>
      {more && (
        <Link href={more.href} className="link mt-2">
          {more.label}
        </Link>
      )}
    </section>
  )
}

const Slip = icon('glyph-slip')

function EmptySlip() {
  return <Slip className="mb-4 h-11 w-18 text-line-strong" />
}
