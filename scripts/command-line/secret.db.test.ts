import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findOpenRing } from '#lib/auth/key-ring.ts'
import { fingerprintOf } from '#lib/auth/secrets.ts'
import { queryOn } from '#lib/database/query.ts'
import { SETTING_NAMES } from '#lib/process/env.ts'
import { emptyDatabase, onDatabase } from '#lib/testing/backups.ts'
import { createTestDatabase } from '#lib/testing/database.ts'
import { newSecretKey } from '#scripts/secret-key/rotate.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let folder: string
beforeEach(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-secret-'))
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

/** Starts the command line with these settings alone. */
function begin(settings: Record<string, string>, ...args: string[]) {
  const blank = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']))
  const env = { ...process.env, ...blank, DATABASE_URL: database.url, DATA_DIR: folder, ...settings }
  return spawn(process.execPath, ['scripts/counterfoil.ts', ...args], { env, stdio: 'pipe' })
}

async function run(settings: Record<string, string>, ...args: string[]) {
  const child = begin(settings, ...args)
  const ended = once(child, 'exit')
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out: out.trim(), err: err.trim(), code: (await ended)[0] as number }
}

const opens = (key: string, url = database.url) =>
  onDatabase(url, async (client) => (await findOpenRing(queryOn(client), key)) !== null)
const keyFile = () => join(folder, 'secret.key')
const storedKey = () => readFileSync(keyFile(), 'utf8').trim()

it('a key in the data folder is replaced there, also after a kill, and shown nowhere', async () => {
  const created = await run({}, 'merchant', 'create', '--name', 'Kaveri Stores', '--json')
  expect(created).toMatchObject({ code: 0 })
  const merchant = JSON.parse(created.out).id as string
  const made = await run({}, 'keys', 'create', '--merchant', merchant, '--mode', 'test', '--json')
  expect(made).toMatchObject({ code: 0 })
  const former = storedKey()

  // A process that reads no data keys, so that the command waits in the middle of the change.
  await onDatabase(database.url, (client) =>
    client.query(
      `INSERT INTO processes (id, works, started_at, beat_at, secret_key, ring_version)
       VALUES ('1-a', false, now(), now() + interval '1 hour', $1, 0)`,
      [fingerprintOf(former)],
    ),
  )
  const waiting = begin({}, 'secret', 'rotate')
  const isKilled = once(waiting, 'exit')
  while (storedKey() === former && waiting.exitCode === null) await sleep(20)
  waiting.kill('SIGKILL')
  await isKilled
  await onDatabase(database.url, (client) => client.query('DELETE FROM processes'))
  const newest = storedKey()
  expect([await opens(former), await opens(newest)]).toEqual([true, true])
  const shown = JSON.parse((await run({}, 'secret', 'status', '--json')).out)
  expect(shown).toMatchObject({ changing: true, ready_to_finish: false, processes: [] })
  expect(shown.secret_keys).toMatchObject([
    { fingerprint: fingerprintOf(former), is_this: false, is_newest: false },
    { fingerprint: fingerprintOf(newest), is_this: true, is_newest: true },
  ])
  const doctor = await run({}, 'doctor')
  expect(doctor.code, doctor.out).toBe(0)
  expect(doctor.out).toContain('It is being changed: `secret status` says what is left to do.')

  const rotated = await run({}, 'secret', 'rotate')
  expect(rotated.code).toBe(0)
  expect(rotated.out).toMatch(
    /^SECRET_KEY is being changed to [0-9a-f]{16}\. 1 value was sealed again\.\nNow restart every server/,
  )
  expect(rotated.err).toBe('api_keys.secret_encrypted: 1 value sealed again.')
  const finished = await run({}, 'secret', 'finish')
  expect(finished.out).toMatch(/^SECRET_KEY is now [0-9a-f]{16} alone; [0-9a-f]{16} opens nothing/)
  expect([await opens(former), await opens(newest)]).toEqual([false, true])

  // The former key is kept for backups of before.
  const retained = `secret.key.${fingerprintOf(former)}`
  expect(
    readdirSync(folder)
      .filter((name) => name.startsWith('secret.key'))
      .sort(),
  ).toEqual(['secret.key', retained])
  for (const name of ['secret.key', retained]) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(folder, retained), 'utf8').trim()).toBe(former)
  for (const { out, err } of [rotated, finished, doctor])
    for (const key of [former, newest]) expect(out + err).not.toContain(key)
  const refused = await run({ SECRET_KEY: former }, 'merchant', 'list')
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^SECRET_KEY does not match the key/) })
})

it('a key that is a setting is printed once, and one that was lost is cancelled', async () => {
  const former = newSecretKey()
  const rotated = await run({ SECRET_KEY: former }, 'secret', 'rotate')
  const lost = /^SECRET_KEY=(.{44})$/m.exec(rotated.out)?.[1] ?? ''
  expect([await opens(former), await opens(lost)]).toEqual([true, true])
  const again = await run({ SECRET_KEY: former }, 'secret', 'rotate', '--json')
  expect(JSON.parse(again.out)).toMatchObject({ fingerprint: fingerprintOf(lost), secret_key: null, left: 0 })
  const early = await run({ SECRET_KEY: former }, 'secret', 'finish')
  expect(early).toMatchObject({ code: 1, out: '', err: expect.stringContaining('the former SECRET_KEY') })
  expect((await run({ SECRET_KEY: former }, 'secret', 'cancel')).out).toContain('was cancelled.')
  expect([await opens(former), await opens(lost)]).toEqual([true, false])

  const second = await run({ SECRET_KEY: former }, 'secret', 'rotate', '--json')
  const { secret_key, key_file } = JSON.parse(second.out)
  expect(key_file).toBeNull()
  expect((await run({ SECRET_KEY: secret_key }, 'secret', 'finish', '--json')).code).toBe(0)
  expect([await opens(former), await opens(secret_key)]).toEqual([false, true])
  expect(existsSync(keyFile())).toBe(false)
})

it('a backup that is taken during a change is restored with either key, and the change goes on there', async () => {
  const former = newSecretKey()
  const rotated = await run({ SECRET_KEY: former }, 'secret', 'rotate', '--json')
  const newest = String(JSON.parse(rotated.out).secret_key)
  const made = await run({ SECRET_KEY: former }, 'backup', '--to', join(folder, 'backups'), '--json')
  const { name } = JSON.parse(made.out)
  expect((await run({ SECRET_KEY: newest }, 'secret', 'finish')).code).toBe(0)
  // A backup knows the key that it was taken with, not that the change ended.
  const late = await run({ SECRET_KEY: former }, 'backup', '--to', join(folder, 'backups'))
  expect(late).toMatchObject({ code: 1, err: expect.stringContaining('SECRET_KEY does not match') })
  for (const key of [former, newest]) {
    const target = await emptyDatabase()
    const there = {
      DATABASE_URL: target.url,
      DATA_DIR: mkdtempSync(join(folder, 'restored-')),
      SECRET_KEY: key,
    }
    expect(await run(there, 'restore', name)).toMatchObject({ err: '', code: 0 })
    expect([await opens(former, target.url), await opens(newest, target.url)]).toEqual([true, true])
    await target.drop()
  }
  const other = await run({ DATA_DIR: join(folder, 'other'), SECRET_KEY: newSecretKey() }, 'restore', name)
  expect(other.err).toContain('and the key here is ')
})
