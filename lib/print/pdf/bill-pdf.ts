import { setImmediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import type { Bill, Seller } from '#lib/domain/bills/schema.ts'
import { textOf } from '#lib/messages/text.ts'
import { type BillLayout, layoutOf } from '#lib/print/bill-layout.ts'
import { DEFAULT_LANGUAGE, type Language } from '#lib/values/language.ts'
import { eventBlock, headBlock, noticeBlock, partiesBlock, registerBlocks } from './bill-head.ts'
import { stubBlock } from './bill-stub.ts'
import { sumBlocks } from './bill-sums.ts'
import { tableBlocks } from './bill-table.ts'
import { LEFT, PDF_PAGE, type Pen, paginate, WIDTH } from './block.ts'
import { NOTE } from './columns.ts'
import { createTypesetter, type Typesetter } from './typesetter.ts'

/**
 * A bill as a tagged PDF (PDF/UA) on A4: headings, tables with their heads, a language, a title, and faces that are
 * embedded. Pages are counted before the first is drawn, so that it can be sent while it is made.
 * @param logo the picture of the seller's logo: a PNG in base64
 * @param language of its labels
 * @returns a stream of bytes
 */
export function billPdf(
  bill: Bill,
  seller: Seller,
  logo: string | null = null,
  language: Language = DEFAULT_LANGUAGE,
): NodeJS.ReadableStream {
  const layout = layoutOf(bill, seller, language)
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as 'PDF/A-2a',
    tagged: true,
    lang: `${language}-IN`,
    displayTitle: true,
    autoFirstPage: false,
    info: {
      Title: `${layout.title} ${layout.number}`,
      Author: layout.seller.name,
      Creator: 'Counterfoil',
      Producer: 'Counterfoil',
      CreationDate: new Date(bill.updated_at * 1000),
    },
  })
  // Begins after the caller has the stream, so that nothing of it is missed.
  draw(document, layout, bill, logo).catch((error: unknown) => document.destroy(error as Error))
  return document
}

async function draw(
  document: PDFKit.PDFDocument,
  layout: BillLayout,
  bill: Bill,
  logo: string | null,
): Promise<void> {
  await setImmediate()
  const type = createTypesetter(document)
  const notices = [
    bill.status === 'deleted' ? layout.labels.withdrawn : '',
    layout.test ? layout.labels.test : '',
  ].filter((notice) => notice !== '')
  const t = textOf(layout.language)
  const content = [
    headBlock(type, layout, logo),
    ...notices.map((notice) => noticeBlock(type, notice)),
    ...partiesBlock(type, layout),
    ...eventBlock(type, layout),
    ...tableBlocks(type, layout),
    ...sumBlocks(type, layout),
    ...registerBlocks(type, layout),
  ]
  const pages = paginate([
    ...content,
    ...(type.isWhole() ? [] : [noticeBlock(type, t('paper.replaced'))]),
    stubBlock(type, layout, bill.receipt_url),
  ])
  const root = document.struct('Document')
  document.addStructure(root)
  const pen: Pen = { document, type, root }
  for (const [index, page] of pages.entries()) {
    document.addPage()
    drawFoot(document, type, layout, t('paper.pages', { page: index + 1, count: pages.length }))
    for (const { block, top, again } of page) block.draw(pen, top, again)
    // Others are waiting for the same process: a long bill lets them in after every page.
    await setImmediate()
  }
  root.end()
  document.end()
}

function drawFoot(document: PDFKit.PDFDocument, type: Typesetter, layout: BillLayout, count: string): void {
  const top = PDF_PAGE.height - 38
  document.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
  type.draw(type.set(`${layout.title} ${layout.number}`, NOTE), LEFT, top)
  type.draw(type.set(count, NOTE), LEFT, top, WIDTH)
  document.endMarkedContent()
}
