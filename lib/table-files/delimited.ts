import { parse } from 'csv-parse/sync'
import {
  type FileTable,
  MAX_ABOVE,
  MAX_COLUMNS,
  plainCell,
  type SheetRow,
  TableFileError,
  type TableKind,
  tableOf,
  widthOf,
} from './table.ts'

const DELIMITERS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' }

/** A control character that no file has, for lists of one column. */
const NO_DELIMITER = '\u001F'

type Reading = { name: string; table: FileTable; score: number[] }

/**
 * The table of a text. One delimiter separates the cells of a whole file: the one with which its headings are known, its
 * rows are as wide as the headings, and its rows have what a row needs.
 * @throws TableFileError, also where two delimiters fit equally well and mean different cells
 */
export function readDelimited(text: string, kind: TableKind): FileTable {
  const readings: Reading[] = []
  let column: FileTable | undefined
  let failure: unknown
  for (const [delimiter, name] of Object.entries(DELIMITERS)) {
    if (!text.includes(delimiter)) continue
    try {
      const table = tableOf(rowsOf(text, delimiter, kind), kind)
      if (table.heads.length > 1) readings.push({ name, table, score: scoreOf(table, kind) })
      else column ??= table
    } catch (thrown) {
      if (!(thrown instanceof TableFileError)) throw thrown
      failure ??= thrown
    }
  }
  readings.sort((one, other) => compare(other.score, one.score))
  const [best, second] = readings
  if (!best && kind.oneColumn) return column ?? tableOf(rowsOf(text, NO_DELIMITER, kind), kind)
  if (!best) throw failure ?? new TableFileError('The file has no table with at least 2 columns.')
  if (second && compare(best.score, second.score) === 0)
    throw new TableFileError(
      `The file can be read with ${best.name} or with ${second.name} between its cells. Save it with one of them only.`,
    )
  return best.table
}

/** Known headings, then the share of rows that have what they need, then of those as wide as the headings. */
function scoreOf({ heads, head_line, rows }: FileTable, kind: TableKind): number[] {
  const count = Math.max(1, rows.length)
  const share = (matching: number) => Math.round((matching / count) * 1000)
  return [
    head_line === null ? 0 : kind.headings(heads),
    share(rows.filter(({ cells }) => kind.isRow(cells)).length),
    share(rows.filter(({ cells }) => widthOf(cells) <= heads.length && cells.length >= heads.length).length),
  ]
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

function rowsOf(text: string, delimiter: string, kind: TableKind): SheetRow[] {
  const { max } = kind
  try {
    const records = parse(text, {
      bom: true,
      delimiter,
      // A file may be put together from others; by itself the parser takes the first line end for all.
      record_delimiter: ['\r\n', '\n', '\r'],
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      // Blank lines do not count as rows, or the last rows of a double-spaced file would be cut off.
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      max_record_size: 100_000,
      to: max.rows + MAX_ABOVE + 2,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records.map(({ record, info }) => {
      assertNoRowInCell(record, delimiter, kind, info.lines)
      return { line: info.lines, cells: record.slice(0, MAX_COLUMNS + 1).map(plainCell) }
    })
  } catch (thrown) {
    if (thrown instanceof TableFileError) throw thrown
    throw new TableFileError('The file is not a table: a quotation mark is not closed.', { cause: thrown })
  }
}

/** A quotation mark that is closed rows later makes one cell of them. @throws TableFileError */
function assertNoRowInCell(
  record: readonly string[],
  delimiter: string,
  kind: TableKind,
  line: number,
): void {
  for (const [at, cell] of record.entries()) {
    const [, ...lines] = cell.split(/\r\n|\r|\n/)
    const after = record.slice(at + 1)
    if (lines.some((text) => text.includes(delimiter) && kind.isRow([...text.split(delimiter), ...after])))
      throw new TableFileError(
        `Line ${line}: a cell has other rows in it. Remove the quotation mark before it, or double it.`,
      )
  }
}
