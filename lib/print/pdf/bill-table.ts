import type { BillLayout } from '#lib/print/bill-layout.ts'
import type { LayoutLine } from '#lib/print/bill-lines.ts'
import { LEFT, type PdfBlock, type Pen, type Structure, tableElement, WIDTH } from './block.ts'
import { BODY, drawLines, NOTE, QUIET, rule } from './columns.ts'
import { heightOf, INK_2, type SetLine, type Style, type Typesetter } from './typesetter.ts'

type Column = { head: string; x: number; width: number; right: boolean; text(line: LayoutLine): string }

const PAD = 4
/** No row is higher than a part of a page: small print that is longer goes on in the next one. */
const MOST_NOTES = 40

/** The table of what was bought: its head, which repeats, and a piece for every row. */
export function tableBlocks(type: Typesetter, layout: BillLayout): PdfBlock[] {
  if (layout.lines.length === 0) return []
  const columns = columnsOf(type, layout)
  const table = tableElement()
  const rows = layout.lines.flatMap((line) => [
    ...rowPieces(type, columns, line, table, line.parts.length > 0 ? 'open' : 'closed'),
    ...line.parts.flatMap((part, at) =>
      rowPieces(type, columns, part, table, at === line.parts.length - 1 ? 'last part' : 'part'),
    ),
  ])
  return [headRow(type, columns, table), ...rows]
}

function columnsOf(type: Typesetter, { columns, labels, lines }: BillLayout): Column[] {
  const all = lines.flatMap((line) => [line, ...line.parts])
  const right: Omit<Column, 'x' | 'width'>[] = [
    ...(columns.hsn ? [{ head: labels.hsn, right: false, text: (line: LayoutLine) => line.hsn }] : []),
    { head: labels.qty, right: true, text: (line) => line.quantity },
    ...(columns.unit ? [{ head: labels.price, right: true, text: (line: LayoutLine) => line.unit }] : []),
    { head: labels.amount, right: true, text: (line) => line.total },
  ]
  const sized = right.map((column) => ({
    ...column,
    width: Math.max(...[column.head, ...all.map(column.text)].map((text) => type.set(text, BODY).width)) + 14,
  }))
  const item = WIDTH - sized.reduce((sum, { width }) => sum + width, 0)
  let x = LEFT + item
  const placed = sized.map((column) => {
    const at = x
    x += column.width
    return { ...column, x: at + 14, width: column.width - 14 }
  })
  return [{ head: labels.item, right: false, text: (line) => line.name, x: LEFT, width: item }, ...placed]
}

function headRow(type: Typesetter, columns: Column[], table: (pen: Pen) => Structure): PdfBlock {
  const heads = columns.map((column) => type.set(column.head, QUIET))
  const height = heightOf(heads.slice(0, 1)) + PAD + 3
  const draw = (pen: Pen, top: number) => {
    for (const [index, line] of heads.entries()) drawCell(pen, columns[index], [line], top)
  }
  return {
    gap: 20,
    height,
    repeats: true,
    draw(pen, top, again) {
      // On the pages that follow it is there for the eye: the table has one head.
      if (again) asArtifact(pen, () => draw(pen, top))
      else
        addRow(pen, table(pen), 'THead', heads.length, (index) => ({
          tag: 'TH',
          scope: 'Column',
          draw: () => drawCell(pen, columns[index], heads.slice(index, index + 1), top),
        }))
      rule(pen, { x: LEFT, y: top + height, width: WIDTH })
    },
  }
}

type Place = 'closed' | 'open' | 'part' | 'last part'

function rowPieces(
  type: Typesetter,
  columns: Column[],
  line: LayoutLine,
  table: (pen: Pen) => Structure,
  place: Place,
): PdfBlock[] {
  const isPart = place === 'part' || place === 'last part'
  const indent = isPart ? 12 : 0
  const style: Style = isPart ? { ...BODY, color: INK_2 } : BODY
  const width = (columns[0]?.width ?? WIDTH) - indent
  const name = type.wrap(line.name, style, width)
  const notes = line.notes.flatMap((note) => type.wrap(note, NOTE, width))
  const chunks = [...Array(Math.max(1, Math.ceil(notes.length / MOST_NOTES))).keys()].map((at) =>
    notes.slice(at * MOST_NOTES, (at + 1) * MOST_NOTES),
  )
  return chunks.map((chunk, at): PdfBlock => {
    const first = at === 0
    const item = first ? [...name, ...chunk] : chunk
    const isLast = at === chunks.length - 1 && (place === 'closed' || place === 'last part')
    const height = heightOf(item) + (isPart || !first ? 1 : PAD + 1) + (isLast ? PAD + 1 : 1)
    return {
      gap: 0,
      height,
      inTable: true,
      draw(pen, top) {
        const y = top + (isPart || !first ? 1 : PAD + 1)
        addRow(pen, table(pen), 'TBody', columns.length, (index) => cellOf(pen, index, y))
        if (isLast) rule(pen, { x: LEFT, y: top + height, width: WIDTH, color: '#e5e1d6' })
      },
    }
    function cellOf(pen: Pen, index: number, y: number): Cell {
      const column = columns[index]
      if (index === 0)
        return { tag: 'TH', scope: 'Row', draw: () => drawLines(pen.type, item, LEFT + indent, y) }
      const text = first && column ? column.text(line) : ''
      const lines = text === '' ? [] : [type.set(text, style)]
      return { tag: 'TD', draw: () => drawCell(pen, column, lines, y) }
    }
  })
}

type Cell = { tag: 'TH' | 'TD'; scope?: 'Row' | 'Column'; draw(): void }

function addRow(
  { document }: Pen,
  table: Structure,
  group: 'THead' | 'TBody',
  count: number,
  cell: (index: number) => Cell,
): void {
  const row = document.struct('TR')
  const body = document.struct(group)
  table.add(body)
  body.add(row)
  for (let index = 0; index < count; index += 1) {
    const { tag, scope, draw } = cell(index)
    // The types do not know the scope yet, which the library writes.
    row.add(
      document.struct(tag, { ...(scope ? { scope } : {}) } as PDFKit.Mixins.StructureElementOptions, draw),
    )
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
