import { expect, it } from 'vitest'
import { exportName, filterLine, filterSlug, headTime, writerOf } from './file.ts'

it.each([
  ['status=captured&min=5000.01', 'status-captured-min-5000.01'],
  ['status=captured&min=5,000&max=9000', 'status-captured-min-5000-max-9000'],
  ['email=meera%40example.com&contact=9812345678&last4=1111', 'email-contact-last4'],
  ['min=%3Cscript%3E', 'min'],
  ['period=last_month&method=card,upi', 'period-last-month-method-card-upi'],
  ['', ''],
])('the filter %s is %s in the name of a file', (filter, slug) => {
  expect(filterSlug(filter)).toBe(slug)
})

it.each([
  ['status=captured&captured=1&min=500&max=900', 'status:captured captured:yes amount:>=500 amount:<=900'],
  ['q=two+words', 'q:"two words"'],
  ['', 'none'],
])('the filter %s is "%s" in the head of a scheduled file', (filter, line) => {
  expect(filterLine(filter)).toBe(line)
})

it('names as many filters as fit, none of them in part', () => {
  const slug = filterSlug(`status=captured&${'abcdefghijklmnopqrst=captured&'.repeat(4)}`)
  expect(slug).toMatch(/^status-captured(-abcdefghijklmnopqrst-captured){2}$/)
})

it('names a file by list, mode, filter, day and zone', () => {
  const at = Date.parse('2026-11-25T20:00:00Z') / 1000
  expect(
    exportName({
      list: 'payments',
      mode: 'live',
      filter: 'status=captured&min=500',
      zone: 'Asia/Kolkata',
      dates: [at],
      format: 'csv' as const,
    }),
  ).toBe('payments-live-status-captured-min-500-2026-11-26-asia-kolkata.csv')
})

it('writes times with the offset of the zone', () => {
  const at = Date.parse('2026-11-25T20:00:00Z') / 1000
  expect(headTime(at, 'Asia/Kolkata')).toBe('2026-11-26T01:30:00+05:30')
  expect(headTime(at, 'America/St_Johns')).toBe('2026-11-25T16:30:00-03:30')
  expect(headTime(at, 'UTC')).toBe('2026-11-25T20:00:00+00:00')
})

it('has notes as an object in NDJSON, and as JSON in a cell of CSV', () => {
  type Row = { notes: Record<string, string> }
  const columns: [string, (row: Row) => Row['notes']][] = [['notes', ({ notes }) => notes]]
  const row = { notes: { shop: 'Pune, "M"' } }
  expect(writerOf('ndjson', columns, null).write(row)).toBe('{"notes":{"shop":"Pune, \\"M\\""}}\n')
  expect(writerOf('csv', columns, null).write(row)).toBe(
    `"${JSON.stringify(row.notes).replaceAll('"', '""')}"\r\n`,
  )
})
