import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { type Database, openDatabase } from '#lib/database/client.ts'
import { addressOf, asSuperuser, createTestDatabase, dropDatabase } from '#lib/testing/database.ts'
import { migrate } from '#scripts/migrate.ts'
import { isQueuePrepared, prepareQueue, WANTED } from './queue.ts'

vi.setConfig({ testTimeout: 60_000 })

let database: Database
let url: string
let drop: () => Promise<void>
beforeEach(async () => {
  const created = await createTestDatabase()
  ;({ url, drop } = created)
  database = openDatabase(url, 2)
})
afterEach(async () => {
  await database.close()
  await drop()
})

/** When each queue was last written, and by which transaction: both change with any write, even of equal settings. */
async function writes(): Promise<unknown> {
  const { rows } = await database.query(
    'SELECT name, xmin::text AS written_by, updated_on FROM pgboss.queue ORDER BY name',
    [],
  )
  return rows
}

test('a migrated database needs nothing, and migrating it again writes nothing to the queue', async () => {
  const before = await writes()
  expect(await isQueuePrepared(database.query)).toBe(true)
  expect(await migrate(url)).toEqual([])
  expect(await writes()).toEqual(before)
})

test('a newer version of the library, a new queue and each changed setting ask for the set-up', async () => {
  const { version, names, behaviour } = WANTED
  expect(await isQueuePrepared(database.query, { ...WANTED, version: version + 1 })).toBe(false)
  expect(await isQueuePrepared(database.query, { ...WANTED, version: version - 1 })).toBe(true)
  expect(await isQueuePrepared(database.query, { ...WANTED, names: [...names, 'new-job'] })).toBe(false)
  for (const [key, value] of Object.entries(behaviour)) {
    const changed = { ...behaviour, [key]: typeof value === 'number' ? value + 1 : !value }
    expect(await isQueuePrepared(database.query, { ...WANTED, behaviour: changed }), key).toBe(false)
  }
})

test.each([
  ['a queue that is missing', "DELETE FROM pgboss.queue WHERE name = 'send-mail'"],
  ['a setting of an older version', "UPDATE pgboss.queue SET retry_limit = 1 WHERE name = 'send-mail'"],
  ['a setting that is missing', "UPDATE pgboss.queue SET retry_delay_max = NULL WHERE name = 'send-mail'"],
])('%s is set up by the next start', async (_, damage) => {
  await database.query(damage, [])
  expect(await isQueuePrepared(database.query)).toBe(false)
  await migrate(url)
  expect(await isQueuePrepared(database.query)).toBe(true)
})

test('an index that waits to be built, and tables of which some are missing, are no finished set-up', async () => {
  await database.query(
    `INSERT INTO pgboss.bam (name, version, table_name, command) VALUES ('index', 1, 'job', 'SELECT 1')`,
    [],
  )
  expect(await isQueuePrepared(database.query)).toBe(false)
  await database.query('DELETE FROM pgboss.bam', [])
  await database.query('DELETE FROM pgboss.version', [])
  expect(await isQueuePrepared(database.query)).toBe(false)
  await database.query('DROP TABLE pgboss.version', [])
  expect(await isQueuePrepared(database.query)).toBe(false)
})

test('an empty database is set up', async () => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const { adminUrl } = inject('cluster')
  await asSuperuser(adminUrl, `CREATE DATABASE ${name} OWNER counterfoil`)
  const empty = openDatabase(addressOf(url, name), 1)
  try {
    expect(await isQueuePrepared(empty.query)).toBe(false)
    await prepareQueue(addressOf(url, name))
    expect(await isQueuePrepared(empty.query)).toBe(true)
  } finally {
    await empty.close()
    await dropDatabase(adminUrl, name)
  }
})
