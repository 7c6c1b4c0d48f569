import { type Heading, headingOf } from '#lib/table-files/headings.ts'
import { type FileTable, type SheetRow, type TableKind, widthOf } from '#lib/table-files/table.ts'
import { parseMoney } from '#lib/values/money-text.ts'
import { DESCRIPTION_LENGTH, MATCH_TEXT_LENGTH, MAX_STATEMENT_LINES, REFERENCE_LENGTH } from './limits.ts'
import {
  assertLines,
  BankFileError,
  dateOf,
  type FileLine,
  type LeftOut,
  lineAmountOf,
  plainText,
  TOO_MANY_LINES,
} from './statement.ts'

type DateOrder = 'dmy' | 'mdy' | 'ymd'

/** What the columns of a table hold, by their position from 0; null where there is no such column. */
export type CsvMapping = {
  date: number
  date_order: DateOrder
  /** One column of amounts, credits positive unless `side` or a mark such as DR says which it is… */
  amount: number | null
  side: number | null
  /** …or a column for each side. */
  credit: number | null
  debit: number | null
  reference: number | null
  description: number | null
  /** The balance after each booking. */
  balance: number | null
}

export const BANK_TABLE: TableKind = {
  headings(cells) {
    const found = cells.map(headingOf)
    const money = found.some((name) => name === 'amount' || name === 'credit' || name === 'debit')
    return money && (found.includes('date') || found.includes('value_date'))
      ? found.filter((name) => name !== null).length
      : 0
  },
  isRow: (cells) => cells.some(isDate) && cells.some((cell) => !isDate(cell) && isMoney(cell)),
  max: { rows: MAX_STATEMENT_LINES, sentence: TOO_MANY_LINES },
}

/** The columns as the headings name them; without headings, as the cells suggest. */
export function guessMapping({ heads, head_line, rows }: FileTable): CsvMapping {
  const names = heads.map(headingOf)
  const cells = (column: number) => rows.map((row) => row.cells[column] ?? '')
  const at = (name: Heading) => {
    const column = names.indexOf(name)
    return column < 0 ? null : column
  }
  // Where several columns have the heading of one side, a person has to choose: the other side alone would lose bookings.
  const isOpen = (['credit', 'debit'] as const).some(
    (name) => names.indexOf(name) !== names.lastIndexOf(name),
  )
  const moneyAt = (name: Heading) =>
    !isOpen && names.indexOf(name) === names.lastIndexOf(name) ? at(name) : null
  // A column such as "Transaction type" may say NEFT or UPI in place of a side.
  const sides = names.findIndex(
    (name, column) =>
      name === 'side' && (!/type/i.test(heads[column] ?? '') || cells(column).some((cell) => sideOf(cell))),
  )
  const fallback = head_line === null ? heads.findIndex((_, column) => cells(column).some(isDate)) : 0
  const date = at('date') ?? at('value_date') ?? Math.max(0, fallback)
  const [amount, credit, debit] = [moneyAt('amount'), moneyAt('credit'), moneyAt('debit')]
  const single = amount !== null && (credit === null || debit === null)
  return {
    date,
    date_order: dateOrder(cells(date)) ?? 'dmy',
    amount: single ? amount : null,
    side: single && sides >= 0 ? sides : null,
    credit: single ? null : credit,
    debit: single ? null : debit,
    reference: at('reference'),
    description: at('description'),
    balance: at('balance'),
  }
}

/** The order of day, month and year that the dates of a column leave open or decide; null where both orders fit. */
export function dateOrder(cells: readonly string[]): DateOrder | null {
  let [dmy, mdy] = [true, true]
  let found = false
  for (const cell of cells) {
    const [, first = '', second = ''] =
      /^(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+\d{2,4}(?!\d)/.exec(cell) ??
      /^(\d{2})(\d{2})(?:19|20)\d{2}$/.exec(cell) ??
      []
    if (first === '') continue
    found = true
    if (Number(first) > 12) mdy = false
    if (Number(second) > 12) dmy = false
  }
  if (!found) return cells.some((cell) => /^\d{4}-?\d{2}-?\d{2}/.test(cell)) ? 'ymd' : 'dmy'
  if (dmy === mdy) return null
  return dmy ? 'dmy' : 'mdy'
}

type ReadTable = {
  lines: FileLine[]
  left_out: LeftOut[]
  /** From the column of balances; null without one. */
  opening: number | null
  closing: number | null
}

/**
 * The bookings of a table: its rows with a date and an amount. Rows without a date, such as totals, and rows without an
 * amount are left out and returned.
 * @throws BankFileError for a row that can be read in two ways, with its line
 */
export function readLines(table: FileTable, mapping: CsvMapping, currency: string): ReadTable {
  assertUnits(table, mapping, currency)
  const reader = new Reader(table, mapping, currency)
  const lines: ReadLine[] = []
  const left_out: LeftOut[] = []
  for (const row of [...table.above.filter((row) => reader.isBooking(row)), ...table.rows]) {
    const line = reader.read(row)
    if (line) lines.push(line)
    else left_out.push(leftOut(row))
  }
  left_out.unshift(...table.above.filter((row) => !reader.isBooking(row) && !isSeparator(row)).map(leftOut))
  if (lines.length === 0)
    throw new BankFileError('The file has no line with a date and an amount in the chosen columns.')
  assertLines(lines.length)
  const signed = withoutSigns(lines)
  return { lines: signed, left_out, ...balancesOf(signed) }
}

/** @throws BankFileError for a column whose heading names another currency, or another unit than the main one */
function assertUnits({ heads }: FileTable, { amount, credit, debit }: CsvMapping, currency: string): void {
  for (const column of [amount, credit, debit]) {
    const head = column === null ? '' : (heads[column] ?? '')
    const [code = currency] = /\b(?:INR|MYR|SGD|USD|EUR|GBP|AED)\b/i.exec(head) ?? []
    const unit = /\b(?:pais[ae]|cents?|lakhs?|lacs?|crores?|thousands?|millions?)\b|'000/i.exec(head)?.[0]
    if (code.toUpperCase() !== currency || unit)
      throw new BankFileError(
        `The column "${head.slice(0, 60)}" is in ${unit ?? code}. Choose one in ${currency}.`,
      )
  }
}

/** Excel's own first line, which names the delimiter of the others: sep=; */
function isSeparator({ line, cells }: SheetRow): boolean {
  return line === 1 && /^sep=/i.test(cells[0] ?? '')
}

function leftOut({ line, cells }: SheetRow): LeftOut {
  return { line, text: plainText(cells.join(' '), 120) }
}

function notADate(where: string, text: string): string {
  return `${where}: "${text.slice(0, 40)}" is not a date. Write it as 2026-11-23 or 23/11/2026, or choose another column of dates.`
}

type ReadLine = FileLine & { negative: boolean }

const MONEY_HEADINGS = new Set<Heading | null>(['amount', 'credit', 'debit'])

class Reader {
  private readonly mapping: CsvMapping
  private readonly currency: string
  private readonly width: number
  /** How many cells the rows have, where all have as many. */
  private readonly usual: number
  /** Whether the column of sides has one. A bank may leave it empty for credits, or for debits. */
  private readonly hasSides: boolean
  /** Columns of amounts by their headings that are not chosen, each with its heading. */
  private readonly unchosen: { head: string; column: number }[]

  constructor({ heads, rows }: FileTable, mapping: CsvMapping, currency: string) {
    this.mapping = mapping
    this.currency = currency
    this.width = heads.length
    const chosen: (number | null)[] = [mapping.amount, mapping.credit, mapping.debit, mapping.balance]
    this.unchosen = heads
      .map((head, column) => ({ head, column }))
      .filter(({ head, column }) => MONEY_HEADINGS.has(headingOf(head)) && !chosen.includes(column))
    const dated = rows.filter(({ cells }) => looksLikeDate(cells[mapping.date] ?? ''))
    this.hasSides = dated.some(
      ({ cells }) => mapping.side !== null && sideOf(cells[mapping.side] ?? '') !== null,
    )
    const [usual = this.width, ...others] = new Set(dated.map(({ cells }) => cells.length))
    const sides = [mapping.credit, mapping.debit].filter((column) => column !== null)
    const used = sides.every((column) => dated.some(({ cells }) => isMoney(cells[column] ?? '')))
    const last = Math.max(...sides, mapping.amount ?? 0, mapping.side ?? 0, mapping.balance ?? 0)
    this.usual = others.length === 0 && used && last < usual ? usual : this.width
  }

  /** Whether a row above the headings is a booking all the same. */
  isBooking({ cells }: SheetRow): boolean {
    return isDate(cells[this.mapping.date] ?? '') && this.hasMoney(cells)
  }

  private hasMoney(cells: readonly string[]): boolean {
    const { amount, credit, debit } = this.mapping
    return [amount, credit, debit].some((column) => column !== null && isMoney(cells[column] ?? ''))
  }

  /** @returns null for a row that is no booking. @throws BankFileError */
  read({ line, cells }: SheetRow): ReadLine | null {
    const { mapping, currency } = this
    const cell = (at: number | null) => (at === null ? '' : (cells[at] ?? ''))
    const where = `Line ${line}`
    const dated = cell(mapping.date)
    if (!looksLikeDate(dated)) {
      if (BROKEN_DATE.test(dated) && this.hasMoney(cells)) throw new BankFileError(notADate(where, dated))
      if (!/\p{L}/u.test(dated) && cells.some(isDate) && cells.some(isMoney))
        this.assertNotWider(cells, where)
      return null
    }
    this.assertWidth(cells, where)
    const booked = this.amount(cell, where)
    if (booked === null) {
      const other = this.unchosen.find(({ column }) => isMoney(cells[column] ?? ''))
      if (other)
        throw new BankFileError(
          `${where} has its amount in the column "${other.head.slice(0, 40)}", which is not chosen. Choose the columns of amounts.`,
        )
      return null
    }
    const date = readDate(dated, mapping.date_order)
    if (date === null) throw new BankFileError(notADate(where, dated))
    const [reference, description] = [cell(mapping.reference), cell(mapping.description)]
    return {
      line,
      date,
      ...booked,
      reference: /^[-.*]*$/.test(reference) ? '' : plainText(reference, REFERENCE_LENGTH),
      description: plainText(description, DESCRIPTION_LENGTH),
      match_text: plainText(`${reference} ${description.replace(/[\r\n]+/g, '')}`, MATCH_TEXT_LENGTH),
      balance: balanceOf(cell(mapping.balance), currency),
    }
  }

  /**
   * A comma too many or too few shifts an amount into the column beside it. A row may have another number of cells than the
   * headings where all rows have, and what is missing or too much is empty.
   */
  private assertWidth(cells: readonly string[], where: string): void {
    this.assertNotWider(cells, where)
    if (cells.length < Math.min(this.width, this.usual) && cells.filter((cell) => cell !== '').length > 1)
      throw new BankFileError(`${where} has fewer cells than the headings. Write empty cells, too.`)
  }

  private assertNotWider(cells: readonly string[], where: string): void {
    if (cells.length > Math.max(this.width, this.usual) || widthOf(cells) > this.width)
      throw new BankFileError(
        `${where} has more cells than the headings. Put texts that have a delimiter in quotation marks.`,
      )
  }

  private amount(cell: (at: number | null) => string, where: string) {
    const { mapping, currency } = this
    if (mapping.amount !== null) {
      const found = signedAmount(cell(mapping.amount), currency, where)
      if (found === null) return null
      const marked = this.side(cell(mapping.side), where) ?? found.mark
      if (marked === null && this.hasSides)
        throw new BankFileError(
          `${where}: it is marked neither as a credit nor as a debit, as other lines are.`,
        )
      return {
        side: marked ?? (found.negative ? 'debit' : 'credit'),
        amount: found.amount,
        negative: marked !== null && found.negative,
        reversal: false,
      } as const
    }
    const [credit, debit] = [mapping.credit, mapping.debit].map((column) =>
      signedAmount(cell(column), currency, where),
    )
    if (credit && debit)
      throw new BankFileError(`${where} has a credit and a debit. A booking is one of them.`)
    const found = credit ?? debit
    if (!found) return null
    const side = credit ? 'credit' : 'debit'
    if (found.mark !== null && found.mark !== side)
      throw new BankFileError(
        `${where}: the amount is marked as a ${found.mark}, and its column as a ${side}.`,
      )
    return { side, amount: found.amount, negative: found.negative, reversal: false } as const
  }

  private side(text: string, where: string): FileLine['side'] | null {
    if (this.mapping.side === null) return null
    const side = sideOf(text)
    if (side === null && text !== '')
      throw new BankFileError(`${where}: "${text.slice(0, 40)}" is neither a credit nor a debit.`)
    return side
  }
}

/**
 * Decides what a minus in a column of one side means: where all amounts of the side have it, it is how the bank writes
 * them; where only some have it, those take earlier bookings back.
 */
function withoutSigns(lines: readonly ReadLine[]): FileLine[] {
  const mixed = (side: FileLine['side']) => lines.some((line) => line.side === side && !line.negative)
  const reversed = { credit: mixed('credit'), debit: mixed('debit') }
  return lines.map(({ negative, ...line }) =>
    negative && reversed[line.side]
      ? { ...line, side: line.side === 'credit' ? 'debit' : 'credit', reversal: true }
      : line,
  )
}

/** The balances before the first and after the last booking, whether the newest stands first or last. */
function balancesOf(lines: readonly FileLine[]): { opening: number | null; closing: number | null } {
  const known = lines.flatMap(({ balance, side, amount }) =>
    balance === null ? [] : [{ balance, change: side === 'credit' ? amount : -amount }],
  )
  if (known.length !== lines.length) return { opening: null, closing: null }
  const follows = (order: typeof known) =>
    order.every(({ balance, change }, at) => at === 0 || order[at - 1]?.balance === balance - change)
  const dates = lines.map(({ date }) => date)
  const reversed = known.toReversed()
  const newestFirst = !follows(known) && (follows(reversed) || (dates[0] ?? '') > (dates.at(-1) ?? ''))
  const order = newestFirst ? reversed : known
  const [first, last] = [order[0], order.at(-1)]
  return first && last
    ? { opening: first.balance - first.change, closing: last.balance }
    : { opening: null, closing: null }
}

type SignedAmount = { amount: number; negative: boolean; mark: FileLine['side'] | null }

/** 1,000.00 · -1,000.00 · (1,000.00) · 1,000.00 Dr · 97,640.50(Cr) · INR 12.00/- · Dr 500 */
const MONEY =
  /^(cr\.?|dr\.?)?(\()?([-+\u2212])?(₹|rs\.?|inr|rm|myr|s\$|sgd|us\$|usd|\$)?([-+\u2212])?([\d,]*(?:\.\d*)?)\)?(\/-)?(-)?(₹|rs\.?|inr|rm|myr|s\$|sgd|us\$|usd|\$)?\(?(cr\.?|dr\.?|c|d)?\)?$/i

/** How amounts of a currency are marked. */
const MARKS: Record<string, RegExp> = {
  INR: /^(?:₹|rs\.?|inr)$/i,
  MYR: /^(?:rm|myr)$/i,
  SGD: /^(?:s?\$|sgd)$/i,
  USD: /^(?:(?:us)?\$|usd)$/i,
}

/** @returns null for no amount, or zero. @throws BankFileError for a text that is no amount */
function signedAmount(typed: string, currency: string, where: string): SignedAmount | null {
  const text = typed.slice(0, 200).replace(/\s/g, '').slice(0, 60)
  const spaced = /\d[\d,.\s]*/.exec(typed.slice(0, 200))?.[0].trim() ?? ''
  const isTwo = /\s/.test(spaced) && !/^\d{1,3}(?:\s\d{2,3})*\s\d{3}(?:\.\d*)?$/.test(spaced)
  if (/^[-\u2212–—*.]*$/.test(text)) return null
  const [, before, open, minus, code, inner, digits = '', , after, codeAfter, mark] = MONEY.exec(text) ?? []
  for (const found of [code, codeAfter])
    if (found !== undefined && !MARKS[currency]?.test(found))
      throw new BankFileError(`${where}: "${text.slice(0, 40)}" is not in ${currency}.`)
  // 1.500 is one and a half, or fifteen hundred where a dot separates thousands.
  const isOpen = /^[1-9]\d{0,2}\.\d{3}$/.test(digits) && parseMoney(digits, currency) === null
  const amount = isOpen || isTwo ? null : lineAmountOf(digits === '' ? text : digits, currency, where)
  if (amount === null)
    throw new BankFileError(
      `${where}: "${typed.trim().slice(0, 40)}" can be read in two ways. Write it as 1,500.50.`,
    )
  if (amount === 0) return null
  const negative =
    open !== undefined || [minus, inner, after].some((sign) => sign === '-' || sign === '\u2212')
  return { amount, negative, mark: sideOf(before ?? mark ?? '') }
}

/** Whether a cell holds an amount, of any currency. */
function isMoney(cell: string): boolean {
  try {
    return signedAmount(cell.replace(/₹|rs\.?|inr|rm|myr|sgd|usd|(?:us|s)?\$/i, ''), 'INR', '') !== null
  } catch {
    return false
  }
}

function balanceOf(cell: string, currency: string): number | null {
  try {
    const found = signedAmount(cell, currency, '')
    if (found === null) return /\d/.test(cell) ? 0 : null
    return found.mark === 'debit' || (found.mark === null && found.negative) ? -found.amount : found.amount
  } catch {
    return null
  }
}

function sideOf(text: string): FileLine['side'] | null {
  if (/^\s*(?:cr|c|credit|deposit|in)\b/i.test(text)) return 'credit'
  return /^\s*(?:dr|d|debit|withdrawal|out)\b/i.test(text) ? 'debit' : null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** 23/11/2026, 2026-11-23 */
const NUMERIC = /^(\d{1,4})[-/. ]+(\d{1,2})[-/. ]+(\d{1,4})(?!\d)/
/** 23-Nov-26, 23rd November, 2026, 23NOV2026 */
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[-/., ]*([a-z]{3,9})[-/., ]*(\d{4}|\d{2})(?!\d)/i
/** Nov 23, 2026 */
const MONTH_FIRST = /^([a-z]{3,9})[-. ]+(\d{1,2})(?:st|nd|rd|th)?[-., ]+(\d{4}|\d{2})(?!\d)/i
/** 2026-Nov-23 */
const YEAR_FIRST = /^(\d{4})[-/. ]+([a-z]{3,9})[-/. ]+(\d{1,2})(?!\d)/i
/** 20261123 */
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
/** 23112026 or, of a bank in the United States, 11232026 */
const COMPACT_YEAR_LAST = /^(\d{2})(\d{2})(\d{4})$/
/** 2026-11-20T12:30:00+05:30 */
const WITH_ZONE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?\s?(?:Z|[+-]\d{2}:?\d{2})$/i
/** A time, or the day of the week: nothing that other cells are separated by. */
const AFTER_DATE = /^(?:$|[T\s][^;|\t]*$)/

/** Numbers with a slash or a dash between them, and no words as the totals of a period have: 14/11/202 */
const BROKEN_DATE = /^[^\p{L}]{0,20}\d[^\p{L}\d]{0,2}[-/][^\p{L}\d]{0,2}\d[^\p{L}]{0,20}$/u

/** Whether a cell is written like a date, though it may not exist. */
function looksLikeDate(given: string): boolean {
  const text = withoutWeekday(given)
  return (
    [NUMERIC, MONTH_FIRST].some((pattern) => pattern.test(text)) ||
    monthOf(DAY_FIRST.exec(text)?.[2] ?? YEAR_FIRST.exec(text)?.[2] ?? '') > 0 ||
    isDate(text)
  )
}

function isDate(text: string): boolean {
  return (['dmy', 'mdy', 'ymd'] as const).some((order) => readDate(text, order) !== null)
}

function withoutWeekday(given: string): string {
  return given
    .trim()
    .slice(0, 60)
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[., ]+/i, '')
}

/** A date in one of the forms above, with or without a time after it. */
function readDate(given: string, order: DateOrder): string | null {
  const text = withoutWeekday(given)
  if (WITH_ZONE.test(text)) return dayInIndia(text)
  const match = (pattern: RegExp) => {
    const found = pattern.exec(text)
    return found && AFTER_DATE.test(text.slice(found[0].length)) ? found.slice(1).map(String) : null
  }
  const monthFirst = match(MONTH_FIRST)
  if (monthFirst) return dateIn('mdy', monthFirst)
  const dayFirst = match(DAY_FIRST)
  if (dayFirst) return dateIn('dmy', dayFirst)
  const yearFirst = match(YEAR_FIRST) ?? match(COMPACT)
  const date = yearFirst && dateIn('ymd', yearFirst)
  if (date) return date
  const parts = match(COMPACT_YEAR_LAST)
  if (parts) return dateIn(order === 'mdy' ? 'mdy' : 'dmy', parts)
  const numeric = match(NUMERIC)
  return numeric && dateIn(numeric[0]?.length === 4 ? 'ymd' : order, numeric)
}

function dateIn(order: DateOrder, parts: readonly string[]): string | null {
  const at = (part: string) => parts[order.indexOf(part)] ?? ''
  return dateOf(fullYear(at('y')), monthOf(at('m')), Number(at('d')))
}

/** The day of a time with an offset, where the banks are. */
function dayInIndia(text: string): string | null {
  const at = Date.parse(text.replace(' ', 'T').replace(' ', ''))
  if (Number.isNaN(at)) return null
  const day = new Date(at + 5.5 * 3_600_000)
  return dateOf(day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate())
}

function monthOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1
}

function fullYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text)
}
