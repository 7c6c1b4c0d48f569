import { headers } from 'next/headers'
import type { ReactElement } from 'react'
import type { BillPageProps } from '#components/bills/document/bill-page.tsx'
import { currentPreferences } from '#lib/auth/staff.ts'
import { pageStyles } from '#lib/stylesheet.ts'
import { PRIVATE_DOCUMENT } from '#lib/surfaces/customer-link.ts'

/** The options of every document below this route. */
export async function pageOf(): Promise<Pick<BillPageProps, 'theme' | 'nonce' | 'styles'>> {
  const { theme } = await currentPreferences()
  return { theme, nonce: (await headers()).get('x-nonce') ?? '', styles: stylesOf() }
}

function stylesOf(): string {
  return pageStyles('components/bills/document/bill-page.css', 'components/bills/document/bill-paper.css')
}

/** Responds with the document alone, without scripts. */
export async function documentOf(page: ReactElement, status: number): Promise<Response> {
  // Next forbids this module in pages; route handlers may use it.
  const { renderToStaticMarkup } = await import('react-dom/server')
  return new Response(`<!doctype html>${renderToStaticMarkup(page)}`, {
    status,
    headers: { ...PRIVATE_DOCUMENT, 'content-type': 'text/html; charset=utf-8' },
  })
}
