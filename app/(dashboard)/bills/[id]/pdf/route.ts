import { viewBill } from '#lib/domain/bills/view.ts'
import { billPdf } from '#lib/pdf/bill-pdf.ts'
import { billFile } from '#lib/surfaces/bill-file.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { refusedFile } from '#lib/surfaces/refused-file.ts'

type Context = { params: Promise<{ id: string }> }

/** A bill as a file for the desk: of a deleted one too, which then says that it was withdrawn. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const read = await tryRead(viewBill, { bill_id: (await params).id })
  if (read.ok) return billFile(read.value.bill.receipt_number, billPdf(read.value.bill, read.value.seller))
  return refusedFile(request, read)
}
