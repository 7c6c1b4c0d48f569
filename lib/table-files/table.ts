/** Why a table cannot be read: the only error of this folder. Its sentence is for people. */
export class TableFileError extends Error {}

/** A row of a file with its line, from 1; in a workbook the number of the row. */
export type SheetRow = { line: number; cells: string[] }

/** A table of a file. Without a line of headings the columns are named by their position, and `head_line` is null. */
export type FileTable = { heads: string[]; head_line: number | null; rows: SheetRow[]; above: SheetRow[] }

/** What a reader of tables knows about its files. */
export type TableKind = {
  /** How many of the cells are headings that it knows. */
  headings(cells: readonly string[]): number
  /** Whether a row has what a row of this kind needs, such as a date and an amount. */
  isRow(cells: readonly string[]): boolean
  max: { rows: number; sentence: string }
  /** Whether a list without a delimiter is a table of one column. */
  oneColumn?: boolean
}

export const MAX_COLUMNS = 40
/** Lines above the headings: the name of the bank, the account. */
export const MAX_ABOVE = 40

/** The fewest known headings that make a line of headings. */
const MIN_HEADINGS = 2

/**
 * The table in the rows of a file. The headings are the line that most known headings recognise; where no line has two
 * of them, all rows are data.
 * @throws TableFileError where nothing looks like a table
 */
export function tableOf(rows: readonly SheetRow[], kind: TableKind): FileTable {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (filled.length > kind.max.rows + MAX_ABOVE) throw new TableFileError(kind.max.sentence)
  const at = headingsAt(filled, kind)
  if (at !== null) {
    const { line, cells } = filled[at] as SheetRow
    const width = Math.max(1, widthOf(cells))
    const heads = cells.slice(0, Math.min(width, MAX_COLUMNS))
    // Delimiters at the end of all lines make no columns.
    const rows = filled
      .slice(at + 1)
      .map((row) => (row.cells.length > cells.length ? row : { ...row, cells: withoutEnd(row.cells, width) }))
    return { heads, head_line: line, rows, above: filled.slice(0, at) }
  }
  const data = filled.filter(({ cells }) => kind.isRow(cells))
  if (data.length === 0)
    throw new TableFileError(
      'The file has no line of known headings, and no rows. Export it with headings such as Date, Description and Amount, or payment_id and amount.',
    )
  const width = Math.min(Math.max(...data.map(({ cells }) => widthOf(cells))), MAX_COLUMNS)
  const heads = Array.from({ length: width }, (_, column) => `Column ${column + 1}`)
  return { heads, head_line: null, rows: filled, above: [] }
}

function headingsAt(rows: readonly SheetRow[], kind: TableKind): number | null {
  const counts = rows.slice(0, MAX_ABOVE + 1).map(({ cells }) => kind.headings(cells))
  const most = Math.max(0, ...counts)
  return most < MIN_HEADINGS ? null : counts.indexOf(most)
}

/** Cells without the empty ones after a width. */
function withoutEnd(cells: string[], width: number): string[] {
  return cells.slice(0, Math.max(width, widthOf(cells)))
}

/** How many cells a row has, without the empty ones at its end. */
export function widthOf(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell !== '') + 1
}

/** Text of a cell as it was meant: spreadsheets write ="20-11-2026" and '000123 so that texts stay texts. */
export function plainCell(cell: string): string {
  const text = cell.replace(/[\u00A0\u202F]/g, ' ').trim()
  return /^="(.*)"$/s.exec(text)?.[1]?.replaceAll('""', '"') ?? (text.startsWith("'") ? text.slice(1) : text)
}
