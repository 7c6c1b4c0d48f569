import { expect, it } from 'vitest'
import { CONFORMANCE } from '#lib/api-docs/conformance.ts'
import { readCorpus } from '#lib/testing/conformance.ts'
import { conformanceTable } from '#scripts/conformance.ts'

const table = conformanceTable(readCorpus())

it('is published as the corpus and its expectations have it', () => {
  expect(CONFORMANCE).toEqual(table)
})

it('counts every step once: passed, rejected or missing', () => {
  for (const { steps, passed, refused, missing, resources } of table.clients) {
    expect(passed + refused + missing).toBe(steps)
    expect(resources.reduce((sum, counts) => sum + counts.steps, 0)).toBe(steps)
  }
})

it('names the operations that no client calls, and none that one does', () => {
  const wider = table.wider.map(({ method, path }) => `${method} ${path}`)
  expect(wider).toContain('POST /v1/bills')
  expect(wider).not.toContain('POST /v1/orders')
  expect(wider).not.toContain('GET /v1/payments/{id}')
})
