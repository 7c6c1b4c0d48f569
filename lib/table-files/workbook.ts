import { XMLParser } from 'fast-xml-parser'
import { unzipSync } from 'fflate'
import { plainCell, type SheetRow, TableFileError } from './table.ts'

/** What the parts of a workbook may take, unpacked: fflate never writes more than the size that a part declares. */
const MAX_UNPACKED_BYTES = 24_000_000
const MAX_ROWS = 25_000
const MAX_CELLS = 400_000

/** Whether a file is a ZIP archive: an .xlsx or .ods workbook. */
export function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}

/** Whether a file is a workbook of Excel before 2007, or protected by a password. */
export function isOldWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0
}

export const SAVE_AS_CSV = 'Open it in your spreadsheet and save it as CSV (UTF-8).'

type Node = { [name: string]: unknown }

const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: true,
  removeNSPrefix: true,
  ignoreDeclaration: true,
  isArray: (name) => ['row', 'c', 'si', 'r', 'xf', 'numFmt', 'sheet', 'Relationship'].includes(name),
})

/**
 * The first sheet of an .xlsx workbook, its cells as texts: numbers as they are stored, dates as 2026-11-20, of a formula
 * the result that was saved with it.
 * @throws TableFileError
 */
export function workbookRows(bytes: Uint8Array): SheetRow[] {
  const parts = unpacked(bytes)
  const read = (name: string): Node => {
    const part = parts[name]
    if (!part) return {}
    const text = new TextDecoder('utf-8').decode(part)
    if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw unreadable()
    return nodeOf(PARSER.parse(text))
  }
  const sheet = firstSheet(read)
  const texts = listOf(childOf(read('xl/sharedStrings.xml'), 'sst'), 'si').map(richText)
  const styles = stylesOf(childOf(read('xl/styles.xml'), 'styleSheet'))
  const epoch = is1904(read) ? 1462 : 0
  const rows = listOf(childOf(childOf(read(sheet), 'worksheet'), 'sheetData'), 'row')
  if (rows.length > MAX_ROWS) throw tooLarge()
  let count = 0
  const table = rows.map((row, at) => {
    const cells: string[] = []
    for (const cell of listOf(row, 'c')) {
      count += 1
      if (count > MAX_CELLS) throw tooLarge()
      const column = columnOf(attribute(cell, 'r')) ?? cells.length
      if (column > 100) continue
      while (cells.length < column) cells.push('')
      cells[column] = plainCell(textOfCell(cell, texts, styles, epoch))
    }
    return { line: Number(attribute(row, 'r')) || at + 1, cells }
  })
  // A sheet leaves out the empty cells at the end of a row.
  const width = table.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)
  for (const { cells } of table) while (cells.length < width) cells.push('')
  return table
}

/** The parts of the archive that hold a sheet. @throws TableFileError */
function unpacked(bytes: Uint8Array): Record<string, Uint8Array> {
  let total = 0
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (
          !/^xl\/(?:workbook|styles|sharedStrings|_rels\/workbook|worksheets\/).*\.(?:xml|rels)$/.test(name)
        )
          return false
        total += originalSize
        if (total > MAX_UNPACKED_BYTES) throw tooLarge()
        return true
      },
    })
  } catch (thrown) {
    if (thrown instanceof TableFileError) throw thrown
    throw unreadable(thrown)
  }
}

function firstSheet(read: (name: string) => Node): string {
  const [sheet] = listOf(childOf(childOf(read('xl/workbook.xml'), 'workbook'), 'sheets'), 'sheet')
  if (!sheet) throw unreadable()
  const id = attribute(sheet, 'id')
  const relations = listOf(childOf(read('xl/_rels/workbook.xml.rels'), 'Relationships'), 'Relationship')
  const target = attribute(relations.find((one) => attribute(one, 'Id') === id) ?? {}, 'Target')
  return target === ''
    ? 'xl/worksheets/sheet1.xml'
    : target.startsWith('/')
      ? target.slice(1)
      : `xl/${target}`
}

function is1904(read: (name: string) => Node): boolean {
  return /^(?:1|true)$/.test(
    attribute(childOf(childOf(read('xl/workbook.xml'), 'workbook'), 'workbookPr'), 'date1904'),
  )
}

/** The formats of Excel's own that show a date. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 22, 27, 30, 36, 50, 57])

/** What the style of a cell says of its number: whether it is a date, and for each sign the mark that is shown with it. */
type Style = { isDate: boolean; marks: string[] }

function stylesOf(styles: Node): Style[] {
  const own = new Map(
    listOf(childOf(styles, 'numFmts'), 'numFmt').map((one) => [
      attribute(one, 'numFmtId'),
      styleOf(attribute(one, 'formatCode')),
    ]),
  )
  return listOf(childOf(styles, 'cellXfs'), 'xf').map((style) => {
    const id = attribute(style, 'numFmtId')
    return own.get(id) ?? { isDate: DATE_FORMATS.has(Number(id)), marks: [] }
  })
}

/** Accounting software writes 500.00 Dr as the number 500 in a format of its own, such as 0.00" Dr". */
function styleOf(format: string): Style {
  return {
    isDate: /[dy]/i.test(format.replace(/\[[^\]]{0,60}\]|"[^"]{0,60}"|\\./g, '')),
    marks: format
      .slice(0, 300)
      .split(';')
      .map((section) => /"[^"]*\b([CD]r)\b[^"]*"/i.exec(section)?.[1] ?? ''),
  }
}

function textOfCell(cell: Node, texts: string[], styles: Style[], epoch: number): string {
  const value = textOf(cell, 'v')
  switch (attribute(cell, 't')) {
    case 's':
      return texts[Number(value)] ?? ''
    case 'inlineStr':
      return richText(childOf(cell, 'is'))
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE'
    case 'str':
    case 'e':
    case 'd':
      return value
    default:
      return value === '' ? '' : numberText(value, styles[Number(attribute(cell, 's'))], epoch)
  }
}

/** A number has 15 digits in a spreadsheet; what its file adds to them is the binary fraction. */
function numberText(value: string, style: Style | undefined, epoch: number): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  if (style?.isDate && number >= 1 && number < 100_000) {
    // Excel counts a 29 February 1900 that did not exist.
    const days = Math.floor(number) + epoch
    const at = new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * 86_400_000)
    return at.toISOString().slice(0, 10)
  }
  const rounded = Number(number.toPrecision(15))
  const mark = style?.marks[number < 0 && style.marks.length > 1 ? 1 : 0] ?? ''
  const shown = mark === '' ? rounded : Math.abs(rounded)
  const text = Number.isInteger(shown) && Math.abs(shown) < 1e21 ? BigInt(shown).toString() : String(shown)
  return mark === '' ? text : `${text} ${mark}`
}

/** The position of a cell such as B7, from 0. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  if (!letters) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function richText(node: Node): string {
  return (
    textOf(node, 't') +
    listOf(node, 'r')
      .map((run) => textOf(run, 't'))
      .join('')
  )
}

function nodeOf(value: unknown): Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {}
}

function childOf(node: Node, name: string): Node {
  return Object.hasOwn(node, name) ? nodeOf(node[name]) : {}
}

function listOf(node: Node, name: string): Node[] {
  const value = Object.hasOwn(node, name) ? node[name] : []
  return Array.isArray(value) ? value.map(nodeOf) : []
}

function attribute(node: Node, name: string): string {
  const value = Object.hasOwn(node, `@${name}`) ? node[`@${name}`] : ''
  return typeof value === 'string' ? value : ''
}

function textOf(node: Node, name: string): string {
  const value = Object.hasOwn(node, name) ? node[name] : ''
  if (typeof value === 'string') return value
  const text = nodeOf(value)['#text']
  return typeof text === 'string' ? text : ''
}

function tooLarge(): TableFileError {
  return new TableFileError(`The workbook is too large. ${SAVE_AS_CSV}`)
}

function unreadable(cause?: unknown): TableFileError {
  return new TableFileError(`This workbook cannot be read. ${SAVE_AS_CSV}`, { cause })
}
