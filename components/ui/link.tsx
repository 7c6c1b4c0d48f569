'use client'
import NextLink from 'next/link'
import { type ComponentProps, type ReactNode, useContext } from 'react'
import { withoutLinkLook } from './looks.ts'
import { OpenPages } from './open-pages.ts'

type LinkProps = ComponentProps<typeof NextLink> & {
  /** What stands in place of the link where the reader may not open the page, instead of its text. */
  closed?: ReactNode
}

/**
 * A link within the application; plain text where the reader may not open the page. Next would prefetch the page of each
 * link in view, a request for each row of a list; only the navigation prefetches, once a link is pointed at (nav-links.tsx).
 */
export function Link({ closed, ...props }: LinkProps) {
  const mayOpen = useContext(OpenPages)
  const { href, className, title, children } = props
  if (typeof href === 'string' && href.startsWith('/') && !mayOpen(href)) {
    if (closed) return closed
    return (
      <span title={title} className={withoutLinkLook(className)}>
        {children}
      </span>
    )
  }
  return <NextLink prefetch={false} {...props} />
}
