import { expect, it } from 'vitest'
import { CONFORMANCE } from '#lib/api-docs/conformance.ts'
import { operations } from '#lib/domain/operations.ts'
import { readCorpus } from '#lib/testing/conformance.ts'
import { conformanceTable } from '#scripts/conformance.ts'

const table = conformanceTable(readCorpus())

it('is published as the corpus and its expectations have it', () => {
  expect(CONFORMANCE, 'Run npm run conformance.').toEqual(table)
})

it('counts every step once: passed, rejected or missing', () => {
  for (const { steps, passed, refused, missing, resources } of table.clients) {
    expect(passed + refused + missing).toBe(steps)
    expect(resources.reduce((sum, counts) => sum + counts.steps, 0)).toBe(steps)
  }
})

it('names the operations that no client calls, and none that one does', () => {
  const wider = table.operations
    .filter(({ requests }) => requests === 0)
    .map(({ method, path }) => `${method} ${path}`)
  expect(wider).toContain('POST /v1/bills')
  expect(wider).not.toContain('POST /v1/orders')
  expect(wider).not.toContain('GET /v1/payments/{id}')
})

it('tells the fields that clients send from those of the schema beside them', () => {
  const of = (line: string) => table.operations.find(({ method, path }) => `${method} ${path}` === line)
  const payments = of('GET /v1/payments')
  expect(payments?.same).toEqual(expect.arrayContaining(['from', 'to', 'count', 'skip', 'expand']))
  expect(payments?.wider).toEqual(expect.arrayContaining(['starting_after', 'status', 'customer_id']))
  const orders = of('POST /v1/orders')
  expect(orders?.same).toEqual(expect.arrayContaining(['amount', 'receipt', 'notes', 'payment_capture']))
  expect(of('POST /v1/documents')?.same).toEqual(['file', 'purpose'])
})

it('names every rejected feature of every operation, once', () => {
  const names = table.features.map(({ feature }) => feature)
  expect(new Set(names).size).toBe(names.length)
  for (const { http, unsupported = {} } of operations.filter(({ http }) => http !== null))
    for (const [field, { feature }] of Object.entries(unsupported)) {
      const own = table.features.find((each) => each.feature === feature)
      expect(
        own?.fields.map((name) => name.split(':')[0]),
        `${http} ${field}`,
      ).toContain(field)
      expect(own?.operations).toContain(http?.replace(/:([a-z_]+)/g, '{$1}'))
    }
})
