/**
 * A cell: text is escaped for spreadsheets, numbers and figures are not; an object is JSON, which NDJSON has as an
 * object.
 */
export type CsvCell = string | number | null | Figure | Readonly<Record<string, string>>

/** The text of an amount or a date, which a spreadsheet may read as one. NDJSON has it as text. */
export class Figure {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): string {
    return this.text
  }
}

/**
 * Spreadsheets evaluate cells that begin with these, some also after a line end or in full width; a leading quote makes
 * them text.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** Text that is a negative number, such as an amount, and so no formula: a spreadsheet reads it as that number. */
const NEGATIVE = /^-\d+(?:\.\d+)?$/

const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|jun|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'

/** Text that a spreadsheet may read as a number, a date, a time or a percentage: 1.10, 12E5, 1-2, MAR5, " 007". */
const NUMERIC = new RegExp(
  `^(?=.*\\p{Nd})(?:[\\p{Nd}\\p{Sc}\\p{Zs}\\t.,:;/+\\-\u2212%()e]|[ap]m?\\b|${MONTH})+$`,
  'iu',
)

/** An integer that it shows as it is written: it drops leading zeros and rounds after 15 digits. */
const UNCHANGED = /^-?(?:0|[1-9]\d{0,14})$/

/**
 * One line of a CSV file (RFC 4180), with its line end. Text that a spreadsheet would run as a formula gets a quote in
 * front; numbers do not, nor text that is one, so that a negative amount remains one.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return line(cells, (text) => (isFormula(text) ? `'${text}` : text))
}

/**
 * The same for a file that is opened in a spreadsheet: text that it would change gets the quote, too, and so does text
 * that begins with one. Without the quote in front, every text is as it was.
 */
export function spreadsheetLine(cells: readonly CsvCell[]): string {
  return line(cells, (text) =>
    isFormula(text) || isChanged(text) || text.startsWith("'") ? `'${text}` : text,
  )
}

function isChanged(text: string): boolean {
  return NUMERIC.test(text) && !UNCHANGED.test(text)
}

function isFormula(text: string): boolean {
  return FORMULA.test(text) && !NEGATIVE.test(text)
}

function line(cells: readonly CsvCell[], safe: (text: string) => string): string {
  return `${cells.map((cell) => cellText(cell, safe)).join(',')}\r\n`
}

function cellText(cell: CsvCell, safe: (text: string) => string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text =
    cell instanceof Figure ? cell.text : safe(typeof cell === 'string' ? cell : JSON.stringify(cell))
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
