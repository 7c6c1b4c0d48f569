import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { firstRing } from '#lib/auth/key-ring.ts'
import { loadEnv } from '#lib/process/env.ts'
import { asSuperuser, createTestDatabase } from '#lib/testing/database.ts'
import { CHECKS } from '#scripts/command-line/doctor.ts'
import { assertDatabaseReady } from '#scripts/database-ready.ts'
import { prepareData } from './demo.ts'
import { checkKey, opensData } from './key-check.ts'
import { withConnection } from './start-lock.ts'

const newKey = () => randomBytes(32).toString('base64')
const [key, otherKey] = [newKey(), newKey()]
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-key-'))
const envWith = (SECRET_KEY: string) => loadEnv({ SECRET_KEY, DATA_DIR: folder, DEMO: 'off' })
const WRONG = `SECRET_KEY does not match the key that this database is encrypted with. Restore SECRET_KEY, or ${folder}/secret.key, from a backup.`

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const check = (secretKey: string) =>
  withConnection(database.url, (query) => checkKey(query, secretKey, 'secret.key'))
/** The doctor's finding about the key. */
const doctor = (secretKey: string) =>
  withConnection(database.url, async (query) => {
    const findings = await Promise.all(CHECKS.map((check) => check(query, envWith(secretKey))))
    return findings.find(({ name }) => name === 'Secrets')
  })

test('the first start keeps a check of the key, and no start or worker with another key comes after it', async () => {
  expect(await doctor(key)).toMatchObject({ name: 'Secrets', ok: true, detail: 'Nothing is encrypted yet.' })
  await prepareData(database.url, envWith(key))
  await prepareData(database.url, envWith(key))
  await assertDatabaseReady(database.url, envWith(key))
  expect(await doctor(key)).toMatchObject({ ok: true, detail: 'SECRET_KEY matches the data.' })

  await expect(prepareData(database.url, envWith(otherKey))).rejects.toThrow(WRONG)
  await expect(assertDatabaseReady(database.url, envWith(otherKey))).rejects.toThrow(WRONG)
  expect(await doctor(otherKey)).toMatchObject({ ok: false, detail: WRONG })
})

test('a start with another key applies no migrations', async () => {
  await check(key)
  // To apply it again would fail, and say so.
  await asSuperuser(database.url, `DELETE FROM _prisma_migrations`)
  await expect(prepareData(database.url, envWith(otherKey))).rejects.toThrow(WRONG)
})

test('the doctor leaves no check behind', async () => {
  await doctor(otherKey)
  await check(key)
})

test('of first starts at once with different keys, exactly one begins the data', async () => {
  const keys = Array.from({ length: 6 }, newKey)
  const range = await Promise.allSettled(keys.map(check))
  expect(range.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const opening = await Promise.all(
    keys.map((one) => withConnection(database.url, (query) => opensData(query, one))),
  )
  expect(opening).toEqual(range.map(({ status }) => status === 'fulfilled'))
})

test('the check is never changed', async () => {
  await check(key)
  const change = withConnection(database.url, (query) =>
    query('UPDATE instance SET key_check = $1', [firstRing(otherKey).seal('x')]),
  )
  await expect(change).rejects.toThrow('lacks a privilege')
})
