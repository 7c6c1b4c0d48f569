/** A cell: text is escaped for spreadsheets, numbers are not. */
export type Cell = string | number | null

/** Spreadsheets evaluate cells that begin with these; a leading quote makes them text. */
const FORMULA = /^[=+\-@\t\r]/

/**
 * One line of a CSV file (RFC 4180), with its line end. Text that a spreadsheet would run as a formula gets a quote in
 * front; numbers do not, so that a negative amount remains one.
 */
export function csvLine(cells: Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
