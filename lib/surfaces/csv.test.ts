import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { recordExport } from '#lib/domain/exports/download.ts'
import type { ExportFormat } from '#lib/domain/exports/schema.ts'
import type { CsvColumn } from '#lib/exports/file.ts'
import { type Context, defineOperation, type Operation } from '#lib/pipeline/operation.ts'
import { actorOf, emptyRuntime } from '#lib/testing/role-actor.ts'
import { csvFile } from './csv.ts'

vi.mock('#lib/runtime.ts', () => ({ runtime: () => emptyRuntime() }))
// The operation below needs nothing of the pipeline.
const noted: unknown[] = []
vi.mock('#lib/pipeline/execute.ts', () => ({
  execute: async (_: unknown, operation: Operation, __: unknown, raw: object) => ({
    value: await operation.run(
      { note: (details: unknown) => void noted.push(details) } as unknown as Context,
      operation.input.parse(raw),
    ),
  }),
}))
vi.mock('#lib/auth/staff.ts', () => ({ requireStaff: async () => actorOf('owner') }))

type Row = { id: number; name: string }
/** Five rows, two on each page. */
const operation = defineOperation({
  name: 'export_rows',
  title: 'Export rows',
  summary: 'Returns rows.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: z.object({ after: z.int().default(0) }),
  output: z.object({ items: z.array(z.object({ id: z.int(), name: z.string() })) }),
  run: async (_, { after }) => ({
    items: [1, 2, 3, 4, 5]
      .filter((id) => id > after)
      .slice(0, 2)
      .map((id) => ({ id, name: id === 3 ? '=SUM(A1)' : `Row "${id}"` })),
  }),
})
const columns: CsvColumn<Row>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
]

async function file(more: { filter?: string; format?: ExportFormat; head?: boolean } = {}) {
  const next = (last: Row) => ({ after: last.id })
  const options = { noun: 'rows', columns, zone: 'Asia/Kolkata', next, record: recordExport, ...more }
  const response = await csvFile(new Request('http://localhost/rows/export'), operation, {}, options)
  const name = response.headers.get('content-disposition')?.match(/filename="(.*)"/)?.[1]
  return { text: await response.text(), name, type: response.headers.get('content-type') }
}

it('has every row of every page, and no formula', async () => {
  const { text, name, type } = await file()
  expect(text.split('\r\n')).toEqual([
    'id,name',
    '1,"Row ""1"""',
    '2,"Row ""2"""',
    "3,'=SUM(A1)",
    '4,"Row ""4"""',
    '5,"Row ""5"""',
    '',
  ])
  expect(noted).toEqual([{ list: 'rows', format: 'csv', filter: '', columns: ['id', 'name'] }])
  expect(name).toMatch(/^rows-test-\d{4}-\d\d-\d\d-asia-kolkata\.csv$/)
  expect(type).toContain('text/csv')
})

it('is one JSON object per line, in the types of its columns', async () => {
  const { text, name, type } = await file({ format: 'ndjson', head: true })
  const [head, ...rows] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(head.export).toMatchObject({ list: 'rows', mode: 'test', filter: 'none', time_zone: 'Asia/Kolkata' })
  expect(rows).toHaveLength(5)
  expect(rows[2]).toEqual({ id: 3, name: '=SUM(A1)' })
  expect([name?.endsWith('.ndjson'), type]).toEqual([true, 'application/x-ndjson'])
})

it('opens right in a spreadsheet: with a byte order mark, and without formulas', async () => {
  const { text, name, type } = await file({ format: 'spreadsheet', head: true })
  // The decoder of the response takes the mark away; the bytes have it.
  const response = await csvFile(
    new Request('http://localhost/rows/export'),
    operation,
    {},
    {
      noun: 'rows',
      columns,
      zone: 'Asia/Kolkata',
      record: recordExport,
      format: 'spreadsheet' as const,
      next: (last: Row) => ({ after: last.id }),
    },
  )
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect([...bytes.slice(0, 5)]).toEqual([0xef, 0xbb, 0xbf, ...Buffer.from('id')])
  expect(text).toContain("3,'=SUM(A1)\r\n")
  expect(name).toMatch(/\.csv$/)
  expect(type).toContain('charset=utf-8')
})

it('reads no page before the one before it is taken', async () => {
  const requested: number[] = []
  const endless = {
    ...operation,
    run: async (_: Context, { after }: { after: number }) => {
      requested.push(after)
      return { items: [{ id: after + 1, name: 'x' }] }
    },
  }
  const options = { noun: 'rows', columns, zone: 'UTC', record: recordExport }
  const next = (last: Row) => ({ after: last.id })
  const response = await csvFile(new Request('http://localhost/x'), endless, {}, { ...options, next })
  const reader = response.body?.getReader()
  for (let taken = 0; taken < 50; taken += 1) await reader?.read()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(requested.length).toBeLessThanOrEqual(51)
  await reader?.cancel()
})

it('says its filter and zone in its head, and the filter in its name, but nothing personal', async () => {
  const filter = 'status=captured&period=7d&email=asha%40example.com'
  const { text, name } = await file({ filter, head: true })
  const lines = text.split('\r\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'filter,status:captured period:7d email:asha@example.com',
      'time_zone,Asia/Kolkata',
    ]),
  )
  expect(lines[lines.indexOf('') + 1]).toBe('id,name')
  expect(name).toMatch(/^rows-test-status-captured-period-7d-email-\d{4}-/)
  expect((await file({ filter: 'status=4xx,5xx' })).name).toMatch(/^rows-test-status-4xx-5xx-\d{4}-/)
})
