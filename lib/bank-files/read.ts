import { decodeText } from '#lib/table-files/decode.ts'
import { isHtml } from '#lib/table-files/html.ts'
import { readTable } from '#lib/table-files/read.ts'
import { type FileTable, TableFileError } from '#lib/table-files/table.ts'
import { isArchive, isOldWorkbook } from '#lib/table-files/workbook.ts'
import { tooLargeText } from '#lib/values/form-file.ts'
import { decodeXml, isXml, readCamt } from './camt.ts'
import { BANK_TABLE } from './csv.ts'
import { MAX_STATEMENT_BYTES } from './limits.ts'
import { isMt940, readMt940 } from './mt940.ts'
import { BankFileError, type FileStatement } from './statement.ts'

/** A bank file: statements where its format says what its fields are, else a table whose columns are chosen. */
export type BankFile =
  | { format: 'camt.053' | 'mt940'; statements: FileStatement[] }
  | { format: 'table'; table: FileTable }

/** @throws BankFileError, the only error */
export function readBankFile(bytes: Uint8Array, currency: string): BankFile {
  if (bytes.length > MAX_STATEMENT_BYTES)
    throw new BankFileError(tooLargeText(bytes.length, MAX_STATEMENT_BYTES))
  try {
    if (isArchive(bytes) || isOldWorkbook(bytes)) return tableOf(bytes)
    const text = decodeText(bytes)
    if (isXml(text) && !isHtml(text) && !/<Workbook\b/.test(text.slice(0, 2000)))
      return { format: 'camt.053', statements: readCamt(decodeXml(bytes), currency) }
    if (isMt940(text)) return { format: 'mt940', statements: readMt940(text, currency) }
    return tableOf(bytes)
  } catch (thrown) {
    if (thrown instanceof TableFileError) throw new BankFileError(thrown.message, { cause: thrown })
    throw thrown
  }
}

function tableOf(bytes: Uint8Array): BankFile {
  return { format: 'table', table: readTable(bytes, BANK_TABLE) }
}
