import { Counters } from '#lib/auth/counters.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { readBankFileInThread, readWorkbookInThread } from '#lib/bank-files/in-thread.ts'
import { MAX_STATEMENT_BYTES } from '#lib/bank-files/limits.ts'
import { BankFileError } from '#lib/bank-files/statement.ts'
import { type BatchKind, MAX_REASON, MAX_ROWS } from '#lib/domain/batches/schema.ts'
import type { FileForm } from '#lib/surfaces/file-form.ts'
import { headingOf, looksLikeAmount, namesAmountToMove } from '#lib/table-files/headings.ts'
import { readTable } from '#lib/table-files/read.ts'
import {
  type FileTable,
  type SheetRow,
  TableFileError,
  type TableKind,
  widthOf,
} from '#lib/table-files/table.ts'
import { isArchive } from '#lib/table-files/workbook.ts'
import type { FormReader } from '#lib/values/form.ts'
import { BATCH_FILE_BYTES } from '#lib/values/form-file.ts'
import { parseMoney } from '#lib/values/money-text.ts'

/** How many files one person can have read: more than anyone looks at, few enough for the one thread that reads them. */
const READS = new Counters({ max: 30, seconds: 600, refills: true }, 10_000)

export const statementFile: FileForm = {
  field: 'file',
  max: MAX_STATEMENT_BYTES,
  async read(file) {
    const { id, account } = await requireStaff()
    const wait = READS.take(id)
    if (wait > 0) return `You uploaded many files. Try again in ${Math.ceil(wait / 60)} min.`
    try {
      const read = await readBankFileInThread(new Uint8Array(await file.arrayBuffer()), account.currency)
      return { content: JSON.stringify(read), file_name: file.name.slice(0, 200) }
    } catch (thrown) {
      if (thrown instanceof BankFileError) return thrown.message
      throw thrown
    }
  },
}

/** What a file has, as the check of a batch takes it. */
type FileRows = { rows: FileRow[]; ignored_columns: string[] }
type FileRow = { number: number; payment_id: string; amount?: number; reason?: string; unreadable?: string }
type Settings = { kind: BatchKind; currency: string }

/** The rows of a batch as a file of a few dozen kilobytes; a larger one is another file. */
export const batchFile: FileForm = {
  field: 'file',
  max: BATCH_FILE_BYTES,
  async read(file) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    try {
      return { content: isArchive(bytes) ? await sheetText(bytes) : base64(bytes) }
    } catch (thrown) {
      if (thrown instanceof BankFileError) return thrown.message
      throw thrown
    }
  },
}

/** The rows of the file, which comes as base64, or those that are pasted. */
export function enteredRows(form: FormReader, kind: BatchKind): FileRows {
  const file = form.verbatim('content')
  const bytes = file === '' ? Buffer.from(form.verbatim('rows')) : Buffer.from(file, 'base64')
  try {
    return rowsOfFile(bytes, { kind, currency: form.settings.currency })
  } catch (thrown) {
    if (!(thrown instanceof TableFileError)) throw thrown
    form.refuse(file === '' ? 'rows' : 'content', thrown.message)
    return { rows: [], ignored_columns: [] }
  }
}

/** The first sheet of a workbook as rows that are pasted, each in its line; it is unpacked beside the event loop. */
async function sheetText(bytes: Uint8Array): Promise<string> {
  const lines: string[] = []
  for (const { line, cells } of await readWorkbookInThread(bytes)) {
    const quoted = cells.map((cell) => `"${cell.replaceAll(/[\r\n]+/g, ' ').replaceAll('"', '""')}"`)
    if (line <= lines.length || line > MAX_SHEET_LINES)
      throw new BankFileError('The rows of the workbook are not in order. Save it as CSV (UTF-8).')
    lines[line - 1] = quoted.join('\t')
  }
  return base64(Buffer.from(Array.from(lines, (text) => text ?? '').join('\n')))
}
/** The last line of a sheet in Excel. */
const MAX_SHEET_LINES = 1_048_576

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const TOO_MANY = `A batch has at most ${MAX_ROWS.toLocaleString('en-IN')} rows. Split the file.`

const isPayment = (cell: string) => /^pay_\w+$/.test(cell)

/** A list of payments. A heading for their IDs alone makes a line of headings, and one column a table. */
const BATCH_TABLE: TableKind = {
  headings: (cells) =>
    cells.filter((cell) => headingOf(cell) !== null).length +
    (cells.some((cell) => headingOf(cell) === 'payment_id') ? 1 : 0),
  isRow: (cells) => cells.some(isPayment),
  max: { rows: MAX_ROWS, sentence: TOO_MANY },
  oneColumn: true,
}

/** Where the columns of a batch stand in the rows; null for one that the file does not have. */
type Columns = { payment: number; amount: number | null; reason: number | null }

/**
 * The rows of a file or of pasted rows: the ID of a payment, the amount in the main unit ("500.00") or `full` for
 * everything that is left, and the reason of a refund. With headings, the columns can stand in any order, and the headings
 * of the others are returned; without, they are the ID and the amount. A file without amounts is for everything that is
 * left of each payment.
 * @throws TableFileError where a file is no table, can be read in two ways, or has more rows than a batch
 */
export function rowsOfFile(bytes: Uint8Array, settings: Settings): FileRows {
  const table = readTable(bytes, BATCH_TABLE)
  const { heads, head_line, rows, above } = table
  if (rows.length === 0) throw new TableFileError('The file has no rows.')
  if (rows.length > MAX_ROWS) throw new TableFileError(TOO_MANY)
  const lost = above.find(({ cells }) => cells.some(isPayment))
  if (lost)
    throw new TableFileError(
      `Line ${lost.line} has a payment, but stands above the headings in line ${head_line}. Move the headings to the top.`,
    )
  const columns = head_line === null ? columnsByPlace(table) : columnsByName(table, settings)
  const used = Object.values(columns)
  return {
    rows: rows.map((row) => rowOf(row, heads.length, columns, settings.currency)),
    ignored_columns:
      head_line === null
        ? []
        : heads.filter((head, at) => head !== '' && !used.includes(at)).map((head) => head.slice(0, 100)),
  }
}

/** @throws TableFileError unless the rows are an ID, or an ID and an amount */
function columnsByPlace({ heads, rows }: FileTable): Columns {
  if (heads.length > 2 || !isPayment(rows[0]?.cells[0] ?? ''))
    throw new TableFileError(
      'The columns have no headings that are known. Name them in the first line: payment_id, amount.',
    )
  const hasAmounts = heads.length > 1 || rows.some(({ cells }) => cells.length > 1)
  return { payment: 0, amount: hasAmounts ? 1 : null, reason: null }
}

/** @throws TableFileError where two columns have the same use, or one that is not used may hold the amount */
function columnsByName({ heads, rows }: FileTable, { kind, currency }: Settings): Columns {
  const find = (noun: string, matches: (head: string) => boolean) => {
    const found = heads.flatMap((head, at) => (matches(head) ? at : []))
    const names = found.map((at) => `"${shown(heads[at])}"`).join(' and ')
    if (found.length > 1)
      throw new TableFileError(`${names} both name the ${noun}. Remove the column that is not to be used.`)
    return found[0] ?? null
  }
  const payment = find('payment', (head) => headingOf(head) === 'payment_id')
  const amount = find('amount', (head) => namesAmountToMove(head, kind, currency))
  const reason = kind === 'refund' ? find('reason', (head) => headingOf(head) === 'reason') : null
  if (payment === null) throw new TableFileError('No column has the IDs of payments. Name it payment_id.')
  const unclear = heads.filter(
    (head, at) =>
      ![payment, amount, reason].includes(at) &&
      (mayBeAmount(head) || (amount === null && holdsAmounts(rows, at, currency))),
  )
  if (unclear.length > 0)
    throw new TableFileError(
      `${unclear.map((head) => `"${shown(head)}"`).join(', ')} may be an amount. Name the column of the amount in ${currency} "amount", and remove the others.`,
    )
  return { payment, amount, reason }
}

/** The receipt of an order is its reference, though a bank may call a credit so. */
function mayBeAmount(head: string): boolean {
  const known = /receipt/i.test(head) ? null : headingOf(head)
  return known === null ? looksLikeAmount(head) : MONEY.has(known)
}
const MONEY = new Set<string>(['amount', 'credit', 'debit', 'balance'])

/** Whether every cell of a column is an amount. Whole numbers of 8 digits and more are phone numbers and references. */
function holdsAmounts(rows: readonly SheetRow[], at: number, currency: string): boolean {
  const cells = rows.flatMap(({ cells }) => cells[at] || [])
  return (
    cells.length > 0 && cells.every((cell) => parseMoney(cell, currency) !== null && !/^\d{8,}$/.test(cell))
  )
}

function rowOf(
  { line, cells }: SheetRow,
  width: number,
  { payment, amount, reason }: Columns,
  currency: string,
): FileRow {
  const why = reason === null ? '' : (cells[reason] ?? '')
  const row = {
    number: line,
    payment_id: (cells[payment] ?? '').slice(0, 64),
    ...(why === '' || why.length > MAX_REASON ? {} : { reason: why }),
  }
  const unreadable = (why: string) => ({ ...row, unreadable: why })
  if (cells.length < width || widthOf(cells) > width)
    return unreadable(
      `This row has ${cells.length < width ? cells.length : widthOf(cells)} cells, not ${width}. Quote a cell that has the delimiter in it.`,
    )
  if (why.length > MAX_REASON) return unreadable(`The reason is longer than ${MAX_REASON} characters.`)
  const typed = amount === null ? 'full' : (cells[amount] ?? '')
  if (typed.toLowerCase() === 'full') return row
  if (typed === '')
    return unreadable('The amount is empty. Enter one, or "full" for everything that is left.')
  const money = parseMoney(typed, currency)
  if (money === 0) return unreadable('The amount is zero. Enter one above zero, or remove the row.')
  if (money !== null && money > 0) return { ...row, amount: money }
  return unreadable(`"${typed.slice(0, 40)}" is not an amount. Write it as 500 or 500.50.`)
}

function shown(head: string | undefined): string {
  return (head ?? '').slice(0, 60)
}
