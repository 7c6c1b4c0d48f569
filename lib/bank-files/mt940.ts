import { DESCRIPTION_LENGTH, MATCH_TEXT_LENGTH, REFERENCE_LENGTH } from './limits.ts'
import {
  assertCurrency,
  assertLines,
  BankFileError,
  dateOf,
  type FileLine,
  type FileStatement,
  lineAmountOf,
  plainText,
} from './statement.ts'

type Field = { tag: string; text: string; line: number }

/** Whether a file looks like MT940: it has its fields at the beginning of lines. */
export function isMt940(content: string): boolean {
  const head = content.slice(0, 5000)
  return /(?:^|\{4:):20:/m.test(head) || (/^:25P?:/m.test(head) && /^:60[FM]:/m.test(head))
}

/**
 * The statements of an MT940 file, one for each message. It reads the fields 20, 25, 28C, 60, 61, 86 and 62, and ignores
 * all others. @throws BankFileError
 */
export function readMt940(content: string, currency: string): FileStatement[] {
  const messages = messagesOf(fieldsOf(content))
  if (messages.length === 0) throw new BankFileError('The file has no MT940 statement.')
  assertLines(messages.flat().filter(({ tag }) => tag === '61').length)
  return messages.map((fields) => statementOf(fields, currency))
}

/**
 * The fields in their order. A line continues the field before, unless it begins one that can follow there: banks break
 * texts after 65 characters, so that a line of a text may begin with :20:37 or with a dash.
 */
function fieldsOf(content: string): Field[] {
  const lines = content.split(/\r\n|\r|\n/).map((line) => line.replace(/^.*\{4:/, ''))
  const fields: Field[] = []
  let open: Field | null = null
  for (const [at, text] of lines.entries()) {
    const [, tag = '', rest = ''] = /^:(\d\d[A-Z]?):(.*)$/.exec(text) ?? []
    if (tag !== '' && canBegin(tag, rest, open?.tag ?? null, lines.slice(at + 1, at + 4))) {
      open = { tag, text: rest, line: at + 1 }
      fields.push(open)
    } else if (/^-\}?\s*$|^-\}\{/.test(text) || /^\{[1-5]:/.test(text)) open = null
    else if (open) open.text += `\n${text}`
  }
  return fields
}

/** A booking, or the text to one. */
const IN_BOOKINGS = new Set(['61', '86'])
/** What a field of this tag begins with; any other field has no form that tells it from a text. */
const BEGINS: Record<string, RegExp> = {
  '61': /^\d{6}/,
  '62F': /^[CD]/,
  '62M': /^[CD]/,
  '86': /^/,
  '90C': /^\d{1,5}[A-Z]{3}/,
  '90D': /^\d{1,5}[A-Z]{3}/,
}

/** Whether a line begins a field, given the field that is open and the lines that follow. */
function canBegin(tag: string, rest: string, open: string | null, following: readonly string[]): boolean {
  if (open === null || !IN_BOOKINGS.has(open)) return true
  // A message without a closing balance is followed by the reference and the account of the next one.
  if (tag === '20') return beginsMessage(following)
  return BEGINS[tag]?.test(rest) ?? /^[CD]\d{6}[A-Z]{3}/.test(rest)
}

/** Whether the lines after a field 20 are those of a message: its account, then its number, balance or bookings. */
function beginsMessage(lines: readonly string[]): boolean {
  const tags = lines.map((line) => /^:(\d\d[A-Z]?):/.exec(line)?.[1] ?? '')
  const account = tags.findIndex((tag) => tag.startsWith('25'))
  return account >= 0 && account <= 1 && /^(?:28C?|60[FM]|61)$/.test(tags[account + 1] ?? '')
}

/** A message begins with its field 20. */
function messagesOf(fields: Field[]): Field[][] {
  const messages: Field[][] = []
  for (const field of fields) {
    if (field.tag === '20' || messages.length === 0) messages.push([])
    messages.at(-1)?.push(field)
  }
  return messages
}

function statementOf(fields: Field[], currency: string): FileStatement {
  const one = (...tags: string[]) => fields.find(({ tag }) => tags.includes(tag))
  const account = one('25', '25P')?.text.split('\n')[0]?.trim()
  if (!account) throw new BankFileError('The statement has no account number in field 25.')
  const lines: FileLine[] = []
  for (const [at, field] of fields.entries()) {
    if (field.tag !== '61') continue
    const after = fields.slice(at + 1)
    const end = after.findIndex(({ tag }) => tag !== '86')
    const line = lineOf(field, after.slice(0, end < 0 ? after.length : end), currency)
    if (line.amount > 0) lines.push(line)
  }
  return {
    account_number: account.slice(0, 64),
    number: plainText(one('28C', '28')?.text ?? '', 35) || null,
    opening: balanceOf(one('60F', '60M'), currency),
    closing: balanceOf(one('62F', '62M'), currency),
    lines,
  }
}

/** Field 60 or 62: debit or credit, date, currency, amount. */
function balanceOf(field: Field | undefined, currency: string): number | null {
  if (!field) return null
  const [, mark, found = '', amount = ''] = /^([CD])\d{6}([A-Z]{3})(\d+,\d*)\s*$/.exec(field.text) ?? []
  if (mark === undefined) throw unreadable(field)
  assertCurrency(found, currency)
  const balance = lineAmountOf(amount.replace(',', '.'), currency, `Line ${field.line}`)
  return mark === 'D' ? -balance : balance
}

/**
 * Field 61: value date, booking date, mark, funds code, amount, type, the customer's reference and the bank's, and on a line of
 * its own what supplements it. RC and RD reverse a credit or a debit.
 */
const LINE =
  /^(\d\d)(\d\d)(\d\d)(?:(\d\d)(\d\d))?(R?[CD])[A-Z]?(\d{1,14},\d{0,3})[A-Z][A-Z0-9]{3}([^\n]*)(?:\n([\s\S]*))?$/

function lineOf(field: Field, information: readonly Field[], currency: string): FileLine {
  const [, year, month, day, bookedMonth, bookedDay, mark, amount = '', references = '', more = ''] =
    LINE.exec(field.text) ?? []
  if (mark === undefined) throw unreadable(field)
  const value = { year: century(Number(year)), month: Number(month), day: Number(day) }
  const date = bookedMonth
    ? bookedDate(value, Number(bookedMonth), Number(bookedDay))
    : dateOf(value.year, value.month, value.day)
  if (date === null) throw unreadable(field)
  const minor = lineAmountOf(amount.replace(',', '.'), currency, `Line ${field.line}`)
  const [customer = '', bank = ''] = references.split('//')
  const known = [customer, bank].map((text) => plainText(text, REFERENCE_LENGTH))
  // NONREF stands for a reference that there is not.
  const named = known.filter((text) => text !== '' && text !== 'NONREF')
  const texts = information.map(({ text }) => text)
  return {
    line: field.line,
    date,
    side: mark === 'C' || mark === 'RD' ? 'credit' : 'debit',
    amount: minor,
    reference: named[0] ?? '',
    description: plainText([...named, more, ...texts].join(' '), DESCRIPTION_LENGTH),
    match_text: plainText(
      [references, joined(references + more), ...texts.map(joined)].join(' '),
      MATCH_TEXT_LENGTH,
    ),
    reversal: mark.startsWith('R'),
    balance: null,
  }
}

/** A text as it was before the bank broke its lines, and cut it into subfields such as ?20. */
function joined(text: string): string {
  return text.replace(/\n/g, '').replace(/\?\d\d/g, '')
}

/** The booking date has no year: it is the one nearest to the value date. */
function bookedDate(value: { year: number; month: number }, month: number, day: number): string | null {
  const turned = month - value.month
  const year = value.year + (turned > 6 ? -1 : turned < -6 ? 1 : 0)
  return dateOf(year, month, day)
}

function century(year: number): number {
  return year >= 90 ? 1900 + year : 2000 + year
}

function unreadable({ tag, text, line }: Field): BankFileError {
  return new BankFileError(
    `Line ${line}: field ${tag} can't be read: "${plainText(text, 60)}". Export the statement again, as camt.053 or CSV if it stays so.`,
  )
}
