import { getBillDetails } from '#lib/domain/bills/fetch.ts'
import { fileError } from '#lib/surfaces/file-error.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { pdfFile, printedBill } from '#lib/surfaces/printed-bill.ts'

type Context = { params: Promise<{ id: string }> }

/** A bill as a file for the dashboard: of a deleted one too, which then says that it was withdrawn. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const read = await tryRead(getBillDetails, { bill_id: (await params).id })
  if (!read.ok) return fileError(request, read)
  const { bill, seller } = read.value
  return pdfFile(`bill-${bill.receipt_number}.pdf`, () =>
    printedBill(bill, seller, { signal: request.signal }),
  )
}
