import { isXml, readCamt } from './camt.ts'
import { isMt940, readMt940 } from './mt940.ts'
import { BankFileError, type FileStatement, MAX_STATEMENT_BYTES } from './statement.ts'

type StatementFormat = 'csv' | 'camt.053' | 'mt940'

/** The statements of a file whose format says what its fields are; null for CSV, whose columns are chosen. @throws BankFileError */
export function readStatements(
  content: string,
  currency: string,
): { format: StatementFormat; statements: FileStatement[] } | null {
  if (content.length > MAX_STATEMENT_BYTES) throw new BankFileError('The file is larger than 900 KB.')
  if (content.includes('\0')) throw new BankFileError('This is not a CSV, camt.053 or MT940 file.')
  if (isXml(content)) return { format: 'camt.053', statements: readCamt(content, currency) }
  if (isMt940(content)) return { format: 'mt940', statements: readMt940(content, currency) }
  return null
}
