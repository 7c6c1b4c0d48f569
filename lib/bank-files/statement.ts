import { parseMoney } from '#lib/values/money-text.ts'
import { MAX_STATEMENT_LINES } from './limits.ts'

export type FileLine = {
  /** Its line in the file, from 1; in XML the number of the entry. */
  line: number
  /** The booking date, 2026-11-23. */
  date: string
  side: 'credit' | 'debit'
  /** Above zero, in the smallest currency unit. */
  amount: number
  reference: string
  description: string
  /** The references and texts as the bank wrote them before it broke lines, for finding a reference that it cut. */
  match_text: string
  /** It takes an earlier booking back. */
  reversal: boolean
  /** The balance after it, where the file has one for each line. */
  balance: number | null
}

/** A line that is no booking, and is not imported. */
export type LeftOut = { line: number; text: string }

export type FileStatement = {
  account_number: string
  number: string | null
  /** In the smallest currency unit; null where the file has none. */
  opening: number | null
  closing: number | null
  lines: FileLine[]
}

export const TOO_MANY_LINES = `The file has more than ${MAX_STATEMENT_LINES.toLocaleString('en-IN')} lines. Split it by period.`

/** Why a bank file cannot be read: the only error of its parsers. */
export class BankFileError extends Error {}

/** @throws BankFileError for another currency than the account's */
export function assertCurrency(found: string, currency: string): void {
  if (found !== currency)
    throw new BankFileError(
      `The statement is in ${found.slice(0, 10) || 'an unknown currency'}, and this account in ${currency}. Export the statement of an account in ${currency}.`,
    )
}

/** @throws BankFileError for more lines than a file may have */
export function assertLines(count: number): void {
  if (count > MAX_STATEMENT_LINES) throw new BankFileError(TOO_MANY_LINES)
}

/** An amount with a decimal point, perhaps with more zeros than it needs on either side. @throws BankFileError */
export function lineAmountOf(given: string, currency: string, where: string): number {
  const text = given.trim()
  const amount = text.length <= 40 ? parseMoney(withoutZeros(text), currency) : null
  if (amount === null)
    throw new BankFileError(`${where}: "${text.slice(0, 40)}" is not an amount. Write it as 1,500.50.`)
  return amount
}

/** An amount without the zeros that it begins with, or that its decimals end with. */
function withoutZeros(text: string): string {
  let [whole = '', places = '', ...more] = text.split('.')
  if (more.length > 0 || !/^[\d,]*$/.test(whole)) return text
  while (places.endsWith('0')) places = places.slice(0, -1)
  if (whole === '' && /\.\d/.test(text)) whole = '0'
  whole = whole.replace(/^0+(?=\d)/, '')
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
