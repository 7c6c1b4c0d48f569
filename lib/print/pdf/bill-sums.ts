import type { BillSheet } from '#lib/print/bill-sheet.ts'
import { BODY, drawLines, NOTE, QUIET, rule, STRONG } from './columns.ts'
import { LEFT, type Pen, type Piece, type Structure, WIDTH } from './piece.ts'
import { heightOf, INK_2, type SetLine, type Style, type Typesetter } from './typesetter.ts'

/** A line of the sums or of the payments. */
type Row = { label: SetLine[]; amount: SetLine; height: number; total: boolean }

const HALF = 232
const RIGHT = LEFT + WIDTH - HALF

/**
 * What it comes to on the right, how it was paid on the left. They stand side by side where a page has room for both,
 * which it nearly always has; else one below the other, row by row.
 */
export function sumPieces(type: Typesetter, sheet: BillSheet): Piece[] {
  const sums = [
    ...(sheet.lines.length > 0 ? [rowOf(type, 'Quantity', sheet.quantity)] : []),
    ...sheet.sums.map(({ label, amount }) => rowOf(type, label, amount)),
    rowOf(type, sheet.total.label, sheet.total.amount, { size: 12.5, weight: 600 }),
  ]
  const words = type.wrap(sheet.words, { ...BODY, color: INK_2 }, HALF)
  const paid = [
    ...sheet.payments.map((payment) => paymentRow(type, payment)),
    ...(sheet.change ? [rowOf(type, sheet.change.label, sheet.change.amount)] : []),
  ]
  const caption = type.wrap('Paid by', QUIET, HALF)
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

function paymentRow(type: Typesetter, payment: BillSheet['payments'][number]): Row {
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
function apart(rows: Row[], x: number, gap: number): Piece[] {
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
  if (row.total) rule(pen, x, top + 4, HALF)
  const y = row.total ? top + 8 : top
  const element = document.struct('TR')
  table.add(element)
  const scope = { scope: 'Row' } as PDFKit.Mixins.StructureElementOptions
  element.add(document.struct('TH', scope, () => drawLines(type, row.label, x, y)))
  element.add(document.struct('TD', {}, () => type.draw(row.amount, x, y, HALF)))
  element.end()
}
