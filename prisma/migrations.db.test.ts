import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asSuperuser, createTestDatabase } from '#lib/testing/database.ts'
import { differenceSql } from '#scripts/schema/engine.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('the migrations make exactly the tables that prisma/schema describes', async () => {
  expect(await differenceSql(database.url)).toBe('')
})

test('the engine is loaded once, however often its module is', async () => {
  vi.resetModules()
  const again = await import('#scripts/schema/engine.ts')
  expect(again.differenceSql).not.toBe(differenceSql)
  expect(await again.differenceSql(database.url)).toBe('')
})

test('a column that prisma/schema does not know is noticed', async () => {
  await asSuperuser(database.url, 'ALTER TABLE orders ADD COLUMN surplus TEXT')
  expect(await differenceSql(database.url)).toContain('DROP COLUMN "surplus"')
})
