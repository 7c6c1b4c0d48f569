import type { DraftLine } from './draft.ts'

/** The columns of the grid, in the order in which a spreadsheet fills them. */
export const PASTED_COLUMNS = ['name', 'hsn_code', 'quantity', 'unit', 'price', 'discount', 'rate'] as const
export type GridColumn = (typeof PASTED_COLUMNS)[number]

/** Cells of a spreadsheet as they arrive in the clipboard, or null when it is only a text. */
export function cellsOf(pasted: string): string[][] | null {
  const text = pasted.replace(/\r\n?/g, '\n').replace(/(?<!\n)\n+$/, '')
  if (!text.includes('\t') && !text.includes('\n')) return null
  return text.split('\n').map((row) => row.split('\t').map((cell) => unquoted(cell.trim())))
}

/** The fields of a line that cells set, starting at a column. Amounts lose their symbol, rates their sign. */
export function lineFieldsFrom(
  cells: string[],
  from: GridColumn,
  rates: readonly string[],
): Partial<DraftLine> {
  const begin = PASTED_COLUMNS.indexOf(from)
  const fields = cells.flatMap((cell, at): [GridColumn, string][] => {
    const column = PASTED_COLUMNS[begin + at]
    return column === undefined ? [] : [[column, cleaned(column, cell, rates)]]
  })
  // An empty cell keeps the rate of the row; one that holds no rate leaves it to be chosen, never to be guessed.
  return Object.fromEntries(fields.filter(([column, text]) => column !== 'rate' || text !== KEEP))
}

const KEEP = 'keep'

function cleaned(column: GridColumn, cell: string, rates: readonly string[]): string {
  if (column === 'price') return cell.replace(/[₹\s]|Rs\.?/g, '')
  if (column !== 'rate') return cell
  if (cell === '') return KEEP
  const text = cell
    .replace(/(?<!\s)\s*%$/, '')
    .replace(/^(?:gst|igst)\s*@?\s*/i, '')
    .toLowerCase()
  const figure = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : null
  return rates.find((rate) => rate === text || (figure !== null && Number(rate) === figure)) ?? ''
}

/** A cell with a line break or a quote in it comes in quotes. */
function unquoted(cell: string): string {
  return /^".*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell
}
