import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fingerprintOf } from '#lib/auth/secrets.ts'
import { queryOn } from '#lib/database/query.ts'
import { lastBackup } from '#lib/domain/backups/last.ts'
import { checkInvariants } from '#lib/ledger/invariants.ts'
import type { Storage } from '#lib/ports/storage.ts'
import { loadEnv } from '#lib/process/env.ts'
import { folderStorage } from '#lib/storage/folder.ts'
import {
  addDocument,
  contentsOf,
  emptyDatabase,
  filledDatabase,
  onDatabase,
  schemaOf,
} from '#lib/testing/backups.ts'
import { migrate } from '#scripts/migrate.ts'
import { MIGRATIONS_FOLDER } from '#scripts/schema/migrations.ts'
import type { Encryption, Unlock } from './encryption.ts'
import { backupFile, backupPlaceOf } from './places.ts'
import { checkBackup, keyFor, restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'

const secretKey = randomBytes(32).toString('base64')
const env = loadEnv({})
const root = mkdtempSync(join(tmpdir(), 'backups-'))
let filled: Awaited<ReturnType<typeof filledDatabase>>
let large = ''
beforeAll(async () => {
  filled = await filledDatabase()
  await addDocument(filled.url, filled.documents, Buffer.from('A small document.'))
  large = await addDocument(filled.url, filled.documents, randomBytes(3_000_000))
})
afterAll(async () => {
  await filled.close()
  rmSync(root, { recursive: true })
})

/** A backup of the filled database in a new folder. */
async function take(
  lock: Encryption | null = null,
  more: { keep?: number; to?: string; documents?: Storage } = {},
) {
  const to = more.to ?? mkdtempSync(join(root, 'to-'))
  const place = await backupPlaceOf(to, env, 1e9)
  const { keep } = more
  const { url: databaseUrl } = filled
  const { documents = filled.documents } = more
  return { to, ...(await takeBackup({ databaseUrl, documents, secretKey, place, lock, keep })) }
}

/** Restores into a database and a folder. */
async function restoreInto(url: string, name: string, unlock: Unlock | null = null) {
  const folder = mkdtempSync(join(root, 'restored-'))
  const checked = await checkBackup(await backupFile(name, env), unlock)
  return { folder, checked, ...(await restoreBackup(checked, url, folderStorage(folder))) }
}

const identity = await generateIdentity()
const recipient = await identityToRecipient(identity)
const other = await identityToRecipient(await generateIdentity())
const passphrase = 'correct horse battery staple'
const KINDS: [string, Encryption | null, Unlock | null][] = [
  ['in the clear', null, null],
  ['for two recipients', { recipients: [other, recipient] }, { identities: [identity] }],
  ['with a passphrase', { passphrase }, { passphrase }],
]

describe.each(KINDS)('a backup %s', (_, lock, unlock) => {
  it('restores every row, every job, every document and the whole schema', async () => {
    const made = await take(lock)
    const target = await emptyDatabase()
    const { folder, checked, rows, documents } = await restoreInto(target.url, made.name, unlock)
    const { backups: _before, ...before } = await contentsOf(filled.url)
    const { backups: _after, ...after } = await contentsOf(target.url)
    expect(after).toEqual(before)
    expect(Object.keys(before).length).toBeGreaterThan(60)
    expect(await schemaOf(target.url)).toEqual(await schemaOf(filled.url))
    expect(rows).toBe(made.manifest.tables.reduce((sum, table) => sum + table.rows, 0))
    expect(documents).toBe(2)
    expect(readFileSync(join(folder, large)).equals(readFileSync(join(filled.folder, large)))).toBe(true)
    expect(await onDatabase(target.url, (client) => checkInvariants(queryOn(client)))).toEqual([])
    // The key is in it exactly where it is encrypted.
    expect(checked.secretKey).toBe(lock ? secretKey : null)
    expect(readFileSync(made.name).includes(secretKey)).toBe(false)
    expect(checked.header.key_fingerprint).toBe(fingerprintOf(secretKey))
    // A migrated database has nothing to do.
    expect(await migrate(target.url)).toEqual([])
    await target.drop()
  })
})

it('is restored as another role, for which the append-only tables are append-only as well', async () => {
  const made = await take()
  const role = `test_role_${randomBytes(4).toString('hex')}`
  const target = await emptyDatabase(role)
  await restoreInto(target.url, made.name)
  expect(await schemaOf(target.url)).toEqual(await schemaOf(filled.url))
  await onDatabase(target.url, async (client) => {
    for (const sql of [
      'DELETE FROM events',
      'UPDATE ledger_postings SET amount = 1',
      'DELETE FROM audit_lines',
    ])
      await expect(client.query(sql)).rejects.toThrow('permission denied')
  })
  await target.drop()
})

it('of an older version is restored and then migrated', async () => {
  const made = await take()
  const folder = mkdtempSync(join(root, 'migrations-'))
  cpSync(MIGRATIONS_FOLDER, folder, { recursive: true })
  mkdirSync(join(folder, '99990101000000_later'))
  writeFileSync(
    join(folder, '99990101000000_later', 'migration.sql'),
    'ALTER TABLE refunds ADD COLUMN later text; CREATE INDEX refunds_later ON refunds (later)',
  )
  const target = await emptyDatabase()
  const checked = await checkBackup(await backupFile(made.name, env), null, folder)
  const { migrated } = await restoreBackup(checked, target.url, folderStorage(join(root, 'old')))
  expect(migrated).toEqual(['99990101000000_later'])
  const { rows } = await onDatabase(target.url, (client) => client.query('SELECT later FROM refunds'))
  expect(rows.length).toBeGreaterThan(0)
  await target.drop()
})

it('is recorded, and so is its age', async () => {
  const made = await take()
  const last = await onDatabase(filled.url, (client) => lastBackup(queryOn(client)))
  expect(last).toEqual({
    id: made.header.id,
    started_at: made.header.started_at,
    finished_at: made.manifest.finished_at,
    place: made.to,
    size: readFileSync(made.name).length,
    encrypted: false,
    verified_at: null,
  })
  expect(made.size).toBe(last?.size)
})

it('says which documents are missing, changed or deleted since, and goes on', async () => {
  const absent = await addDocument(filled.url, filled.documents, Buffer.from('absent'))
  const damaged = await addDocument(
    filled.url,
    filled.documents,
    Buffer.from('changed'),
    Buffer.from('recorded as something longer'),
  )
  await filled.documents.delete(absent)
  const made = await take()
  expect(made.manifest.documents).toMatchObject({ count: 4, missing: 2, deleted: 0 })
  const target = await emptyDatabase()
  const { folder, documents } = await restoreInto(target.url, made.name)
  expect(documents).toBe(3)
  expect(readFileSync(join(folder, damaged), 'latin1')).toBe(`changed${'\0'.repeat(21)}`)
  await target.drop()
  await onDatabase(filled.url, (client) =>
    client.query('DELETE FROM documents WHERE storage_key = ANY($1)', [[absent, damaged]]),
  )
})

it('tells a document that is deleted meanwhile from one that is lost, and an error of the storage from both', async () => {
  const key = await addDocument(filled.url, filled.documents, Buffer.from('deleted'))
  const documents: Storage = {
    ...filled.documents,
    async get(requested) {
      if (requested === key) {
        await onDatabase(filled.url, (client) =>
          client.query('DELETE FROM documents WHERE storage_key = $1', [key]),
        )
        await filled.documents.delete(key)
      }
      return await filled.documents.get(requested)
    },
  }
  const made = await take(null, { documents })
  expect(made.manifest.documents).toMatchObject({ count: 3, missing: 0, deleted: 1 })
  const failing: Storage = {
    ...filled.documents,
    get: async () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    },
  }
  await expect(take(null, { documents: failing })).rejects.toThrow(
    'The storage of the documents cannot be used: connect ECONNREFUSED.',
  )
})

it('deletes older backups of this database and leaves other files', async () => {
  const first = await take()
  const foreign = join(first.to, 'counterfoil', '20200101T000000Z.tar')
  writeFileSync(foreign, 'of another database')
  const second = await take(null, { to: first.to, keep: 1 })
  expect(second.deleted).toEqual([first.name])
  expect(readdirSync(join(first.to, 'counterfoil')).sort()).toEqual([
    '20200101T000000Z.tar',
    second.name.split('/').at(-1),
  ])
})

it('removes what a backup left that was killed, after a day', async () => {
  const { to } = await take()
  const [old, young] = [join(to, '.unfinished', 'old'), join(to, '.unfinished', 'young')]
  for (const path of [old, young]) writeFileSync(path, 'half a backup')
  utimesSync(old, 1000, 1000)
  await take(null, { to })
  expect([existsSync(old), existsSync(young)]).toEqual([false, true])
})

it('needs the key of its data', async () => {
  const checked = await checkBackup(await backupFile((await take()).name, env), null)
  const path = '/data/secret.key'
  const found = randomBytes(32).toString('base64')
  const fingerprint = fingerprintOf(secretKey)
  expect(keyFor(checked, secretKey, path)).toBe(secretKey)
  expect(() => keyFor(checked, null, path)).toThrow(
    `The secrets in this backup are encrypted with SECRET_KEY ${fingerprint}, which the backup does not contain. Set SECRET_KEY, or copy its secret.key to /data/secret.key.`,
  )
  expect(() => keyFor(checked, found, path)).toThrow(`and the key here is ${fingerprintOf(found)}.`)
})
