import type { BillLayout } from '#lib/print/bill-layout.ts'
import { LEFT, type PdfBlock, type Pen, type Structure, WIDTH } from './block.ts'
import { BODY, drawLines, NOTE, QUIET, rule, STRONG } from './columns.ts'
import { heightOf, INK_2, type SetLine, type Style, type Typesetter } from './typesetter.ts'

/** A line of the sums or of the payments. */
type Row = { label: SetLine[]; amount: SetLine; height: number; total: boolean }

const HALF = 232
const RIGHT = LEFT + WIDTH - HALF

/**
 * What it comes to on the right, how it was paid on the left. They stand side by side where a page has room for both,
 * which it nearly always has; else one below the other, row by row.
 */
export function sumBlocks(type: Typesetter, layout: BillLayout): PdfBlock[] {
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
