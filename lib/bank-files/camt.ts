import { XMLParser } from 'fast-xml-parser'
import { decodeText } from '#lib/table-files/decode.ts'
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

/** Deeper than any statement. */
const MAX_DEPTH = 40

type Element = { [name: string]: unknown }

export function isXml(content: string): boolean {
  return /^\uFEFF?\s*</.test(content)
}

/**
 * The statements of a camt.053 file. Document types and entities are rejected, so nothing in it is expanded or fetched.
 * @throws BankFileError
 */
export function readCamt(content: string, currency: string): FileStatement[] {
  const statements = listOf(reportOf(parsed(content), 0), 'Stmt')
  if (statements.length === 0)
    throw new BankFileError('The file has no camt.053 statement. Export it as camt.053, MT940 or CSV.')
  const booked = statements.map((statement) => listOf(statement, 'Ntry').filter(isBooked))
  assertLines(booked.flat().length)
  return statements.map((statement, at) => statementOf(statement, booked[at] ?? [], currency))
}

/** The statements of the file, within whatever envelope the bank put around the document. */
function reportOf(element: Element, depth: number): Element {
  if (Object.hasOwn(element, 'BkToCstmrStmt')) return childOf(element, 'BkToCstmrStmt')
  if (depth > 5) return {}
  for (const name of Object.keys(element)) {
    const found = name.startsWith('@') ? {} : reportOf(childOf(element, name), depth + 1)
    if (Object.keys(found).length > 0) return found
  }
  return {}
}

/** The text of an XML file: by its byte order mark, else in the encoding that it declares. @throws BankFileError */
export function decodeXml(bytes: Uint8Array): string {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 200))
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head)?.[1]
  if (declared === undefined || bytes[0] === 0xef || bytes[0] === 0xff || bytes[0] === 0xfe)
    return decodeText(bytes)
  try {
    return new TextDecoder(declared, { fatal: true }).decode(bytes)
  } catch (thrown) {
    throw new BankFileError(`The file is not in the encoding that it declares, ${declared}.`, {
      cause: thrown,
    })
  }
}

/** More than the largest statement has. */
const MAX_TAGS = 400_000
const MAX_ATTRIBUTES = 100_000

function parsed(content: string): Element {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(content))
    throw new BankFileError(
      'The file begins with a DOCTYPE, which bank statements never have. Export it again as camt.053.',
    )
  if (content.split('<').length > MAX_TAGS || content.split('=').length > MAX_ATTRIBUTES)
    throw new BankFileError('The file has more elements than a statement. Split it by period.')
  try {
    return elementOf(PARSER.parse(content, true))
  } catch (thrown) {
    throw new BankFileError(
      'The file is no complete XML: it was cut off or edited. Export it again as camt.053.',
      { cause: thrown },
    )
  }
}

const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  maxNestedTags: MAX_DEPTH,
  removeNSPrefix: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
})

/** Entries that are only announced, and may still disappear, and those of no amount do not count. */
function isBooked(entry: Element): boolean {
  const status = textOf(entry, 'Sts') || textOf(childOf(entry, 'Sts'), 'Cd')
  return (status === '' || status === 'BOOK') && !isZero(entry)
}

/** Some banks list what cost nothing. */
function isZero(entry: Element): boolean {
  const text = typeof entry.Amt === 'string' ? entry.Amt : textOf(elementOf(entry.Amt), '#text')
  return /^[0.]+$/.test(text.trim()) && text.includes('0')
}

function statementOf(statement: Element, entries: Element[], currency: string): FileStatement {
  const account = childOf(statement, 'Acct')
  const id = childOf(account, 'Id')
  const account_number = textOf(id, 'IBAN') || textOf(childOf(id, 'Othr'), 'Id')
  if (account_number === '') throw new BankFileError('The statement has no account number.')
  const own = textOf(account, 'Ccy')
  if (own !== '') assertCurrency(own, currency)
  return {
    account_number: account_number.slice(0, 64),
    number:
      plainText(
        textOf(statement, 'LglSeqNb') || textOf(statement, 'ElctrncSeqNb') || textOf(statement, 'Id'),
        35,
      ) || null,
    opening: balanceOf(statement, ['OPBD', 'PRCD'], currency),
    closing: balanceOf(statement, ['CLBD'], currency),
    lines: entries.map((entry, at) => lineOf(entry, at + 1, currency)),
  }
}

/** The first balance of one of the types, with its sign; null where there is none. */
function balanceOf(statement: Element, types: string[], currency: string): number | null {
  const balances = listOf(statement, 'Bal')
  for (const type of types) {
    const found = balances.find((one) => textOf(childOf(childOf(one, 'Tp'), 'CdOrPrtry'), 'Cd') === type)
    if (!found) continue
    const amount = moneyOf(found, `Balance ${type}`, currency)
    return textOf(found, 'CdtDbtInd') === 'DBIT' ? -amount : amount
  }
  return null
}

function moneyOf(parent: Element, where: string, currency: string): number {
  const element = parent.Amt
  const text = typeof element === 'string' ? element : textOf(elementOf(element), '#text')
  assertCurrency(textOf(elementOf(element), '@Ccy') || currency, currency)
  return lineAmountOf(text.trim().replace(/^\+/, ''), currency, where)
}

function lineOf(entry: Element, line: number, currency: string): FileLine {
  const where = `Entry ${line}`
  const side = { CRDT: 'credit', DBIT: 'debit' }[textOf(entry, 'CdtDbtInd')] as FileLine['side'] | undefined
  if (side === undefined) throw new BankFileError(`${where}: it is neither a credit nor a debit.`)
  const references = referencesOf(entry)
  const remittances = remittancesOf(entry)
  return {
    line,
    date: bookingDate(entry, where),
    side,
    amount: moneyOf(entry, where, currency),
    reference: plainText(references[0] ?? '', REFERENCE_LENGTH),
    description: plainText(
      [...references, ...remittances, textOf(entry, 'AddtlNtryInf')].join(' '),
      DESCRIPTION_LENGTH,
    ),
    match_text: plainText(
      [references.join(' '), remittances.map((text) => text.trim()).join('')].join(' '),
      MATCH_TEXT_LENGTH,
    ),
    reversal: /^(?:true|1)$/.test(textOf(entry, 'RvslInd')),
    balance: null,
  }
}

/** The booking date, else the value date. */
function bookingDate(entry: Element, where: string): string {
  for (const name of ['BookgDt', 'ValDt']) {
    const text = textOf(childOf(entry, name), 'Dt') || textOf(childOf(entry, name), 'DtTm')
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? []
    const date = year === undefined ? null : dateOf(Number(year), Number(month), Number(day))
    if (date !== null) return date
  }
  throw new BankFileError(`${where}: it has no booking date.`)
}

/** The references of the entry and of its payments: the bank's first. */
function referencesOf(entry: Element): string[] {
  const details = detailsOf(entry).map((one) => childOf(one, 'Refs'))
  const named = (name: string) => details.map((refs) => textOf(refs, name))
  const all = [
    textOf(entry, 'AcctSvcrRef'),
    ...named('AcctSvcrRef'),
    textOf(entry, 'NtryRef'),
    ...['TxId', 'ClrSysRef', 'InstrId', 'EndToEndId', 'PmtInfId'].flatMap(named),
    ...details.flatMap((refs) => listOf(refs, 'Prtry').map((one) => textOf(one, 'Ref'))),
    ...detailsOf(entry).flatMap((one) =>
      structuredOf(one).map((strd) => textOf(childOf(strd, 'CdtrRefInf'), 'Ref')),
    ),
  ]
  return [...new Set(all.filter((text) => text !== '' && text !== 'NOTPROVIDED'))]
}

function remittancesOf(entry: Element): string[] {
  return detailsOf(entry).flatMap((one) => {
    const information = childOf(one, 'RmtInf')
    const structured = structuredOf(one).flatMap((strd) => [
      ...listOf(strd, 'RfrdDocInf').map((document) => textOf(document, 'Nb')),
      ...textsOf(strd, 'AddtlRmtInf'),
    ])
    return [...textsOf(information, 'Ustrd'), ...structured, textOf(one, 'AddtlTxInf')]
  })
}

function structuredOf(details: Element): Element[] {
  return listOf(childOf(details, 'RmtInf'), 'Strd')
}

function detailsOf(entry: Element): Element[] {
  return listOf(entry, 'NtryDtls').flatMap((details) => listOf(details, 'TxDtls'))
}

function elementOf(value: unknown): Element {
  const first = Array.isArray(value) ? value[0] : value
  return typeof first === 'object' && first !== null ? (first as Element) : {}
}

function childOf(parent: Element, name: string): Element {
  return Object.hasOwn(parent, name) ? elementOf(parent[name]) : {}
}

function listOf(parent: Element, name: string): Element[] {
  if (!Object.hasOwn(parent, name)) return []
  const value = parent[name]
  return (Array.isArray(value) ? value : [value]).map(elementOf)
}

function textsOf(parent: Element, name: string): string[] {
  if (!Object.hasOwn(parent, name)) return []
  const value = parent[name]
  return (Array.isArray(value) ? value : [value]).map((one) =>
    decoded(typeof one === 'string' ? one : textOf(elementOf(one), '#text')),
  )
}

function textOf(parent: Element, name: string): string {
  if (!Object.hasOwn(parent, name)) return ''
  const value = Array.isArray(parent[name]) ? parent[name][0] : parent[name]
  return typeof value === 'string' ? decoded(value).trim() : ''
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** The five entities that XML has without a declaration, and characters by their number. */
function decoded(text: string): string {
  return text.replace(
    /&(?:(lt|gt|quot|apos|amp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (whole, name, decimal, hex) => {
      if (name !== undefined) return ENTITIES[String(name)] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      const exists = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      return exists ? String.fromCodePoint(code) : ''
    },
  )
}
