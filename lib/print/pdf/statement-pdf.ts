import { setImmediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { type Statement, type StatementLayout, statementLayout } from '#lib/print/statement-layout.ts'
import { LEFT, PDF_PAGE, type PdfBlock, type Pen, paginate, WIDTH } from './block.ts'
import { BODY, drawPair, drawStack, NOTE, pairOf, QUIET, rule, type Stack, stackOf } from './columns.ts'
import { statementTable } from './statement-table.ts'
import { createTypesetter, INK, INK_2, type Typesetter } from './typesetter.ts'

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

/** Whose statement this is, by whom, and of what time. */
function statementHead(type: Typesetter, layout: StatementLayout): PdfBlock {
  const title = stackOf(type, [[layout.title, { size: 15, weight: 600, color: INK }]], WIDTH)
  const merchant = stackOf(type, [[layout.merchant, { ...BODY, color: INK_2 }]], WIDTH)
  const generated = stackOf(type, [[layout.generated, NOTE]], WIDTH)
  const pairs = layout.facts.map((fact) => pairOf(type, fact, WIDTH, 74))
  const below = title.height + merchant.height + 8
  return {
    gap: 0,
    height: below + pairs.reduce((sum, { height }) => sum + height, 0) + generated.height + 3,
    draw(pen, top) {
      drawStack(pen, pen.root, 'H1', title, { x: LEFT, top })
      drawStack(pen, pen.root, 'P', merchant, { x: LEFT, top: top + title.height })
      let y = top + below
      for (const pair of pairs) {
        drawPair(pen, { parent: pen.root, pair, x: LEFT, top: y, labelWidth: 74 })
        y += pair.height
      }
      drawStack(pen, pen.root, 'P', generated, { x: LEFT, top: y + 3 })
    },
  }
}

/** That it was only a test. */
function testBlock(type: Typesetter): PdfBlock {
  const words = 'Test mode. This statement shows no real money.'
  const notice = stackOf(type, [[words, { size: 9, weight: 600, color: '#7a4d00' }]], WIDTH)
  return {
    gap: 12,
    height: notice.height,
    draw: (pen, top) => drawStack(pen, pen.root, 'P', notice, { x: LEFT, top }),
  }
}

/** That not every entry is on the paper, and where the others are. */
function restBlock(type: Typesetter, text: string): PdfBlock {
  const notice = stackOf(type, [[text, { size: 9, weight: 600, color: '#7a4d00' }]], WIDTH)
  return {
    gap: 12,
    height: notice.height,
    draw: (pen, top) => drawStack(pen, pen.root, 'P', notice, { x: LEFT, top }),
  }
}

/** Opening + credits − debits = closing, as one line of figures, and whether that is so. */
function figuresBlock(type: Typesetter, layout: StatementLayout): PdfBlock {
  const width = WIDTH / layout.figures.length
  const stacks = layout.figures.map(
    ({ sign, label, amount }): Stack =>
      stackOf(
        type,
        [
          [`${sign} ${label}`.trim(), QUIET],
          [amount, { size: 11, weight: 600, color: INK }],
        ],
        width - 8,
      ),
  )
  const { reconciles, text } = layout.verdict
  const color = reconciles ? '#1a6437' : '#9c231c'
  const verdict = stackOf(type, [[text, { size: 9, weight: 600, color }]], WIDTH - 13)
  const height = Math.max(...stacks.map((stack) => stack.height))
  return {
    gap: 16,
    height: height + verdict.height + 20,
    draw(pen, top) {
      rule(pen, { x: LEFT, y: top, width: WIDTH })
      for (const [index, stack] of stacks.entries())
        drawStack(pen, pen.root, 'P', stack, { x: LEFT + index * width, top: top + 6 })
      mark(pen, reconciles, color, top + height + 10)
      drawStack(pen, pen.root, 'P', verdict, { x: LEFT + 13, top: top + height + 10 })
      rule(pen, { x: LEFT, y: top + height + verdict.height + 16, width: WIDTH })
    },
  }
}

/** A tick or a cross before the words, which say the same. */
function mark({ document }: Pen, good: boolean, color: string, top: number): void {
  document.markContent('Artifact', { type: 'Layout' })
  document.save().lineWidth(1.4).strokeColor(color)
  if (good)
    document
      .moveTo(LEFT, top + 6.5)
      .lineTo(LEFT + 3, top + 9.5)
      .lineTo(LEFT + 9, top + 3)
  else
    document
      .moveTo(LEFT, top + 3)
      .lineTo(LEFT + 7, top + 10)
      .moveTo(LEFT + 7, top + 3)
      .lineTo(LEFT, top + 10)
  document.stroke().restore()
  document.endMarkedContent()
}
