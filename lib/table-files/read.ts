import { decodeText } from './decode.ts'
import { readDelimited } from './delimited.ts'
import { htmlRows, isHtml } from './html.ts'
import { type FileTable, TableFileError, type TableKind, tableOf } from './table.ts'
import { isArchive, isOldWorkbook, SAVE_AS_CSV, workbookRows } from './workbook.ts'

/**
 * The table of a file: CSV, pasted rows, Unicode text, an HTML table, or the first sheet of an .xlsx workbook.
 * @throws TableFileError
 */
export function readTable(bytes: Uint8Array, kind: TableKind): FileTable {
  if (isOldWorkbook(bytes)) throw new TableFileError(`An .xls workbook is not read. ${SAVE_AS_CSV}`)
  if (isArchive(bytes)) return tableOf(workbookRows(bytes), kind)
  return tableOfText(decodeText(bytes), kind)
}

/** The table of a text that was decoded already. @throws TableFileError */
export function tableOfText(text: string, kind: TableKind): FileTable {
  if (text.includes('\0')) throw new TableFileError(`The file is not text. ${SAVE_AS_CSV}`)
  if (isHtml(text)) return tableOf(htmlRows(text), kind)
  if (/<Workbook\b/.test(text.slice(0, 2000)))
    throw new TableFileError(`An XML spreadsheet is not read. ${SAVE_AS_CSV}`)
  return readDelimited(text, kind)
}
