import NextLink from 'next/link'
import type { ComponentProps } from 'react'

/**
 * A link within the application. Next would prefetch the page of each link in view, a request for each row of a list;
 * only the navigation prefetches, once a link is pointed at (nav-links.tsx).
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />
}
