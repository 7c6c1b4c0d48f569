import type { ReactNode } from 'react'
import { pageMarkup } from '#lib/values/page-markup.ts'
import { Link } from './link.tsx'
import { withoutLinkLook } from './looks.ts'
import { markupOf, NeedsReact } from './markup.ts'
import { StaticMarkup } from './static-markup.tsx'

type StaticProps = {
  as: 'div' | 'table' | 'details' | 'ul' | 'form'
  className?: string | undefined
  /** Of `details`: unfolded. */
  open?: boolean
  /** Whether the reader may open a page: a link to another is its text. */
  mayOpen?: (path: string) => boolean
  children: ReactNode
}

/**
 * A part of a page that React knows as one text and not by element, such as the rows of a list: a tenth of the work, and a
 * page has it once, where React's copy of the page would have it again (docs/decisions/0023-dashboard.md). It holds plain
 * components only; one that needs a browser makes all of it React's.
 */
export function Static({ as, className, mayOpen = () => true, children, ...attributes }: StaticProps) {
  const html = htmlOf(children, mayOpen)
  if (html === null) {
    const Tag = as
    return (
      <Tag className={className} {...attributes}>
        {children}
      </Tag>
    )
  }
  const page = pageMarkup()
  const at = crypto.randomUUID().slice(0, 13)
  page?.set(at, html)
  return <StaticMarkup {...{ as, at, className }} html={page ? undefined : html} {...attributes} />
}

function htmlOf(children: ReactNode, mayOpen: (path: string) => boolean): string | null {
  try {
    return markupOf(
      children,
      new Map([[Link, (props: LinkProps) => <PlainLink {...props} mayOpen={mayOpen} />]]),
    )
  } catch (error) {
    if (error instanceof NeedsReact) return null
    throw error
  }
}

type LinkProps = Parameters<typeof Link>[0]

/** As `Link`: the listeners of the page open it within the application (listeners.tsx). */
function PlainLink({ closed, href, scroll, ...props }: LinkProps & { mayOpen: (path: string) => boolean }) {
  const { mayOpen, ...attributes } = props
  const { className, title, children } = attributes
  const address = String(href)
  if (address.startsWith('/') && !mayOpen(address)) {
    if (closed) return closed
    return (
      <span title={title} className={withoutLinkLook(className)}>
        {children}
      </span>
    )
  }
  return <a href={address} data-scroll={scroll === false ? 'no' : undefined} {...attributes} />
}
