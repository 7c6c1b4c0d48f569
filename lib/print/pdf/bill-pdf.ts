import { setImmediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import type { Bill, Seller } from '#lib/domain/bills/schema.ts'
import { type BillSheet, sheetOf } from '#lib/print/bill-sheet.ts'
import { eventPiece, headPiece, noticePiece, partiesPiece, registerPieces } from './bill-head.ts'
import { stubPiece } from './bill-stub.ts'
import { sumPieces } from './bill-sums.ts'
import { tablePieces } from './bill-table.ts'
import { NOTE } from './columns.ts'
import { LEFT, PAGE, type Pen, paginate, WIDTH } from './piece.ts'
import { createTypesetter, type Typesetter } from './typesetter.ts'

/**
 * A bill as a tagged PDF (PDF/UA) on A4: headings, tables with their heads, a language, a title, and faces that are
 * embedded. Pages are counted before the first is drawn, so that it can be sent while it is made.
 * @returns a stream of bytes
 */
export function billPdf(bill: Bill, seller: Seller): NodeJS.ReadableStream {
  const sheet = sheetOf(bill, seller)
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as 'PDF/A-2a',
    tagged: true,
    lang: 'en-IN',
    displayTitle: true,
    autoFirstPage: false,
    info: {
      Title: `${sheet.title} ${sheet.number}`,
      Author: sheet.seller.name,
      Creator: 'Counterfoil',
      Producer: 'Counterfoil',
      CreationDate: new Date(bill.updated_at * 1000),
    },
  })
  // Begins after the caller has the stream, so that nothing of it is missed.
  draw(document, sheet, bill).catch((error: unknown) => document.destroy(error as Error))
  return document
}

async function draw(document: PDFKit.PDFDocument, sheet: BillSheet, bill: Bill): Promise<void> {
  await setImmediate()
  const type = createTypesetter(document)
  const notices = [
    bill.status === 'deleted' ? 'This bill was withdrawn. It is no longer valid.' : '',
    sheet.test ? 'Test bill. No sale took place and nothing is owed.' : '',
  ].filter((notice) => notice !== '')
  const pages = paginate([
    headPiece(type, sheet),
    ...notices.map((notice) => noticePiece(type, notice)),
    ...partiesPiece(type, sheet),
    ...eventPiece(type, sheet),
    ...tablePieces(type, sheet),
    ...sumPieces(type, sheet),
    ...registerPieces(type, sheet),
    stubPiece(type, sheet, bill.receipt_url),
  ])
  const root = document.struct('Document')
  document.addStructure(root)
  const pen: Pen = { document, type, root }
  for (const [index, page] of pages.entries()) {
    document.addPage()
    drawFoot(document, type, sheet, `${index + 1} of ${pages.length}`)
    for (const { piece, top, again } of page) piece.draw(pen, top, again)
    // Others are waiting for the same process: a long bill lets them in after every page.
    await setImmediate()
  }
  root.end()
  document.end()
}

function drawFoot(document: PDFKit.PDFDocument, type: Typesetter, sheet: BillSheet, count: string): void {
  const top = PAGE.height - 38
  document.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
  type.draw(type.set(`${sheet.title} ${sheet.number}`, NOTE), LEFT, top)
  type.draw(type.set(count, NOTE), LEFT, top, WIDTH)
  document.endMarkedContent()
}
