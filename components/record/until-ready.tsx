import { headers } from 'next/headers'
import { type ReactNode, Suspense } from 'react'

/**
 * A part of a page that waits for its data. Someone who follows a link sees the fallback at once; a page that is
 * loaded as a document comes whole, since a part that is streamed later needs script to be put in its place.
 */
export async function UntilReady({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const followed = (await headers()).get('sec-fetch-dest') === 'empty'
  return followed ? <Suspense fallback={fallback}>{children}</Suspense> : children
}
