import type { LayoutRow, StatementLayout } from '#lib/print/statement-layout.ts'
import { LEFT, type PdfBlock, type Pen, type Structure, tableElement, WIDTH } from './block.ts'
import { BODY, drawLines, NOTE, QUIET, rule, STRONG } from './columns.ts'
import { heightOf, INK_2, type SetLine, type Style, type Typesetter } from './typesetter.ts'

type Column = {
  head: string
  x: number
  width: number
  right: boolean
  style: Style
  text(row: LayoutRow): string
}
type Cell = { tag: 'TH' | 'TD'; scope?: 'Row' | 'Column'; draw(): void }

const SMALL: Style = { size: 8 }
const PAD = 3

/** The table of entries: its head, which repeats, the months with what they come to, and a piece for every entry. */
export function statementTable(type: Typesetter, layout: StatementLayout): PdfBlock[] {
  if (layout.months.length === 0) return [nothing(type)]
  const columns = columnsOf(type, layout)
  const table = tableElement()
  return [
    headRow(type, columns, table),
    ...layout.months.flatMap((month) => [
      monthRow(type, columns, month, table),
      ...month.rows.map((row, at) => entryRow(type, columns, row, table, at === 0)),
    ]),
  ]
}

function nothing(type: Typesetter): PdfBlock {
  const lines = type.wrap('No entries in this period.', { ...BODY, color: INK_2 }, WIDTH)
  return {
    gap: 18,
    height: heightOf(lines),
    draw: ({ document, root, type }, top) =>
      void root.add(document.struct('P', {}, () => drawLines(type, lines, LEFT, top))),
  }
}

/** Figures take what they need; the description has the rest. */
function columnsOf(type: Typesetter, { months, symbol }: StatementLayout): Column[] {
  const rows = months.flatMap((month) => month.rows)
  const totals = months.flatMap(({ debits, credits }) => [debits, credits])
  const widest = (texts: string[], style: Style) =>
    Math.max(...[...new Set(texts)].map((text) => type.set(text, style).width))
  const of = (head: string, right: boolean, style: Style, text: Column['text'], more: string[] = []) => ({
    head,
    right,
    style,
    text,
    width: Math.max(widest([head], QUIET), widest([...rows.map(text), ...more], style)) + 10,
  })
  const date = of('Date', false, SMALL, (row) => row.date)
  const fixed = [
    of('Source', false, NOTE, (row) => row.source),
    of('Kind', false, SMALL, (row) => row.kind),
    of(`Debit, ${symbol}`, true, SMALL, (row) => row.debit, totals),
    of(`Credit, ${symbol}`, true, SMALL, (row) => row.credit, totals),
    of(`Balance, ${symbol}`, true, SMALL, (row) => row.balance),
  ]
  const used = date.width + fixed.reduce((sum, { width }) => sum + width, 0)
  const description = {
    head: 'Description',
    right: false,
    style: SMALL,
    width: Math.max(70, WIDTH - used),
    text: (row: LayoutRow) => row.description,
  }
  let x = LEFT
  return [date, description, ...fixed].map((column) => {
    const at = x
    x += column.width
    return { ...column, x: column.right ? at + 10 : at, width: column.width - 10 }
  })
}

function headRow(type: Typesetter, columns: Column[], table: (pen: Pen) => Structure): PdfBlock {
  const heads = columns.map((column) => type.set(column.head, { ...QUIET, size: 8 }))
  const height = heightOf(heads.slice(0, 1)) + PAD + 2
  const cell = (pen: Pen, index: number, top: number) =>
    drawCell(pen, columns[index], heads.slice(index, index + 1), top)
  return {
    gap: 16,
    height,
    repeats: true,
    draw(pen, top, again) {
      // On the pages that follow it is there for the eye: the table has one head.
      if (again)
        asArtifact(pen, () => {
          for (const index of heads.keys()) cell(pen, index, top)
        })
      else
        addRow(pen, table(pen), 'THead', heads.length, (index) => ({
          tag: 'TH',
          scope: 'Column',
          draw: () => cell(pen, index, top),
        }))
      rule(pen, { x: LEFT, y: top + height, width: WIDTH })
    },
  }
}

function monthRow(
  type: Typesetter,
  columns: Column[],
  { title, debits, credits }: StatementLayout['months'][number],
  table: (pen: Pen) => Structure,
): PdfBlock {
  const style: Style = { ...STRONG, size: 8 }
  const texts = [title, '', '', '', debits, credits, '']
  const cells = texts.map((text) => (text === '' ? [] : [type.set(text, style)]))
  const height = heightOf(cells[0] ?? []) + 2 * PAD + 2
  return {
    gap: 0,
    height,
    inTable: true,
    draw(pen, top) {
      shade(pen, top, height)
      addRow(pen, table(pen), 'TBody', columns.length, (index) => ({
        ...(index === 0 ? { tag: 'TH', scope: 'Row' } : { tag: 'TD' }),
        draw: () => drawCell(pen, columns[index], cells[index] ?? [], top + PAD + 1),
      }))
    },
  }
}

function entryRow(
  type: Typesetter,
  columns: Column[],
  row: LayoutRow,
  table: (pen: Pen) => Structure,
  sticks: boolean,
): PdfBlock {
  const cells = columns.map(({ text, style, width }, index) =>
    index === 1 ? type.wrap(text(row), style, width) : text(row) === '' ? [] : [type.set(text(row), style)],
  )
  const height = Math.max(...cells.map(heightOf)) + 2 * PAD
  return {
    gap: 0,
    height,
    inTable: true,
    ...(sticks ? { sticks: true } : {}),
    draw(pen, top) {
      addRow(pen, table(pen), 'TBody', columns.length, (index) => ({
        ...(index === 0 ? { tag: 'TH', scope: 'Row' } : { tag: 'TD' }),
        draw: () => drawCell(pen, columns[index], cells[index] ?? [], top + PAD),
      }))
      rule(pen, { x: LEFT, y: top + height, width: WIDTH, color: '#e5e1d6' })
    },
  }
}

function addRow(
  { document }: Pen,
  table: Structure,
  group: 'THead' | 'TBody',
  count: number,
  cell: (index: number) => Cell,
): void {
  const body = document.struct(group)
  const row = document.struct('TR')
  table.add(body)
  body.add(row)
  for (let index = 0; index < count; index += 1) {
    const { tag, scope, draw } = cell(index)
    // The types do not know the scope yet, which the library writes.
    const options = (scope ? { scope } : {}) as PDFKit.Mixins.StructureElementOptions
    row.add(document.struct(tag, options, draw))
  }
  body.end()
}

function drawCell({ type }: Pen, column: Column | undefined, lines: SetLine[], top: number): void {
  if (column) drawLines(type, lines, column.x, top, column.right ? column.width : undefined)
}

function asArtifact({ document }: Pen, draw: () => void): void {
  document.markContent('Artifact', { type: 'Pagination' })
  draw()
  document.endMarkedContent()
}

function shade({ document }: Pen, top: number, height: number): void {
  document.markContent('Artifact', { type: 'Layout' })
  document.save().rect(LEFT, top, WIDTH, height).fill('#f3f1ea').restore()
  document.endMarkedContent()
}
