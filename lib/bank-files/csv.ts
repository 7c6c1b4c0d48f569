import { parse } from 'csv-parse/sync'
import {
  amountOf,
  assertLines,
  BankFileError,
  DESCRIPTION_LENGTH,
  dateOf,
  type FileLine,
  MAX_STATEMENT_LINES,
  plainText,
  REFERENCE_LENGTH,
} from './statement.ts'

/** What the columns of a CSV file hold, by their position from 0; null where there is no such column. */
type CsvMapping = {
  date: number
  date_order: 'dmy' | 'mdy' | 'ymd'
  /** One column of amounts, credits positive unless `side` or a mark such as DR says which it is… */
  amount: number | null
  side: number | null
  /** …or a column for each side. */
  credit: number | null
  debit: number | null
  reference: number | null
  description: number | null
}

/** The most columns that are read. */
const MAX_COLUMNS = 40
/** Lines above the heads: the name of the bank, the account. */
const MAX_PREAMBLE = 40

type CsvTable = {
  heads: string[]
  rows: string[][] /** The line of the heads, from 1. */
  line: number
}

/** The table in a CSV file: the heads are the first of its widest lines. @throws BankFileError */
export function readTable(content: string): CsvTable {
  const lines = cellsOf(content)
  const width = (cells: string[]) => cells.filter((cell) => cell !== '').length
  const top = lines.slice(0, MAX_PREAMBLE)
  const widest = Math.max(0, ...top.map(width))
  if (widest < 2) throw new BankFileError('The file has no table with at least 2 columns.')
  const at = top.findIndex((cells) => width(cells) === widest)
  const heads = (lines[at] ?? []).slice(0, MAX_COLUMNS)
  return { heads, rows: lines.slice(at + 1).map((cells) => cells.slice(0, MAX_COLUMNS)), line: at + 1 }
}

function cellsOf(content: string): string[][] {
  const lines = parsed(content)
  assertLines(lines.length - MAX_PREAMBLE)
  return lines
}

function parsed(content: string): string[][] {
  try {
    return parse(content, {
      bom: true,
      delimiter: delimiterOf(content),
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      max_record_size: 100_000,
      to: MAX_STATEMENT_LINES + MAX_PREAMBLE + 1,
    })
  } catch (thrown) {
    throw new BankFileError('This is not a CSV, camt.053 or MT940 file.', { cause: thrown })
  }
}

/** The sign that most often stands in the first lines. */
function delimiterOf(content: string): string {
  const head = content.slice(0, 5000)
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, count: head.split(sign).length }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).sign
}

const GUESSES: Record<keyof Omit<CsvMapping, 'date_order'>, RegExp> = {
  date: /^(?!.*value).*date/i,
  credit: /credit|deposit|paid in|^cr\b/i,
  debit: /debit|withdraw|paid out|^dr\b/i,
  amount: /amount/i,
  side: /cr ?\/ ?dr|dr ?\/ ?cr|^type$|side|indicator/i,
  reference: /utr|ref|cheque|chq/i,
  description: /narration|description|particular|remark|detail/i,
}

/** The mapping that the heads suggest. */
export function guessMapping(heads: readonly string[]): CsvMapping {
  const column = (name: keyof typeof GUESSES) => {
    const at = heads.findIndex((head) => GUESSES[name].test(head))
    return at < 0 ? null : at
  }
  const side = column('side')
  const sides = { credit: except(column('credit'), side), debit: except(column('debit'), side) }
  const apart = sides.credit !== null && sides.debit !== null
  return {
    date: column('date') ?? 0,
    date_order: 'dmy',
    ...(apart
      ? { ...sides, amount: null, side: null }
      : { credit: null, debit: null, amount: column('amount'), side }),
    reference: column('reference'),
    description: column('description'),
  }
}

function except(column: number | null, other: number | null): number | null {
  return column === other ? null : column
}

/**
 * The bookings of a table. Lines without a date or without an amount, such as a total at the end, are left out.
 * @throws BankFileError
 */
export function readLines({ rows, line }: CsvTable, mapping: CsvMapping, currency: string): FileLine[] {
  const lines = rows.flatMap((cells, at) => lineOf(cells, mapping, currency, `Line ${line + 1 + at}`) ?? [])
  if (lines.length === 0)
    throw new BankFileError('The file has no line with an amount in the chosen columns.')
  assertLines(lines.length)
  return lines
}

function lineOf(cells: string[], mapping: CsvMapping, currency: string, where: string): FileLine | null {
  const cell = (at: number | null) => (at === null ? '' : (cells[at] ?? ''))
  if (cell(mapping.date) === '') return null
  const booked = bookedOf(mapping, cell, currency, where)
  if (booked === null) return null
  const date = readDate(cell(mapping.date), mapping.date_order)
  if (date === null) throw new BankFileError(`${where}: "${cell(mapping.date).slice(0, 40)}" is not a date.`)
  return {
    date,
    ...booked,
    reference: plainText(cell(mapping.reference), REFERENCE_LENGTH),
    description: plainText(cell(mapping.description), DESCRIPTION_LENGTH),
  }
}

type Booked = Pick<FileLine, 'side' | 'amount'>
type CellAt = (at: number | null) => string

/** Side and amount; null where there is no amount, or it is zero. */
function bookedOf(mapping: CsvMapping, cell: CellAt, currency: string, where: string): Booked | null {
  if (mapping.amount !== null) {
    const found = signedAmount(cell(mapping.amount), currency, where)
    if (found === null) return null
    const marked = sideOf(cell(mapping.side))
    return marked === null ? found : { side: marked, amount: found.amount }
  }
  for (const side of ['credit', 'debit'] as const) {
    const found = signedAmount(cell(mapping[side]), currency, where)
    if (found !== null) return { side: found.side === 'debit' ? opposite(side) : side, amount: found.amount }
  }
  return null
}

function opposite(side: FileLine['side']): FileLine['side'] {
  return side === 'credit' ? 'debit' : 'credit'
}

/** An amount as statements have it: 1,000.00, -1,000.00, (1,000.00), 1,000.00 Dr. */
function signedAmount(typed: string, currency: string, where: string): Booked | null {
  const text = typed.replace(/\s/g, '').slice(0, 40)
  if (text === '' || text === '-') return null
  const [, open, minus, digits = text, after = ''] =
    /^(\()?([-+\u2212])?(?:₹|rs\.?|inr)?([\d,.]+)\)?(cr\.?|dr\.?|c|d|-)?$/i.exec(text) ?? []
  const amount = amountOf(digits, currency, where)
  if (amount === 0) return null
  const negative = open !== undefined || minus === '-' || minus === '\u2212' || after === '-'
  return { side: sideOf(after) ?? (negative ? 'debit' : 'credit'), amount }
}

function sideOf(text: string): FileLine['side'] | null {
  if (/^\s*(?:cr|c|credit|deposit)\b/i.test(text)) return 'credit'
  return /^\s*(?:dr|d|debit|withdrawal)\b/i.test(text) ? 'debit' : null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A date such as 23/11/2026, 23-Nov-26 or 2026-11-23, with or without a time after it. */
function readDate(text: string, order: CsvMapping['date_order']): string | null {
  const [, first = '', second = '', third = ''] =
    /^\s*(\d{1,4})[-/. ]+(\d{1,2}|[a-z]{3,9})[-/., ]+(\d{1,4})\b/i.exec(text.slice(0, 40)) ?? []
  if (first === '') return null
  const iso = first.length === 4
  const parts = iso || order === 'ymd' ? [first, second, third] : [third, second, first]
  const [year = '', month = '', day = ''] = !iso && order === 'mdy' ? [third, first, second] : parts
  return dateOf(fullYear(year), monthOf(month), Number(day))
}

function monthOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1
}

function fullYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text)
}
