import { headers } from 'next/headers'
import { ERROR_PAGE_HEADER, ERROR_PAGES, type ErrorPage } from '#lib/values/error-page.ts'

export type RequestedErrorPage = { status: ErrorPage; path: string }

/** Which error a layout shows in place of its page; null for the page (lib/server/error-pages.ts). */
export async function requestedErrorPage(): Promise<RequestedErrorPage | null> {
  const sent = await headers()
  const status = ERROR_PAGES.find((one) => String(one) === sent.get(ERROR_PAGE_HEADER))
  return status === undefined ? null : { status, path: sent.get('x-counterfoil-path') ?? '/' }
}
