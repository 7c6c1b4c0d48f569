import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Storage } from '#lib/ports/storage.ts'
import { loadEnv } from '#lib/process/env.ts'
import { folderStorage } from '#lib/storage/folder.ts'
import { addDocument, contentsOf, emptyDatabase, filledDatabase, onDatabase } from '#lib/testing/backups.ts'
import { addressOf } from '#lib/testing/database.ts'
import { migrate } from '#scripts/migrate.ts'
import { committedMigrations, MIGRATIONS_FOLDER } from '#scripts/schema/migrations.ts'
import { BACKUP_LOCK } from '#scripts/start-lock.ts'
import { type Encryption, identitiesOf, passphraseOf, recipientsOf, type Unlock } from './encryption.ts'
import { type BackupFile, backupFile, backupPlaceOf } from './places.ts'
import { checkBackup, restoreBackup } from './restore.ts'
import { type BackupOptions, takeBackup } from './take.ts'

const env = loadEnv({})
const root = mkdtempSync(join(tmpdir(), 'backup-errors-'))
const identity = await generateIdentity()
const recipients = [await identityToRecipient(identity)]
let filled: Awaited<ReturnType<typeof filledDatabase>>
let [plain, encrypted] = ['', '']
beforeAll(async () => {
  filled = await filledDatabase()
  await addDocument(filled.url, filled.documents, randomBytes(20_000))
  plain = (await take()).name
  encrypted = (await take({ lock: { recipients } })).name
})
afterAll(async () => {
  await filled.close()
  rmSync(root, { recursive: true })
})

async function take(more: Partial<BackupOptions> & { lock?: Encryption } = {}) {
  const to = mkdtempSync(join(root, 'to-'))
  const { url: databaseUrl, documents } = filled
  const secretKey = randomBytes(32).toString('base64')
  const place = await backupPlaceOf(to, env, 1e9)
  return await takeBackup({ databaseUrl, documents, secretKey, place, lock: null, ...more })
}

const check = async (name: string, unlock: Unlock | null = null, folder?: string) =>
  await checkBackup(await backupFile(name, env), unlock, folder)

/** The bytes of a backup as if they were in its file. */
function changed(name: string, change: (bytes: Buffer) => Buffer): BackupFile {
  const path = join(root, 'changed')
  writeFileSync(path, change(readFileSync(name)))
  return { name: path, read: async () => (await backupFile(path, env)).read() }
}

const OPENED: [string, () => string, Unlock | null][] = [
  ['in the clear', () => plain, null],
  ['that is encrypted', () => encrypted, { identities: [identity] }],
]

describe.each(OPENED)('a backup %s', (_, name, unlock) => {
  it('is rejected wherever it is cut off', async () => {
    const size = readFileSync(name()).length
    const at = [0, 1, 20, 300, 512, 513, 5000, 70_000, size - 1025, size - 1024, size - 512, size - 1]
    const random = Array.from({ length: 12 }, () => Math.floor(Math.random() * size))
    for (const length of [...at, ...random].filter((length) => length < size)) {
      const file = changed(name(), (bytes) => bytes.subarray(0, length))
      await expect(checkBackup(file, unlock), `cut at ${length}`).rejects.toThrow(
        /^The backup .* is (cut off|damaged|encrypted with another key)|is not a backup|is not encrypted|is cut off/,
      )
    }
  })

  it('is rejected with one byte changed, wherever it is', async () => {
    const size = readFileSync(name()).length
    const at = [0, 100, 124, 148, 156, 257, 511, 512, 900, size - 1, size - 1024, size - 1600, size - 2500]
    const random = Array.from({ length: 30 }, () => Math.floor(Math.random() * size))
    for (const position of [...at, ...random]) {
      const file = changed(name(), (bytes) => {
        bytes[position] = (bytes[position] ?? 0) ^ (1 << (position % 8))
        return bytes
      })
      await expect(checkBackup(file, unlock), `changed at ${position}`).rejects.toThrow(
        /^The backup .* is (damaged|cut off|encrypted with)|is not a backup of Counterfoil|is not encrypted/,
      )
    }
  })

  it('is rejected with bytes after its end', async () => {
    const file = changed(name(), (bytes) => Buffer.concat([bytes, Buffer.from('more')]))
    await expect(checkBackup(file, unlock)).rejects.toThrow(' is damaged: ')
  })

  it('is restored only into an empty database, and not by a superuser', async () => {
    const target = await emptyDatabase()
    await onDatabase(target.url, (client) => client.query('CREATE TABLE accounts (id text)'))
    const checked = await checkBackup(await backupFile(name(), env), unlock)
    const restore = (url = target.url) => restoreBackup(checked, url, folderStorage(join(root, 'none')))
    await expect(restore()).rejects.toThrow(
      /^The database at .* is not empty: it has the table accounts\. Nothing was changed\. Restore into a new folder/,
    )
    await onDatabase(target.url, (client) => client.query('DROP TABLE accounts'))
    const asAdmin = addressOf(inject('cluster').adminUrl, new URL(target.url).pathname.slice(1))
    await expect(restore(asAdmin)).rejects.toThrow('is a superuser, from whom the ledger cannot be protected')
    await restore()
    const contents = await contentsOf(target.url)
    await expect(restore()).rejects.toThrow('is not empty: it has the table ')
    expect(await contentsOf(target.url)).toEqual(contents)
    await target.drop()
  })
})

it('a damaged plain backup is named by what has changed', async () => {
  const at = readFileSync(plain).indexOf('tables/events/000001.zst')
  const file = changed(plain, (bytes) => {
    bytes[at + 512 + 60] = (bytes[at + 512 + 60] ?? 0) ^ 1
    return bytes
  })
  await expect(checkBackup(file, null)).rejects.toThrow(
    `The backup ${file.name} is damaged: the table events has changed. Nothing was changed. Use another backup.`,
  )
})

it('another key, no key and a key for nothing are told apart', async () => {
  const other = { identities: [await generateIdentity()] }
  await expect(check(encrypted, other)).rejects.toThrow(
    `${encrypted} is encrypted with another key or passphrase`,
  )
  await expect(check(encrypted, { passphrase: 'a passphrase of another file' })).rejects.toThrow(
    'another key',
  )
  await expect(check(encrypted)).rejects.toThrow(
    `The backup ${encrypted} is encrypted. Pass --identity-file, or --passphrase-file.`,
  )
  await expect(check(plain, other)).rejects.toThrow(`The backup ${plain} is not encrypted.`)
  const locked = (await take({ lock: { passphrase: 'correct horse battery' } })).name
  await expect(check(locked, { passphrase: 'correct horse battery!' })).rejects.toThrow(
    'another key or passphrase',
  )
})

it('what is no backup is not read as one', async () => {
  const path = join(root, 'something.tar')
  writeFileSync(path, randomBytes(3000))
  await expect(check(path)).rejects.toThrow(' is damaged: a header has changed')
  await expect(check(root)).rejects.toThrow(`${root} is not a backup of Counterfoil.`)
  await expect(check(join(root, 'none.tar'))).rejects.toThrow(
    `There is no backup at ${join(root, 'none.tar')}.`,
  )
  await expect(check('s3://Bucket_/x')).rejects.toThrow('There is no backup at s3://Bucket_/x.')
  await expect(backupPlaceOf('https://example.com', env, 1)).rejects.toThrow(
    '--to must be a folder or s3://bucket/prefix',
  )
})

it('a backup of a newer version, or with a migration that differs, is rejected', async () => {
  const folder = mkdtempSync(join(root, 'migrations-'))
  cpSync(MIGRATIONS_FOLDER, folder, { recursive: true })
  const newest = committedMigrations().at(-1)?.name ?? ''
  rmSync(join(folder, newest), { recursive: true })
  await expect(check(plain, null, folder)).rejects.toThrow(
    `The backup was made by Counterfoil 0.2.0, which is newer than this version (the migration ${newest} is unknown). Restore it with that version.`,
  )
  mkdirSync(join(folder, newest))
  writeFileSync(join(folder, newest, 'migration.sql'), 'SELECT 1')
  await expect(check(plain, null, folder)).rejects.toThrow(
    `The migration ${newest} differs from the one of the backup.`,
  )
})

it('files of keys are checked before anything is read', () => {
  const path = join(root, 'key')
  for (const wrong of ['short', '', `${'x'.repeat(20)}\n${'y'.repeat(20)}`]) {
    writeFileSync(path, wrong)
    expect(() => passphraseOf(path)).toThrow('it must have one line of at least 16 characters')
  }
  writeFileSync(path, 'a passphrase of this file\n')
  expect(passphraseOf(path)).toBe('a passphrase of this file')
  writeFileSync(path, '# created\n')
  expect(() => identitiesOf(path)).toThrow('it has no identity of age')
  writeFileSync(path, `# created\n${identity}\nAGE-SECRET-KEY-1X\n`)
  expect(() => identitiesOf(path)).toThrow('a line is not an identity of age')
  writeFileSync(path, `# created\n${identity}\n`)
  expect(identitiesOf(path)).toEqual([identity])
  expect(() => identitiesOf(join(root, 'nothing'))).toThrow('ENOENT')
  expect(recipientsOf(`${recipients[0]}, ${recipients[0]}`)).toHaveLength(2)
  for (const wrong of ['', 'age1xyz', `${recipients[0]},`, 'ssh-ed25519 AAAA'])
    expect(() => recipientsOf(wrong)).toThrow('--recipient must be public keys of age')
})

it('two backups of a database do not run at once, and a migration waits', async () => {
  await onDatabase(filled.url, async (other) => {
    await other.query('BEGIN')
    await other.query(`SELECT pg_advisory_xact_lock(${BACKUP_LOCK})`)
    await expect(take()).rejects.toThrow('Another backup or a migration of this database is running.')
    const folder = mkdtempSync(join(root, 'later-'))
    cpSync(MIGRATIONS_FOLDER, folder, { recursive: true })
    mkdirSync(join(folder, '99990101000000_later'))
    writeFileSync(join(folder, '99990101000000_later', 'migration.sql'), 'SELECT 1')
    const said: string[] = []
    const migrating = migrate(filled.url, { folder, say: (line) => said.push(line) })
    await expect.poll(() => said).toEqual(['A backup of this database is running; waiting for it.'])
    await other.query('COMMIT')
    expect(await migrating).toEqual(['99990101000000_later'])
    await other.query("DELETE FROM _prisma_migrations WHERE migration_name LIKE '9999%'")
  })
  const results = await Promise.allSettled([take(), take()])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

describe('a disk that becomes full', () => {
  const nothingIn = (folder: string) => {
    const below = (path: string): string[] =>
      existsSync(path)
        ? readdirSync(path, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map(({ name }) => name)
        : []
    expect(below(folder)).toEqual([])
  }

  it('stops the backup before the database has no room', async () => {
    const to = mkdtempSync(join(root, 'full-'))
    const place = await backupPlaceOf(to, env, 1e9)
    await expect(take({ place, reserved: 2 ** 60 })).rejects.toThrow(
      `The disk of ${to} is almost full, so the backup was stopped and removed.`,
    )
    nothingIn(to)
  })

  it.each([0, 30_000])('leaves nothing behind after %d bytes', async (size) => {
    const to = mkdtempSync(join(root, 'full-'))
    const place = await backupPlaceOf(to, env, 1e9)
    const count = () =>
      onDatabase(filled.url, (client) => client.query('SELECT FROM backups')).then(({ rowCount }) => rowCount)
    const before = await count()
    const storage: Storage = {
      ...place.storage,
      put: (key, bytes) => place.storage.put(key, full(bytes, size)),
    }
    await expect(take({ place: { ...place, storage } })).rejects.toThrow(`The disk of ${to} is almost full`)
    nothingIn(to)
    expect(await count()).toBe(before)
    // The next one finds everything as it was.
    expect(existsSync((await take({ place })).name)).toBe(true)
  })
})

async function* full(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let written = 0
  for await (const chunk of bytes) {
    written += chunk.length
    if (written > size) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    yield chunk
  }
}

it('a folder that cannot be written to is named', async () => {
  const to = join(root, 'a-file')
  writeFileSync(to, '')
  await expect(backupPlaceOf(to, env, 1e9)).rejects.toThrow(`${to} cannot be used: EEXIST`)
  await expect(backupPlaceOf(join(to, 'below'), env, 1e9)).rejects.toThrow(' cannot be used: ')
  // Node's own way to make folders above one another never ends there.
  if (process.platform === 'linux')
    await expect(backupPlaceOf('/proc/nothing', env, 1e9)).rejects.toThrow('/proc/nothing cannot be used: ')
})

describe('a restore that fails', () => {
  it('leaves the database empty, and works the next time', async () => {
    const target = await emptyDatabase()
    const path = join(root, 'later.tar')
    copyFileSync(plain, path)
    const checked = await check(path)
    // Between the two times that it is read, the file is cut off.
    const size = readFileSync(path).length
    truncateSync(path, size - 5000)
    const restore = () =>
      restoreBackup(checked, target.url, folderStorage(mkdtempSync(join(root, 'restored-'))))
    await expect(restore()).rejects.toThrow(' is cut off.')
    await onDatabase(target.url, async (client) => {
      const { rows } = await client.query(`SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`)
      expect(rows).toEqual([])
    })
    copyFileSync(plain, path)
    expect((await restore()).rows).toBeGreaterThan(100)
    await target.drop()
  })

  it('says why the database rejected the data', async () => {
    const target = await emptyDatabase()
    const checked = await check(plain)
    const [first, ...rest] = checked.migrations
    if (!first) throw new Error('There is no migration.')
    const migrations = [{ ...first, sql: `${first.sql}; ALTER TABLE events ADD CHECK (id = 'x')` }, ...rest]
    await expect(
      restoreBackup({ ...checked, migrations }, target.url, folderStorage(join(root, 'none'))),
    ).rejects.toThrow(
      /^The restore into .* failed, and the database is as empty as before: new row for relation "events" violates check constraint/,
    )
    await restoreBackup(checked, target.url, folderStorage(join(root, 'none')))
    await target.drop()
  })

  it('says when a table did not get all of its rows', async () => {
    const target = await emptyDatabase()
    const checked = await check(plain)
    const tables = checked.manifest.tables.map((table) =>
      table.name === 'events' ? { ...table, rows: table.rows + 1 } : table,
    )
    await expect(
      restoreBackup(
        { ...checked, manifest: { ...checked.manifest, tables } },
        target.url,
        folderStorage(join(root, 'none')),
      ),
    ).rejects.toThrow(/events has \d+ rows in place of \d+/)
    await target.drop()
  })
})
