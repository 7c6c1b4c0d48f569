import type { ExportFormat } from '#lib/domain/exports/schema.ts'
import { tokenText } from '#lib/filters/filter-text.ts'
import { type CsvCell, csvLine, spreadsheetLine } from '#lib/values/csv.ts'
import { offsetOf } from '#lib/values/time.ts'
import { isoDate } from '#lib/values/time-text.ts'

export type CsvColumn<Item> = [name: string, cell: (item: Item) => CsvCell]

/** The lines at the head of a file: list, merchant, mode, filter, zone and time. */
type FileHead = Record<string, string>

type Writer<Item> = { begin: string; write: (item: Item) => string }

/** A byte order mark: without it a spreadsheet takes UTF-8 for the encoding of the computer. */
const MARK = '\ufeff'

/** How a file begins, and how a row of it is written. */
export function writerOf<Item>(
  format: ExportFormat,
  columns: readonly CsvColumn<Item>[],
  head: FileHead | null,
): Writer<Item> {
  if (format === 'ndjson')
    return {
      begin: head ? `${JSON.stringify({ export: head })}\n` : '',
      write: (item) =>
        `${JSON.stringify(Object.fromEntries(columns.map(([name, cell]) => [name, cell(item)])))}\n`,
    }
  const line = format === 'spreadsheet' ? spreadsheetLine : csvLine
  return {
    begin: [
      ...(format === 'spreadsheet' ? [MARK] : []),
      ...(head ? [...Object.entries(head).map((pair) => line(pair)), line([])] : []),
      line(columns.map(([name]) => name)),
    ].join(''),
    write: (item) => line(columns.map(([, cell]) => cell(item))),
  }
}

/** The text of a file, a page of rows at a time. An error in the middle ends it: a truncated file must not look whole. */
export async function* fileText<Item>(
  { begin, write }: Writer<Item>,
  first: Item[],
  pageAfter: (last: Item) => Promise<Item[]>,
): AsyncGenerator<string> {
  yield begin
  let items = first
  for (let last = items.at(-1); last !== undefined; last = items.at(-1)) {
    yield items.map(write).join('')
    items = await pageAfter(last)
  }
}

export const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  spreadsheet: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson',
}

type NamedFile = {
  /** The noun: "orders". */
  list: string
  mode: string
  /** The filter as search params. */
  filter: string
  zone: string
  /** The first and last second that it covers, or the second in which it was made. */
  dates: readonly number[]
  format: ExportFormat
}

/** "payments-live-status-captured-2026-11-23-asia-kolkata.csv": list, mode, filter, dates and zone. */
export function exportName({ list, mode, filter, zone, dates, format }: NamedFile): string {
  const days = [...new Set(dates.map((at) => isoDate(at, zone)))].join('-to-')
  const parts = [list, mode, filterSlug(filter), days, slug(zone)]
  return `${parts.filter(Boolean).join('-')}.${format === 'ndjson' ? 'ndjson' : 'csv'}`
}

/**
 * The filter in the name of a file: statuses, periods, dates and amounts as they are; of what may be personal, such as an
 * email address, only the name of the filter. As many filters as 80 characters hold, each whole.
 */
export function filterSlug(filter: string): string {
  const parts = [...new URLSearchParams(filter)].map(([name, value]) =>
    isNameable(name, value) ? `${slug(name)}-${slug(value.replaceAll(/(?<=\d),(?=\d)/g, ''))}` : slug(name),
  )
  const fitting = parts.map((_, at) => parts.slice(0, at + 1).join('-')).filter((text) => text.length <= 80)
  return fitting.at(-1) ?? ''
}

/** Whether a value of a filter can be recorded: it is none that may be personal. */
export function isNameable(name: string, value: string): boolean {
  if (name === 'min' || name === 'max') return /^[\d,]{1,18}(\.\d{1,3})?$/.test(value)
  return /^[a-z][a-z_,]{0,60}$|^\dxx(,\dxx)*$|^\d{1,2}d$|^\d{4}-\d\d-\d\d$/.test(value)
}

/** The filter in the head of a file, as text: for the worker, which doesn't know how a list writes its filters. */
export function filterLine(filter: string): string {
  const { min, max, ...others } = Object.fromEntries(new URLSearchParams(filter))
  const bounds = [min && { name: 'amount', value: `>=${min}` }, max && { name: 'amount', value: `<=${max}` }]
  const named = Object.entries(others).map(([name, value]) => ({
    name,
    value: value === '1' ? 'yes' : value,
  }))
  const tokens = [...named, ...bounds.filter((bound) => typeof bound === 'object')]
  return tokens.map((token) => tokenText({ ...token, negated: false })).join(' ') || 'none'
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9.]+/g, '-')
}

/** A time in the head of a file: 2026-11-23T00:00:00+05:30. */
export function headTime(at: number, zone: string): string {
  const offset = offsetOf(zone, at)
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 3600), Math.floor((Math.abs(offset) % 3600) / 60)]
  const two = (part: number) => String(part).padStart(2, '0')
  const local = new Date((at + offset) * 1000).toISOString().slice(0, 19)
  return `${local}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`
}
