import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { RETENTION, TABLES } from '#lib/domain/retention/schema.ts'
import { cleanupTasks, retentionRows } from './retention.ts'

it('is what the operations document shows', () => {
  const document = readFileSync('docs/operations.md', 'utf8')
  const section = /^## Data retention\n(.*?)(?=^## |$(?![\s\S]))/ms.exec(document)?.[1] ?? ''
  const rows = section.split('\n').filter((line) => /^\| `/.test(line))
  expect(rows).toEqual(retentionRows())
})

it('never deletes a record of money', () => {
  for (const table of [
    'payments',
    'refunds',
    'orders',
    'payouts',
    'transfers',
    'bank_operations',
    'reversals',
  ])
    expect(RETENTION, table).toHaveProperty(`${table}.retained`)
  for (const [table, verdict] of TABLES.filter(([name]) => /ledger|wallets|customer_transactions/.test(name)))
    expect(verdict, table).toHaveProperty('retained')
})

it('draws each cleanup once, and what strangers can store is swept every minute', () => {
  const tasks = cleanupTasks()
  expect(new Set(tasks.map(({ cleanup }) => cleanup)).size).toBe(tasks.length)
  const ofStrangers = tasks.filter(
    ({ name }) => name.includes('oauth_artifacts') || name.includes('oauth_clients'),
  )
  expect(ofStrangers.map(({ every }) => every)).toEqual([60, 60, 60])
})
