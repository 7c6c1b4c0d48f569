import { parseMoney } from '#lib/values/money-text.ts'

/** A booking of a bank account. */
export type FileLine = {
  /** The booking date, 2026-11-23. */
  date: string
  side: 'credit' | 'debit'
  /** Above zero, in the smallest currency unit. */
  amount: number
  reference: string
  description: string
}

/** A bank statement as its file has it. */
export type FileStatement = {
  account_number: string
  /** The bank's own number of the statement. */
  number: string | null
  /** In the smallest currency unit; null where the file has none. */
  opening: number | null
  closing: number | null
  lines: FileLine[]
}

/** The largest file, and the most lines in it. */
export const MAX_STATEMENT_BYTES = 900_000
export const MAX_STATEMENT_LINES = 20_000

/** Why a bank file cannot be read: the only error of its parsers. */
export class BankFileError extends Error {}

/** @throws BankFileError for another currency than the account's */
export function assertCurrency(found: string, currency: string): void {
  if (found !== currency)
    throw new BankFileError(
      `The statement is in ${found.slice(0, 10) || 'an unknown currency'}, not ${currency}.`,
    )
}

/** @throws BankFileError for more lines than a file may have */
export function assertLines(count: number): void {
  if (count > MAX_STATEMENT_LINES)
    throw new BankFileError(
      `The file has more than ${MAX_STATEMENT_LINES.toLocaleString('en-IN')} lines. Split it by period.`,
    )
}

/** An amount with a decimal point and perhaps more zeros than the currency has places. @throws BankFileError */
export function amountOf(given: string, currency: string, where: string): number {
  const text = given.trim()
  const readable = text.length <= 40 && /^[\d,]+(?:\.\d*)?$/.test(text)
  const amount = readable ? parseMoney(withoutZeros(text), currency) : null
  if (amount === null) throw new BankFileError(`${where}: "${text.slice(0, 40)}" is not an amount.`)
  return amount
}

/** An amount without the zeros that its decimals end with. */
function withoutZeros(text: string): string {
  let [whole = '', places = ''] = text.split('.')
  while (places.endsWith('0')) places = places.slice(0, -1)
  return places === '' ? whole : `${whole}.${places}`
}

/** A date of the calendar as text; null for one that does not exist. */
export function dateOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  const exists = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return exists && year >= 1990 && year <= 2100 ? at.toISOString().slice(0, 10) : null
}

/** Text of a file on one line, without control characters, cut to a length. */
export function plainText(text: string, max: number): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, max)
}

export const REFERENCE_LENGTH = 140
export const DESCRIPTION_LENGTH = 1000
