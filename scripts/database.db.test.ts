import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { type LocalDatabase, openLocalDatabase } from './database.ts'
import { boundLog } from './postgres/log-file.ts'
import { memorySettings } from './postgres/postmaster.ts'
import { testFolder } from './test-folder.ts'

const dataDir = mkdtempSync(testFolder('embedded-'))
let database: LocalDatabase
afterAll(async () => {
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('the first start makes a database whose role is no superuser', async () => {
  database = await openLocalDatabase({ dataDir })
  await query('CREATE TABLE lines (id INTEGER PRIMARY KEY)')
  await query('REVOKE DELETE ON lines FROM CURRENT_USER')
  await expect(query('DELETE FROM lines')).rejects.toThrow('permission denied')
  expect(statSync(join(dataDir, 'postgres.json')).mode & 0o077).toBe(0)
})

test('its memory is sized to the machine', async () => {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    for (const [name, wanted] of Object.entries(memorySettings())) {
      const { rows } = await client.query(
        'SELECT pg_size_bytes(current_setting($1)) = pg_size_bytes($2) AS same',
        [name, wanted],
      )
      expect(rows[0].same, name).toBe(true)
    }
  } finally {
    await client.end()
  }
})

test('a crash has little of its log to replay', async () => {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(
    "SELECT pg_size_bytes(current_setting('max_wal_size')) <= 128 * 1024 * 1024 AS is_little",
  )
  await client.end()
  expect(rows).toEqual([{ is_little: true }])
})

test('committed rows are there after a stop and a start, at the same address', async () => {
  const before = database.url
  await query('INSERT INTO lines VALUES (1)')
  await database.stop()
  database = await openLocalDatabase({ dataDir })
  expect(database.url).toBe(before)
  expect(await lines()).toEqual([1])
})

test('another process with the same data folder joins; a second server fails', async () => {
  const holder = await childServer(async () => {
    await expect(openLocalDatabase({ dataDir })).rejects.toThrow('already uses the data folder')
    const joined = await openLocalDatabase({ dataDir, join: true })
    expect(joined.url).toBe(database.url)
    await joined.stop()
  })
  expect(await lines()).toEqual([1])
  holder.kill('SIGKILL')
  await once(holder, 'exit')
})

test('a server that was killed leaves PostgreSQL running, which the next start takes over', async () => {
  const orphan = postmaster()
  database = await openLocalDatabase({ dataDir })
  expect(postmaster()).toBe(orphan)
  expect(await lines()).toEqual([1])
})

test('one that was left running without an archive is started again with it', async () => {
  const holder = await childServer(async () => undefined)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const orphan = postmaster()
  database = await openLocalDatabase({ dataDir, archive: join(dataDir, 'archive') })
  expect(postmaster()).not.toBe(orphan)
  expect(await query('SHOW archive_mode')).toEqual([{ archive_mode: 'on' }])
  await database.stop()
  database = await openLocalDatabase({ dataDir })
  expect(await query('SHOW archive_mode')).toEqual([{ archive_mode: 'off' }])
})

test('a killed PostgreSQL is back within a second, at the same address', async () => {
  const killed = postmaster()
  process.kill(killed, 'SIGKILL')
  const started = performance.now()
  while (!(await lines().catch(() => false))) await sleep(10)
  expect(performance.now() - started).toBeLessThan(20_000)
  expect(postmaster()).not.toBe(killed)
})

test('the log of a running PostgreSQL is bounded: what it was is the old log, and the rest goes on in its place', async () => {
  const log = join(dataDir, 'postgres.log')
  const logged = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
  await expect(query('SELECT before_rotation')).rejects.toThrow('does not exist')
  await expect.poll(() => logged(log)).toContain('before_rotation')
  const leave = boundLog(log, () => undefined, { max: statSync(log).size - 1, every: 10 })
  await expect.poll(() => logged(log)).toBe('')
  leave()
  expect(logged(`${log}.1`)).toContain('before_rotation')
  await expect(query('SELECT after_rotation')).rejects.toThrow('does not exist')
  await expect.poll(() => logged(log)).toContain('after_rotation')
  expect(logged(log)).not.toContain('before_rotation')
  // Its first byte is text: PostgreSQL appends, and leaves no hole.
  expect(logged(log).charCodeAt(0)).toBeGreaterThan(31)
  expect(statSync(`${log}.1`).mode & 0o077).toBe(0)
})

test('a lock file with the process id of another program is ignored', async () => {
  await database.stop()
  writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n/elsewhere\n0\n5432\n\n\n\n`)
  database = await openLocalDatabase({ dataDir })
  expect(await lines()).toEqual([1])
})

/** Another process that owns the cluster while `meanwhile` runs. This one lets go of it first. */
async function childServer(meanwhile: () => Promise<void>) {
  await database.stop()
  const program = `
    const { openLocalDatabase } = await import('#scripts/database.ts')
    await openLocalDatabase({ dataDir: process.argv[1] })
    console.log('up')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, dataDir])
  await once(child.stdout, 'data')
  await meanwhile()
  return child
}

function postmaster(): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

async function lines(): Promise<number[]> {
  return (await query('SELECT id FROM lines')).map((row) => row.id as number)
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: database.url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
