import { takeByNetwork } from '#lib/auth/limits.ts'

/** Pages that open without signing in. */
const PUBLIC = /^\/(bill|refund|statement|checkout|docs|login|consent|invitation|password)(\/|$)/
/** The waiting page asks this every few seconds; it counts by itself (lib/surfaces/payer.ts). */
const POLLED = /^\/checkout\/[^/]+\/wait\/[^/]+\/status$/
/** A file that is made for each request. */
const FILE = /^\/bill\/[^/]+\/pdf$/

/**
 * Counts a look at a page by someone who has not signed in, by network: it costs a rendering, and mostly a query.
 * @param hasSession whether the request brings a cookie of a sign-in, which is judged by the page
 * @returns the seconds to wait when it is one too many, else 0
 */
export function waitForPage(pathname: string, address: string | null, hasSession: boolean): number {
  if (POLLED.test(pathname)) return 0
  if (!PUBLIC.test(pathname) && hasSession) return 0
  const wait = takeByNetwork('public_pages', address)
  if (wait > 0) return wait
  return FILE.test(pathname) ? takeByNetwork('public_files', address) : 0
}
