import { headers } from 'next/headers'
import type { ReactElement } from 'react'
import { BillDocument } from '#components/bills/paper/bill-document.tsx'
import { BillMissing } from '#components/bills/paper/bill-missing.tsx'
import { currentPreferences } from '#lib/auth/staff.ts'
import { fetchBillForCustomer } from '#lib/domain/bills/fetch-for-customer.ts'
import { sheetOf } from '#lib/paper/bill-sheet.ts'
import { rollLength } from '#lib/paper/roll-length.ts'
import { PRIVATE_PAPER, readByToken } from '#lib/surfaces/bill.ts'
import { stylesheet } from '#lib/surfaces/stylesheet.ts'

type Context = { params: Promise<{ token: string }> }

/**
 * The public page of a bill. A route and not a page: what Next makes of a page always brings scripts, and this one has
 * none, so that it prints anywhere and its policy can forbid them all.
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { token } = await params
  const found = await readByToken(fetchBillForCustomer, token)
  const { theme } = await currentPreferences()
  const page = { theme, nonce: (await headers()).get('x-nonce') ?? '', styles: stylesOf() }
  if (!found) return documentOf(<BillMissing {...page} />, 404)

  const { bill, seller } = found
  const roll = new URL(request.url).searchParams.get('paper') === '80'
  const length = roll ? rollLength(sheetOf(bill, seller)) : 0
  const styles = roll ? `${page.styles}@page{size:80mm ${length}mm;margin:3mm 4mm}` : page.styles
  return documentOf(
    <BillDocument
      {...page}
      styles={styles}
      bill={bill}
      seller={seller}
      path={`/bill/${token}`}
      roll={roll}
    />,
    200,
  )
}

function stylesOf(): string {
  return [
    stylesheet('components/ui/css/tokens.css'),
    stylesheet('components/bills/paper/bill-page.css'),
    stylesheet('components/bills/paper/bill-paper.css'),
  ].join('')
}

async function documentOf(page: ReactElement, status: number): Promise<Response> {
  // Next keeps this module from what it makes pages of; it is meant for routes such as this one.
  const { renderToStaticMarkup } = await import('react-dom/server')
  return new Response(`<!doctype html>${renderToStaticMarkup(page)}`, {
    status,
    headers: { ...PRIVATE_PAPER, 'content-type': 'text/html; charset=utf-8' },
  })
}
