import { setImmediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import type { Bill, Seller } from '#lib/domain/bills/schema.ts'
import { textOf } from '#lib/messages/text.ts'
import { type BillLayout, layoutOf } from '#lib/print/bill-layout.ts'
import { qrOf } from '#lib/print/qr.ts'
import { DEFAULT_LANGUAGE, type Language } from '#lib/values/language.ts'
import { eventBlock, headBlock, noticeBlock, partiesBlock, registerBlocks } from './bill-head.ts'
import { tableBlocks } from './bill-table.ts'
import { LEFT, PDF_PAGE, type PdfBlock, type Pen, paginate, type Structure, WIDTH } from './block.ts'
import { BODY, drawLines, NOTE, QUIET, rule, STRONG } from './columns.ts'
import { createTypesetter, heightOf, INK_2, type SetLine, type Style, type Typesetter } from './typesetter.ts'

/** A line of the sums or of the payments. */
type Row = { label: SetLine[]; amount: SetLine; height: number; total: boolean }

const HALF = 232
const RIGHT = LEFT + WIDTH - HALF

/**
 * What it comes to on the right, how it was paid on the left. They stand side by side where a page has room for both,
 * which it nearly always has; else one below the other, row by row.
 */
function sumBlocks(type: Typesetter, layout: BillLayout): PdfBlock[] {
  const sums = [
    ...(layout.lines.length > 0 ? [rowOf(type, layout.labels.quantity, layout.quantity)] : []),
    ...layout.sums.map(({ label, amount }) => rowOf(type, label, amount)),
    rowOf(type, layout.total.label, layout.total.amount, { size: 12.5, weight: 600 }),
  ]
  const words = type.wrap(layout.words, { ...BODY, color: INK_2 }, HALF)
  const paid = [
    ...layout.payments.map((payment) => paymentRow(type, payment)),
    ...(layout.change ? [rowOf(type, layout.change.label, layout.change.amount)] : []),
  ]
  const caption = type.wrap(layout.labels.paid_by, QUIET, HALF)
  const right = heightOfRows(sums) + 4 + heightOf(words)
  const left = heightOf(caption) + heightOfRows(paid)
  const drawWords = (pen: Pen, top: number) =>
    pen.root.add(pen.document.struct('P', {}, () => drawLines(pen.type, words, RIGHT, top)))
  const drawCaption = (pen: Pen, top: number) =>
    pen.root.add(pen.document.struct('P', {}, () => drawLines(pen.type, caption, LEFT, top)))
  if (Math.max(right, left) > 560) {
    return [
      ...apart(sums, RIGHT, 16),
      { gap: 4, height: heightOf(words), sticks: true, draw: drawWords },
      { gap: 16, height: heightOf(caption), draw: drawCaption },
      ...apart(paid, LEFT, 2),
    ]
  }
  return [
    {
      gap: 16,
      height: Math.max(right, left),
      draw(pen, top) {
        drawTable(pen, sums, RIGHT, top)
        drawWords(pen, top + heightOfRows(sums) + 4)
        drawCaption(pen, top)
        drawTable(pen, paid, LEFT, top + heightOf(caption))
      },
    },
  ]
}

function rowOf(type: Typesetter, label: string, amount: string, style?: Style): Row {
  const line = type.set(amount, style ?? BODY)
  const labels = type.wrap(label, style ?? { ...BODY, color: INK_2 }, HALF - line.width - 12)
  return {
    label: labels,
    amount: line,
    height: heightOf(labels) + (style ? 10 : 3),
    total: style !== undefined,
  }
}

function paymentRow(type: Typesetter, payment: BillLayout['payments'][number]): Row {
  const amount = type.set(payment.amount, BODY)
  const width = HALF - amount.width - 12
  const reference = payment.reference === '' ? [] : type.wrap(payment.reference, NOTE, width)
  const label = [...type.wrap(payment.method, STRONG, width), ...reference]
  return { label, amount, height: heightOf(label) + 3, total: false }
}

function heightOfRows(rows: Row[]): number {
  return rows.reduce((sum, { height }) => sum + height, 0)
}

function drawTable(pen: Pen, rows: Row[], x: number, top: number): void {
  const table = pen.document.struct('Table')
  pen.root.add(table)
  let y = top
  for (const row of rows) {
    drawRow(pen, table, row, x, y)
    y += row.height
  }
  table.end()
}

/** Each row as a piece of its own. */
function apart(rows: Row[], x: number, gap: number): PdfBlock[] {
  let table: Structure | undefined
  return rows.map((row, index) => ({
    gap: index === 0 ? gap : 0,
    height: row.height,
    draw(pen, top) {
      if (!table) {
        table = pen.document.struct('Table')
        pen.root.add(table)
      }
      drawRow(pen, table, row, x, top)
    },
  }))
}

function drawRow(pen: Pen, table: Structure, row: Row, x: number, top: number): void {
  const { document, type } = pen
  if (row.total) rule(pen, { x, y: top + 4, width: HALF })
  const y = row.total ? top + 8 : top
  const element = document.struct('TR')
  table.add(element)
  const scope = { scope: 'Row' } as PDFKit.Mixins.StructureElementOptions
  element.add(document.struct('TH', scope, () => drawLines(type, row.label, x, y)))
  element.add(document.struct('TD', {}, () => type.draw(row.amount, x, y, HALF)))
  element.end()
}

const CODE = 76

/** The stub below the perforation, which runs from edge to edge: what the bill is about, and the way back to it. */
function stubBlock(type: Typesetter, layout: BillLayout, url: string): PdfBlock {
  const width = WIDTH - CODE - 24
  const column = width / 3
  const cells = [
    [layout.title, layout.number, BODY],
    [layout.labels.date, layout.date, BODY],
    [layout.total.label, layout.total.amount, STRONG],
  ] as const
  const stacks = cells.map(([label, value, style]) => [
    ...type.wrap(label, QUIET, column - 12),
    ...type.wrap(value, style, column - 12),
  ])
  const facts = Math.max(...stacks.map(heightOf))
  const address = [...type.wrap(layout.labels.online, NOTE, width), ...type.wrap(url, NOTE, width)]
  const t = textOf(layout.language)
  const said = { link: t('paper.link', { url }), code: t('paper.qr', { url }) }
  const height = 14 + Math.max(CODE, facts + 10 + heightOf(address))
  return {
    gap: 24,
    height,
    draw(pen, top) {
      rule(pen, { x: 0, y: top, width: PDF_PAGE.width, color: '#8f897a', dash: true })
      for (const [index, lines] of stacks.entries()) {
        pen.root.add(
          pen.document.struct('P', {}, () => drawLines(pen.type, lines, LEFT + index * column, top + 14)),
        )
      }
      drawAddress(pen, address, { url, alt: said.link }, top + 14 + facts + 10)
      drawCode(pen, { url, alt: said.code }, LEFT + WIDTH - CODE, top + 14)
    },
  }
}

type Target = { url: string; alt: string }

function drawAddress(
  { document, type, root }: Pen,
  lines: SetLine[],
  { url, alt }: Target,
  top: number,
): void {
  const [width, height] = [Math.max(...lines.map((line) => line.width)), heightOf(lines)]
  const paragraph = document.struct('P')
  root.add(paragraph)
  const link = document.struct('Link', { alt })
  paragraph.add(link)
  link.add(() => drawLines(type, lines, LEFT, top))
  const target = { structParent: link, Contents: new String(alt) }
  // The types do not know that a link may say what it is.
  document.link(LEFT, top, width, height, url, target as unknown as PDFKit.Mixins.AnnotationOption)
  paragraph.end()
}

function drawCode({ document, root }: Pen, { url, alt }: Target, x: number, y: number): void {
  const { size, runs } = qrOf(url)
  const step = CODE / size
  const options = { alt, bbox: [x, y, x + CODE, y + CODE] }
  root.add(
    document.struct('Figure', options as PDFKit.Mixins.StructureElementOptions, () => {
      document.save()
      for (const run of runs) document.rect(x + run.x * step, y + run.y * step, run.length * step, step)
      document.fill('#000000').restore()
    }),
  )
}

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
