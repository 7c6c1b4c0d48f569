import { billPageOptions } from '#app/bill/[token]/bill-page-options.ts'
import { BillDocument } from '#components/bills/document/bill-document.tsx'
import { BillMissing } from '#components/bills/document/bill-missing.tsx'
import { fetchBillForCustomer } from '#lib/domain/bills/fetch.ts'
import { documentResponse, readByToken } from '#lib/surfaces/customer-link.ts'
import { pageLanguage } from '#lib/surfaces/language.ts'
import { pdfFile, printedBill } from '#lib/surfaces/printed-bill.ts'

type Context = { params: Promise<{ token: string }> }

/** The public page of a bill as a PDF. A withdrawn bill is 410, as on the page. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { token } = await params
  const found = await readByToken(fetchBillForCustomer, token)
  if (!found) return documentResponse(<BillMissing {...(await billPageOptions(token))} />, 404)
  const { bill, seller } = found
  if (bill.status === 'issued') {
    const language = await pageLanguage()
    return pdfFile(`bill-${bill.receipt_number}.pdf`, () =>
      printedBill(bill, seller, { signal: request.signal, language }),
    )
  }
  return documentResponse(
    <BillDocument {...(await billPageOptions(token))} bill={bill} seller={seller} roll={false} />,
    410,
  )
}
