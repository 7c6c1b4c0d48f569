import { setImmediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { type Statement, type StatementLayout, statementLayout } from '#lib/print/statement-layout.ts'
import { LEFT, PDF_PAGE, type Pen, paginate, WIDTH } from './block.ts'
import { NOTE } from './columns.ts'
import { figuresBlock, restBlock, statementHead, testBlock } from './statement-head.ts'
import { statementTable } from './statement-table.ts'
import { createTypesetter, type Typesetter } from './typesetter.ts'

/**
 * The statement of a wallet as a tagged PDF (PDF/UA) on A4: the figures that prove each other, and a table whose head
 * repeats. Pages are counted before the first is drawn, so that it can be sent while it is made.
 * @returns a stream of bytes
 */
export function statementPdf(statement: Statement): NodeJS.ReadableStream {
  const layout = statementLayout(statement)
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
      Title: `${layout.title} ${statement.customer.id}`,
      Author: layout.merchant,
      Creator: 'Counterfoil',
      Producer: 'Counterfoil',
      CreationDate: new Date(statement.now * 1000),
    },
  })
  // Begins after the caller has the stream, so that nothing of it is missed.
  draw(document, layout, statement.customer.id).catch((error: unknown) => document.destroy(error as Error))
  return document
}

async function draw(document: PDFKit.PDFDocument, layout: StatementLayout, id: string): Promise<void> {
  await setImmediate()
  const type = createTypesetter(document)
  const pages = paginate([
    statementHead(type, layout),
    ...(layout.test ? [testBlock(type)] : []),
    figuresBlock(type, layout),
    ...(layout.rest === null ? [] : [restBlock(type, layout.rest)]),
    ...statementTable(type, layout),
  ])
  const root = document.struct('Document')
  document.addStructure(root)
  const pen: Pen = { document, type, root }
  for (const [index, page] of pages.entries()) {
    document.addPage()
    drawFoot(document, type, `${layout.generated} · ${id}`, `${index + 1} of ${pages.length}`)
    for (const { block, top, again } of page) block.draw(pen, top, again)
    // A long statement leaves room for others between its pages.
    await setImmediate()
  }
  root.end()
  document.end()
}

function drawFoot(document: PDFKit.PDFDocument, type: Typesetter, text: string, count: string): void {
  const top = PDF_PAGE.height - 38
  document.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
  type.draw(type.set(text, NOTE), LEFT, top)
  type.draw(type.set(count, NOTE), LEFT, top, WIDTH)
  document.endMarkedContent()
}
