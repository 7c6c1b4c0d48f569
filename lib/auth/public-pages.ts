import { takeByNetwork, waitOf } from '#lib/auth/limits.ts'
import { networkOf } from '#lib/auth/network.ts'

/** Pages that open without signing in. */
const PUBLIC = /^\/(bill|refund|statement|checkout|docs|login|consent|invitation|password)(\/|$)/
/** The waiting page asks this every few seconds; it counts by itself (lib/surfaces/payer.ts). */
const POLLED = /^\/checkout\/[^/]+\/wait\/[^/]+\/status$/
/** A file that is made for each request. */
const FILE = /^\/bill\/[^/]+\/pdf$/
/** What is opened by a secret in its address. */
const BY_CODE = /^\/(bill|refund|statement|invitation|password\/[^/]+)(\/|$)/

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
  if (BY_CODE.test(pathname)) {
    const held = waitOf('wrong_links', networkOf(address))
    if (held > 0) return held
  }
  return FILE.test(pathname) ? takeByNetwork('public_files', address) : 0
}

/** Counts a link of a bill, of a refund or of an invitation, or a code of a statement, that does not exist. */
export function countWrongLink(address: string | null): void {
  takeByNetwork('wrong_links', address)
}
