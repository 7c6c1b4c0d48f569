import { headers } from 'next/headers'
import type { ReactElement } from 'react'
import { meansOf, referencesOf } from '#app/checkout/payment-method-labels.ts'
import { RefundDocument, RefundMissing } from '#components/refunds/document/refund-document.tsx'
import { currentPreferences } from '#lib/auth/staff.ts'
import { fetchRefundForCustomer } from '#lib/domain/refunds/fetch-for-customer.ts'
import { pageStyles } from '#lib/stylesheet.ts'
import { PRIVATE_DOCUMENT, readRefundByToken } from '#lib/surfaces/customer-link.ts'
import { pageLanguage, pageText } from '#lib/surfaces/language.ts'

type Context = { params: Promise<{ token: string }> }

/** The page where a customer follows a refund. A route and not a page, as that of a bill: it has no script. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { token } = await params
  const [found, t, language, { theme }] = await Promise.all([
    readRefundByToken(fetchRefundForCustomer, token),
    pageText(),
    pageLanguage(),
    currentPreferences(),
  ])
  const nonce = (await headers()).get('x-nonce') ?? ''
  const styles = pageStyles('components/refunds/document/refund-page.css')
  const page = { language, theme, nonce, styles, path: `/refund/${token}` }
  if (!found) return documentOf(<RefundMissing {...page} />, 404)
  const words = { means: meansOf(t, found.payment), references: referencesOf(t, found) }
  return documentOf(<RefundDocument {...page} refund={found} {...words} />, 200)
}

async function documentOf(page: ReactElement, status: number): Promise<Response> {
  // Next forbids this module in pages; route handlers may use it.
  const { renderToStaticMarkup } = await import('react-dom/server')
  return new Response(`<!doctype html>${renderToStaticMarkup(page)}`, {
    status,
    headers: { ...PRIVATE_DOCUMENT, 'content-type': 'text/html; charset=utf-8' },
  })
}
