import { parse } from 'csv-parse/sync'
import { MAX_ROWS } from '#lib/domain/batches/schema.ts'
import type { FileForm } from '#lib/surfaces/file-form.ts'
import { parseMoney } from '#lib/values/money-text.ts'

/** What a file has, as the check of a batch takes it. */
type FileRows = { rows: FileRow[]; ignored_columns: string[] }
type FileRow = { payment_id: string; amount?: number; unreadable?: string }

/** The rows of a batch as a file of a few dozen kilobytes; a larger one is another file. */
export const batchFile: FileForm = {
  field: 'file',
  max: { bytes: 256 * 1024, description: 'The file is larger than 256 kB.' },
  read: async (file) => ({ rows: await file.text() }),
}

const PAYMENT_HEADS = ['payment_id', 'payment', 'id']

/**
 * The rows of a CSV file: the ID of a payment, and the amount in the main unit ("500.00"), blank for everything. With a
 * header line, the columns can stand in any order, and the heads of the others are returned; without one, they are the
 * first two.
 * @throws FileProblem where it is no CSV, or has more rows than a batch
 */
export function rowsOfFile(text: string, currency: string): FileRows {
  const lines = linesOf(text)
  const [head = []] = lines
  const names = head.map((name) => name.toLowerCase().replaceAll(' ', '_'))
  const at = names.findIndex((name) => PAYMENT_HEADS.includes(name))
  const hasHead = at >= 0
  const amountAt = hasHead ? names.indexOf('amount') : 1
  const body = hasHead ? lines.slice(1) : lines
  if (body.length === 0) throw new FileProblem('The file has no rows.')
  if (body.length > MAX_ROWS)
    throw new FileProblem(`The file has ${body.length} rows. A batch has at most ${MAX_ROWS}.`)
  const rows = body.map((cells) => rowOf(cells[hasHead ? at : 0] ?? '', cells[amountAt] ?? '', currency))
  return { rows, ignored_columns: hasHead ? unusedHeads(head, [at, amountAt]) : [] }
}

/** The heads of the other columns, short and few enough to be read. */
function unusedHeads(head: string[], used: number[]): string[] {
  return head
    .filter((name, at) => name !== '' && !used.includes(at))
    .map((name) => name.slice(0, 100))
    .slice(0, 100)
}

export class FileProblem extends Error {}

function linesOf(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      to: MAX_ROWS + 100,
    })
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : ''
    throw new FileProblem(`This is not a CSV file: ${why}`, { cause: thrown })
  }
}

function rowOf(payment: string, typed: string, currency: string): FileRow {
  const payment_id = payment.slice(0, 64)
  if (typed === '') return { payment_id }
  const amount = parseMoney(typed, currency)
  if (amount !== null && amount > 0) return { payment_id, amount }
  return { payment_id, unreadable: `"${typed.slice(0, 40)}" is not an amount. Write it as 500 or 500.50.` }
}
