/** A cell: text is escaped for spreadsheets, numbers are not; an object is JSON, which NDJSON has as an object. */
export type Cell = string | number | null | Readonly<Record<string, string>>

/**
 * Spreadsheets evaluate cells that begin with these, some also after a line end or in full width; a leading quote makes
 * them text.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** Text that is a negative number, such as an amount, and so no formula: a spreadsheet reads it as that number. */
const NEGATIVE = /^-\d+(?:\.\d+)?$/

/** Digits that a spreadsheet would change: it drops leading zeros, rounds after 15 digits and reads an e as an exponent. */
const CHANGED = /^(?:0\d+|\d{16,}|\d+[eE]\d+)$/

/**
 * One line of a CSV file (RFC 4180), with its line end. Text that a spreadsheet would run as a formula gets a quote in
 * front; numbers do not, nor text that is one, so that a negative amount remains one.
 */
export function csvLine(cells: readonly Cell[]): string {
  return line(cells, (text) => (isFormula(text) ? `'${text}` : text))
}

/** The same for a file that is opened in a spreadsheet: text that it would change gets the quote, too. */
export function spreadsheetLine(cells: readonly Cell[]): string {
  return line(cells, (text) => (isFormula(text) || CHANGED.test(text) ? `'${text}` : text))
}

function isFormula(text: string): boolean {
  return FORMULA.test(text) && !NEGATIVE.test(text)
}

function line(cells: readonly Cell[], safe: (text: string) => string): string {
  return `${cells.map((cell) => cellText(cell, safe)).join(',')}\r\n`
}

function cellText(cell: Cell, safe: (text: string) => string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = safe(typeof cell === 'string' ? cell : JSON.stringify(cell))
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
