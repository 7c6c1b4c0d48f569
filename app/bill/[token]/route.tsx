import { BillDocument } from '#components/bills/document/bill-document.tsx'
import { BillMissing } from '#components/bills/document/bill-missing.tsx'
import { fetchBillForCustomer } from '#lib/domain/bills/fetch.ts'
import type { Bill, Seller } from '#lib/domain/bills/schema.ts'
import { layoutOf, rollLength } from '#lib/print/bill-layout.ts'
import { documentResponse, readByToken } from '#lib/surfaces/customer-link.ts'
import type { Language } from '#lib/values/language.ts'
import { billPageOptions } from './bill-page-options.ts'

type Context = { params: Promise<{ token: string }> }

/**
 * The public page of a bill. A route and not a page: what Next makes of a page always brings scripts, and this one has
 * none, so that it prints anywhere and its policy can forbid them all.
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { token } = await params
  const found = await readByToken(fetchBillForCustomer, token)
  const page = await billPageOptions(token)
  if (!found) return documentResponse(<BillMissing {...page} />, 404)

  const { bill, seller } = found
  const roll = new URL(request.url).searchParams.get('paper') === '80'
  const styles = roll ? page.styles + rollStyles(bill, seller, page.language) : page.styles
  return documentResponse(
    <BillDocument {...page} styles={styles} bill={bill} seller={seller} roll={roll} />,
    // Like its PDF: a withdrawn bill is gone, and a cache may store that.
    bill.status === 'deleted' ? 410 : 200,
  )
}

/** A roll has one page, as long as the bill. */
function rollStyles(bill: Bill, seller: Seller, language: Language): string {
  const length = bill.status === 'deleted' ? 80 : rollLength(layoutOf(bill, seller, language))
  return `@page{size:80mm ${length}mm;margin:3mm 4mm;@bottom-right{content:none}}`
}
