import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryOn } from '#lib/database/query.ts'
import { archiveStatus, INCOMING, readArchive, type Segment } from '#lib/database/wal-archive.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { openFigures } from '#lib/metrics/figures.ts'
import { SETTING_NAMES } from '#lib/process/env.ts'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { folderStorage } from '#lib/storage/folder.ts'
import { addDocument, onDatabase } from '#lib/testing/backups.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { type LocalDatabase, openLocalDatabase } from '#scripts/database.ts'
import { checkKey } from '#scripts/key-check.ts'
import { migrate } from '#scripts/migrate.ts'
import { testFolder } from '#scripts/test-folder.ts'
import { takeBaseBackup } from './base.ts'
import { copyDocuments } from './documents.ts'
import { keepArchive, needsBaseBackup } from './keeper.ts'
import { planRestore, targetOf } from './plan.ts'
import { restoreCluster } from './restore.ts'
import { deleteOlderBases } from './retention.ts'
import { compressSegments } from './segments.ts'

const root = mkdtempSync(testFolder('wal-archive-'))
const dataDir = join(root, 'data')
const folder = join(root, 'archive')
const storage = join(dataDir, 'storage')
const secretKey = randomBytes(32).toString('base64')
const identity = await generateIdentity()
const recipients = [await identityToRecipient(identity)]
let database: LocalDatabase
let instance: Instance

/** Orders that were acknowledged before and after a time, and documents likewise. */
const before: string[] = []
const after: string[] = []
let time = ''
let [early, late] = ['', '']

beforeAll(async () => {
  // PostgreSQL's account passes through it.
  chmodSync(root, 0o711)
  database = await openLocalDatabase({ dataDir, archive: folder })
  await migrate(database.url)
  await onDatabase(database.url, (client) => checkKey(queryOn(client), secretKey, 'secret.key'))
  instance = await openInstance({ url: database.url })
  before.push(await order())
  await takeBase()
  for (let count = 0; count < 20; count += 1) before.push(await order())
  early = await addDocument(database.url, folderStorage(storage), randomBytes(5000))
  time = await clock()
  for (let count = 0; count < 20; count += 1) after.push(await order())
  late = await addDocument(database.url, folderStorage(storage), randomBytes(5000))
  await archived()
  after.push(await order())
  await archived()
  await copyDocuments({ storage, folder, archive: folderStorage(folder), lock: null }, 0)
})
afterAll(async () => {
  await instance?.close()
  await database?.stop()
  rmSync(root, { recursive: true })
})

async function order(): Promise<string> {
  return (await instance.run(createOrder, { amount: 50_000, currency: 'INR' })).id
}

const takeBase = (more: Partial<Parameters<typeof takeBaseBackup>[0]> = {}) =>
  takeBaseBackup({
    databaseUrl: database.url,
    adminUrl: database.adminUrl,
    folder,
    lock: null,
    secretKey,
    isUrgent: true,
    ...more,
  })

/** The clock of PostgreSQL in full, as a person may write it who knows it so well. */
async function clock(): Promise<string> {
  return await onDatabase(database.url, async (client) => {
    const { rows } = await client.query(
      `SELECT to_char(clock_timestamp() AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD"T"HH24:MI:SS.US"+05:30"') AS now`,
    )
    return rows[0].now
  })
}

async function waitFor(isDone: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isDone())) await sleep(50)
}

/** Ends the segment that PostgreSQL writes to, and waits until it and all before are in the archive, compressed. */
async function archived(lock: { recipients: string[] } | null = null): Promise<void> {
  await onDatabase(database.adminUrl, async (client) => {
    const { rows } = await client.query('SELECT pg_walfile_name(pg_switch_wal()) AS name')
    const wanted = [rows[0].name]
    await waitFor(async () => {
      const archiver = await client.query(
        'SELECT last_archived_wal >= $1 AS done FROM pg_stat_archiver',
        wanted,
      )
      return archiver.rows[0].done === true
    })
  })
  await compressSegments(folder, folderStorage(folder), lock)
}

function environment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const blank = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']))
  return { ...process.env, ...blank, ...settings }
}

/** Runs the command line with these settings alone. */
async function run(settings: Record<string, string>, ...args: string[]) {
  const env = environment(settings)
  const child = spawn(process.execPath, ['scripts/counterfoil.ts', ...args], { env, stdio: 'pipe' })
  const ended = once(child, 'exit')
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out: out.trim(), err: err.trim(), code: (await ended)[0] as number }
}

const restore = (to: string, place: string, from = folder, ...more: string[]) =>
  run({ DATA_DIR: place, SECRET_KEY: secretKey }, 'restore', '--from-archive', from, '--to', to, ...more)

/** A copy in which everything is compressed: PostgreSQL ends a segment each minute by itself. */
async function copyOfArchive(): Promise<string> {
  const copy = mkdtempSync(join(root, 'copy-'))
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true })
  await compressSegments(copy, folderStorage(copy), null)
  return copy
}

/** The orders of a restored database. */
async function ordersIn(place: string): Promise<string[]> {
  const restored = await openLocalDatabase({ dataDir: place })
  try {
    return await onDatabase(restored.url, async (client) => {
      const { rows } = await client.query<{ id: string }>('SELECT id FROM orders ORDER BY id')
      return rows.map(({ id }) => id)
    })
  } finally {
    await restored.stop()
  }
}

it('restores to a time after PostgreSQL was killed: what was acknowledged before it, and nothing later', async () => {
  process.kill(
    Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
    'SIGKILL',
  )
  const place = join(root, 'restored')
  const restored = await restore(time, place, folder, '--json')
  expect(restored.code, restored.err).toBe(0)
  const output = JSON.parse(restored.out)
  expect(output).toMatchObject({ documents: 1, missing: [], migrated: [] })
  // PostgreSQL took this for the last one before the time: its clock is what both are of.
  expect(Date.parse(output.last_transaction)).toBeLessThanOrEqual(Date.parse(time))
  expect(await ordersIn(place)).toEqual([...before].sort())
  expect(existsSync(join(place, 'storage', early))).toBe(true)
  expect(existsSync(join(place, 'storage', late))).toBe(false)
  const doctor = await run({ DATA_DIR: place, SECRET_KEY: secretKey }, 'doctor', '--json')
  expect(JSON.parse(doctor.out).checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([])

  // Nothing is overwritten by a second one.
  const second = await restore(time, place)
  expect(second).toMatchObject({ out: '', code: 1 })
  expect(second.err).toMatch(
    /^The data folder .* is not empty: it has .*\. Nothing was changed\. Set DATA_DIR to a new folder\.$/,
  )
  expect(await ordersIn(place)).toEqual([...before].sort())
  rmSync(place, { recursive: true })
})

it('restores everything that is in the archive', async () => {
  const place = join(root, 'latest')
  const restored = await restore('latest', place)
  expect(restored.code, restored.err).toBe(0)
  expect(restored.out).toMatch(
    /^Restored the database into .*\. Its last transaction is of .*Z\.\nRestored 2 documents\.\nRun /,
  )
  expect(await ordersIn(place)).toEqual([...before, ...after].sort())
  // It is another database from here on, which the archive does not take.
  await expect(openLocalDatabase({ dataDir: place, archive: folder })).rejects.toThrow(
    `WAL_ARCHIVE ${folder} has the archive of another database, such as the one before a restore. Set it to a new folder.`,
  )
  rmSync(place, { recursive: true })
})

describe('a restore is rejected, and leaves nothing behind,', () => {
  /** A copy of the archive with something wrong, restored. */
  async function rejected(change: (copy: string, needed: Segment) => void | Promise<void>, to = time) {
    const copy = await copyOfArchive()
    const { segments } = await readArchive(copy)
    const needed = segments.find(({ at }) => at > Date.parse(time) / 1000)
    if (!needed) throw new Error('The archive ends before the time.')
    await change(copy, needed)
    const place = mkdtempSync(join(root, 'rejected-'))
    const restored = async () => restoreCluster(await planRestore(copy, targetOf(to), null), place, () => {})
    const error = await restored().then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(CannotStart)
    expect(readdirSync(place)).toEqual([])
    rmSync(copy, { recursive: true })
    return (error as Error).message.replaceAll(copy, 'ARCHIVE')
  }
  const baseOf = (copy: string) => join(copy, 'base', readdirSync(join(copy, 'base'))[0] ?? '')
  const RANGE = /from (20\S+Z) to (20\S+Z), not to/

  it('with a time before the first base backup, or after the end', async () => {
    const early = await rejected(() => {}, '2026-01-01T00:00:00Z')
    expect(early).toMatch(
      /^The archive ARCHIVE can be restored to times from .*, not to 2026-01-01T00:00:00Z\. Nothing was changed\. Pass one of these, or --to latest\.$/,
    )
    const [, from = '', to = ''] = RANGE.exec(early) ?? []
    expect(Date.parse(from)).toBeLessThanOrEqual(Date.parse(to) + 1000)
    expect(await rejected(() => {}, '2099-01-01T00:00:00Z')).toMatch(RANGE)
  })

  it('with a time after the last transaction of the last segment, which PostgreSQL finds', async () => {
    const { segments } = await readArchive(folder)
    const end = new Date((segments.at(-1)?.at ?? 0) * 1000).toISOString()
    const err = await rejected(() => {}, end)
    expect(err).toMatch(RANGE)
    const [, , to = ''] = RANGE.exec(err) ?? []
    expect(Date.parse(to)).toBeLessThanOrEqual(Date.parse(end))
    expect(Date.parse(to) + 1000).toBeGreaterThan(Date.parse(time))
  })

  it('with a time that can be read in two ways', async () => {
    for (const wrong of [
      '2026-11-29T14:30:00',
      '2026-11-29',
      '14:30',
      '29.11.2026 14:30 IST',
      '2026-02-30T00:00:00Z',
    ])
      expect(await rejected(() => {}, wrong)).toBe(
        `--to must be a time with its zone, such as 2026-11-29T14:30:00+05:30 or 2026-11-29T09:00:00Z, or latest, not ${wrong}.`,
      )
  })

  it('with a damaged segment', async () => {
    const err = await rejected((_, { path }) => {
      const bytes = readFileSync(path)
      const at = bytes.length >> 1
      bytes[at] = (bytes[at] ?? 0) ^ 1
      writeFileSync(path, bytes)
    })
    expect(err).toMatch(
      /^The segment ARCHIVE\/wal\/.*\.zst is damaged: its (bytes have changed|checksum differs)\. The archive can be restored only to times before 20.*Z\. Nothing was changed\.$/,
    )
  })

  it('with a segment that is cut off', async () => {
    const err = await rejected((_, { path }) => truncateSync(path, readFileSync(path).length >> 1))
    expect(err).toContain('is damaged: it is cut off.')
  })

  it('with a missing segment', async () => {
    const err = await rejected((_, { path }) => rmSync(path))
    expect(err).toMatch(
      /^The archive ARCHIVE lacks the segment [0-9A-F]{24}, so it can be restored only to times before 20.*Z\. Nothing was changed\.$/,
    )
  })

  it('with a base backup that is cut in the middle, damaged or not finished', async () => {
    const cut = await rejected((copy) => {
      const path = join(baseOf(copy), 'base.tar.zst')
      truncateSync(path, readFileSync(path).length >> 1)
    })
    expect(cut).toMatch(
      /^The base backup ARCHIVE\/base\/.* is damaged: it is cut off\. Nothing was changed\. Move it out of the archive to restore from the one before\.$/,
    )
    const damaged = await rejected((copy) => {
      const path = join(baseOf(copy), 'base.tar.zst')
      const bytes = readFileSync(path)
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
      writeFileSync(path, bytes)
    })
    expect(damaged).toMatch(/is damaged: (its bytes have changed|a header has changed|its checksum differs)/)
    expect(await rejected((copy) => rmSync(join(baseOf(copy), 'base.tar.zst')))).toContain(
      'is damaged: a file is missing.',
    )
    expect(await rejected((copy) => rmSync(join(baseOf(copy), 'base.json')))).toBe(
      'The archive ARCHIVE has no complete base backup, without which its log cannot be restored.',
    )
  })

  it('with a folder that is no archive, a foreign key, or a database of its own', async () => {
    expect(await rejected((copy) => rmSync(join(copy, 'archive.json')))).toBe(
      'There is no archive of the log of a database in ARCHIVE.',
    )
    const options = ['restore', '--from-archive', folder, '--to', 'latest']
    const place = { DATA_DIR: join(root, 'never') }
    expect((await run(place, ...options)).err).toContain('which the backup does not contain')
    const another = randomBytes(32).toString('base64')
    expect((await run({ ...place, SECRET_KEY: another }, ...options)).err).toContain('and the key here is')
    const own = await run({ ...place, DATABASE_URL: database.url }, ...options)
    expect(own.err).toContain('--from-archive restores the embedded database. Unset DATABASE_URL;')
    expect((await run(place, 'restore', '--to', 'latest')).err).toContain(
      'Name a backup, or pass --from-archive and --to',
    )
    expect((await run(place, ...options, 'a.tar')).err).toContain(
      'Name a backup, or pass --from-archive and --to',
    )
    expect(existsSync(place.DATA_DIR)).toBe(false)
  })

  it('into a folder with anything in it', async () => {
    const place = join(root, 'filled')
    mkdirSync(place)
    writeFileSync(join(place, 'notes.txt'), 'mine')
    expect((await restore(time, place)).err).toBe(
      `The data folder ${place} is not empty: it has notes.txt. Nothing was changed. Set DATA_DIR to a new folder.`,
    )
    expect(readdirSync(place)).toEqual(['notes.txt'])
  })
})

it('a restored database has an archive of its own, from which it is restored as well', async () => {
  const [first, second, own] = [join(root, 'first'), join(root, 'second'), join(root, 'own')]
  expect((await restore(time, first)).code).toBe(0)
  const restored = await openLocalDatabase({ dataDir: first, archive: own })
  const { url: databaseUrl, adminUrl } = restored
  await takeBaseBackup({ databaseUrl, adminUrl, folder: own, lock: null, secretKey, isUrgent: true })
  await onDatabase(databaseUrl, (client) => client.query("UPDATE orders SET receipt = 'after the restore'"))
  // What is left of the log is archived when PostgreSQL stops.
  await restored.stop()
  const again = await restore('latest', second, own)
  expect(again.code, again.err).toBe(0)
  const database = await openLocalDatabase({ dataDir: second })
  const { rows } = await onDatabase(database.url, (client) =>
    client.query("SELECT count(*)::int AS count FROM orders WHERE receipt = 'after the restore'"),
  )
  await database.stop()
  expect(rows[0].count).toBe(before.length)
})

it('a worker with its own database takes the first base backup by itself, and doctor says how far it goes', async () => {
  const settings = {
    DATA_DIR: join(root, 'worker'),
    WAL_ARCHIVE: join(root, 'of-worker'),
    SECRET_KEY: secretKey,
  }
  expect((await run(settings, 'migrate')).code).toBe(0)
  const worker = spawn(process.execPath, ['scripts/worker.ts'], {
    env: environment(settings),
    stdio: 'ignore',
  })
  const ended = once(worker, 'exit')
  await waitFor(async () => (await readArchive(settings.WAL_ARCHIVE)).bases.length > 0)
  worker.kill('SIGTERM')
  await ended
  const { checks } = JSON.parse((await run(settings, 'doctor', '--json')).out)
  expect(checks.find(({ name }: { name: string }) => name === 'Archive')).toMatchObject({
    ok: true,
    detail: expect.stringMatching(/of-worker can be restored to any time from 20\S+Z to 20\S+Z\.$/),
  })
  expect((await run({ ...settings, WAL_ARCHIVE: '' }, 'backup', 'base')).err).toBe(
    'WAL_ARCHIVE is not set, so there is no archive for a base backup.',
  )
  const taken = await run(settings, 'backup', 'base', '--json')
  expect(taken.code, taken.err).toBe(0)
  expect(JSON.parse(taken.out)).toMatchObject({ key_included: false, deleted: [] })
})

describe('a segment that comes again', () => {
  it('is removed where it is the same, and kept where it differs', async () => {
    const copy = await copyOfArchive()
    const [first] = (await readArchive(copy)).segments
    if (!first) throw new Error('There is no segment.')
    const again = join(copy, INCOMING, first.name)
    const differs = Buffer.alloc(16 * 1024 * 1024, 7)
    writeFileSync(again, differs)
    await expect(compressSegments(copy, folderStorage(copy), null)).rejects.toThrow(
      `The segment ${first.name} differs from the one in ${copy}, so it stays in incoming.`,
    )
    expect(readFileSync(again).equals(differs)).toBe(true)
    const { zstdDecompressSync } = await import('node:zlib')
    writeFileSync(again, zstdDecompressSync(readFileSync(first.path)))
    expect(await compressSegments(copy, folderStorage(copy), null)).toBe(0)
    expect(existsSync(again)).toBe(false)
    // What a full disk left half-written is removed after a minute.
    const half = join(copy, INCOMING, `archtemp.${first.name}.1.1`)
    writeFileSync(half, 'half')
    await compressSegments(copy, folderStorage(copy), null)
    expect(existsSync(half)).toBe(true)
    utimesSync(half, 1000, 1000)
    await compressSegments(copy, folderStorage(copy), null)
    expect(existsSync(half)).toBe(false)
  })
})

describe('encrypted', () => {
  it('has SECRET_KEY, and opens with the identity alone', async () => {
    const lock = { recipients }
    const documents = { storage, folder, archive: folderStorage(folder), lock }
    await takeBase({ lock })
    after.push(await order())
    const encrypted = await addDocument(database.url, folderStorage(storage), randomBytes(5000))
    expect(await copyDocuments(documents, 0)).toBe(1)
    await archived(lock)
    expect(readFileSync(join(folder, `${encrypted}.age`), 'latin1')).toContain('age-encryption.org/v1')
    const place = join(root, 'encrypted')
    const options = ['restore', '--from-archive', folder, '--to', 'latest', '--json']
    const without = await run({ DATA_DIR: place }, ...options)
    expect(without.err).toMatch(/is encrypted\. Pass --identity-file, or --passphrase-file\.$/)
    writeFileSync(join(root, 'identity'), `${identity}\n`)
    const restored = await run({ DATA_DIR: place }, ...options, '--identity-file', join(root, 'identity'))
    expect(restored.code, restored.err).toBe(0)
    expect(JSON.parse(restored.out)).toMatchObject({ documents: 3, missing: [] })
    expect(readFileSync(join(place, 'secret.key'), 'utf8')).toBe(`${secretKey}\n`)
    expect(await ordersIn(place)).toEqual([...before, ...after].sort())
    rmSync(place, { recursive: true })
  })
})

describe('the archive', () => {
  const status = () => onDatabase(database.url, (client) => archiveStatus(queryOn(client), folder))

  const figures = async () => {
    const reader = openFigures(database.url, { patienceMs: 200_000 })
    const found = await reader.read()
    await reader.close()
    return found
  }

  it('tells of PostgreSQL that cannot archive, and of the end of that', async () => {
    expect(await status()).toEqual({ isOn: true, problems: [] })
    expect(await figures()).toMatchObject({ archive_failing: false, archived_at: expect.any(Number) })
    renameSync(join(folder, INCOMING), join(folder, 'away'))
    await order()
    await onDatabase(database.adminUrl, (client) => client.query('SELECT pg_switch_wal()'))
    const problems = async () => (await status()).problems.join()
    await expect
      .poll(problems, { timeout: 200_000 })
      .toContain(`PostgreSQL cannot archive its log to ${folder}.`)
    expect(await figures()).toMatchObject({ archive_failing: true })
    // Requests go on meanwhile.
    await order()
    renameSync(join(folder, 'away'), join(folder, INCOMING))
    await archived()
    expect((await status()).problems).toEqual([])
  })

  it('tells of old base backups, and of segments that are not compressed', async () => {
    const copy = await copyOfArchive()
    const problems = () =>
      onDatabase(database.url, (client) => archiveStatus(queryOn(client), copy)).then(
        (found) => found.problems,
      )
    const [base] = (await readArchive(copy)).bases.slice(-1)
    const old = Date.now() / 1000 - 50 * 3600
    for (const { id } of (await readArchive(copy)).bases)
      writeFileSync(join(copy, 'base', id, 'base.json'), JSON.stringify({ ...base, finished_at: old }))
    const waiting = join(copy, INCOMING, 'F'.repeat(24))
    writeFileSync(waiting, '')
    utimesSync(waiting, Date.now() / 1000 - 1800, Date.now() / 1000 - 1800)
    expect(await problems()).toEqual([
      expect.stringMatching(/^1 segment of the log in .* not compressed for (29|30) minutes\./),
      expect.stringContaining('is 50 hours old. Run "npm run counterfoil -- backup base" to see why.'),
    ])
    rmSync(join(copy, 'base'), { recursive: true })
    utimesSync(join(copy, 'archive.json'), old, old)
    expect((await problems()).at(-1)).toContain(`There is no base backup in ${copy} yet.`)
  })

  it('takes a base backup when there is none, it is a day old, otherwise encrypted, or the log has a gap', async () => {
    const archive = await readArchive(folder)
    const now = Date.now() / 1000
    const { bases, segments } = archive
    const lock = { recipients }
    expect(needsBaseBackup(archive, now, lock)).toBe(false)
    expect(needsBaseBackup({ ...archive, bases: [] }, now, lock)).toBe(true)
    expect(needsBaseBackup(archive, now + 86_400, lock)).toBe(true)
    expect(needsBaseBackup(archive, now, null)).toBe(true)
    const gap = segments.filter(({ name }) => name !== bases.at(-1)?.segment)
    expect(needsBaseBackup({ ...archive, segments: gap }, now, lock)).toBe(true)
  })

  it('keeps what its days need, and documents that were deleted as long', async () => {
    const copy = await copyOfArchive()
    const documents = mkdtempSync(join(root, 'documents-'))
    cpSync(storage, documents, { recursive: true })
    rmSync(join(documents, early))
    const { bases, segments } = await readArchive(copy)
    const [first, second] = bases
    if (!first || !second) throw new Error('There are too few base backups.')
    const at = second.finished_at
    expect(await deleteOlderBases(copy, documents, 7, at)).toEqual([])
    expect(await deleteOlderBases(copy, documents, 7, at + 7 * 86_400 - 1)).toEqual([])
    // The first base backup does not need what is before it.
    const needed = segments.map(({ name }) => name).filter((name) => name >= first.segment)
    expect((await readArchive(copy)).segments.map(({ name }) => name)).toEqual(needed)
    expect([existsSync(join(copy, early)), existsSync(join(copy, `${early}.deleted`))]).toEqual([true, true])
    utimesSync(join(copy, `${early}.deleted`), at - 100_000, at - 100_000)
    expect(await deleteOlderBases(copy, documents, 7, at + 7 * 86_400)).toEqual([first.id])
    expect((await readArchive(copy)).bases.map(({ id }) => id)).toEqual([second.id])
    expect((await readArchive(copy)).segments.map(({ name }) => name)).toEqual(
      segments.map(({ name }) => name).filter((name) => name >= second.segment),
    )
    expect([existsSync(join(copy, early)), existsSync(join(copy, `${early}.deleted`))]).toEqual([
      false,
      false,
    ])
    expect(existsSync(join(copy, late))).toBe(true)
  })

  it('leaves nothing of a base backup that a full disk stops, and takes one at a time', async () => {
    const ids = readdirSync(join(folder, 'base'))
    await expect(takeBase({ reserved: 2 ** 60 })).rejects.toThrow(`The disk of ${folder} is almost full`)
    const { bases } = await readArchive(folder)
    expect(bases.map(({ id }) => id)).toEqual(ids.sort())
    const results = await Promise.allSettled([takeBase(), takeBase()])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: `Another base backup to ${folder} is running. Try again when it has finished.` },
    })
  })

  it('is looked after by one process at a time, which goes on when something fails', async () => {
    const settings = { DATA_DIR: dataDir, S3_BUCKET: undefined, WAL_ARCHIVE_RECIPIENT: undefined }
    let taken = 0
    const take = async () => {
      taken += 1
      throw new Error('no room')
    }
    rmSync(join(folder, 'base'), { recursive: true })
    const one = keepArchive(folder, settings, take)
    await one.look()
    const other = keepArchive(folder, settings, take)
    await order()
    await onDatabase(database.adminUrl, (client) => client.query('SELECT pg_switch_wal()'))
    const waiting = () => readdirSync(join(folder, INCOMING)).length
    await waitFor(() => waiting() > 0)
    const added = await addDocument(database.url, folderStorage(storage), randomBytes(100))
    await other.look()
    expect(waiting()).toBeGreaterThan(0)
    await one.look()
    await one.look()
    expect(waiting()).toBe(0)
    expect(existsSync(join(folder, added))).toBe(true)
    expect(taken).toBe(1)
    await Promise.all([one.stop(), other.stop()])
  })
})
