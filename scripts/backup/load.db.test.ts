import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { queryOn } from '#lib/database/query.ts'
import { checkInvariants } from '#lib/ledger/invariants.ts'
import { loadEnv, masterKeyOf } from '#lib/process/env.ts'
import { folderStorage } from '#lib/storage/folder.ts'
import { openStorage } from '#lib/storage/open.ts'
import { addDocument, emptyDatabase, filledDatabase, onDatabase } from '#lib/testing/backups.ts'
import { openInstance } from '#lib/testing/instance.ts'
import { openRest } from '#lib/testing/rest.ts'
import { shopOf } from '#lib/testing/shop.ts'
import { backupFile, backupPlaceOf } from './places.ts'
import { checkBackup, keyFor, restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'
import { verifyBackup } from './verify.ts'

const root = mkdtempSync(join(tmpdir(), 'backup-load-'))
let server: FauxqsServer
beforeAll(async () => {
  server = await startFauxqs({ port: 0, logger: false })
  for (const name of ['documents', 'backups']) server.createBucket(name)
})
afterAll(async () => {
  await server.stop()
  rmSync(root, { recursive: true })
})

it('of an instance under load has everything that was acknowledged before it, and the books agree', async () => {
  const settings = { DATA_DIR: join(root, 'data') }
  const instance = await openInstance({ queue: 'database', settings })
  const shop = shopOf(await openRest(instance), instance)
  const acknowledged: string[] = []
  let isOver = false
  const writers = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const payment = await shop.captured()
      acknowledged.push(payment.id)
      if (acknowledged.length % 3 === 0) await shop.refund(payment, { amount: 500 })
    }
  })
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
  const env = loadEnv({ ...settings, SECRET_KEY: undefined })
  const before = [...acknowledged]
  const made = await takeBackup({
    databaseUrl: instance.url,
    documents: instance.runtime.storage,
    secretKey: Buffer.alloc(32, 1).toString('base64'),
    place: await backupPlaceOf(join(root, 'loaded'), env, 1e9),
    lock: null,
  })
  const count = acknowledged.length
  isOver = true
  await Promise.all(writers)
  // They went on all the while.
  expect(count).toBeGreaterThan(before.length)
  const target = await emptyDatabase()
  const checked = await checkBackup(await backupFile(made.name, env), null)
  await restoreBackup(checked, target.url, folderStorage(join(root, 'none')))
  await onDatabase(target.url, async (client) => {
    const { rows } = await client.query<{ id: string }>('SELECT id FROM payments')
    const restored = new Set(rows.map(({ id }) => id))
    expect(before.filter((id) => !restored.has(id))).toEqual([])
    expect(await checkInvariants(queryOn(client))).toEqual([])
    const { rows: jobs } = await client.query('SELECT count(*)::int AS count FROM pgboss.job')
    expect(jobs[0].count).toBeGreaterThanOrEqual(before.length)
  })
  await target.drop()
  await instance.close()
})

it('is taken from a bucket to a bucket, and restored to one', async () => {
  const endpoint = `http://127.0.0.1:${server.port}`
  const env = loadEnv({
    S3_BUCKET: 'documents',
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: 'test',
    S3_SECRET_ACCESS_KEY: 'test',
    S3_FORCE_PATH_STYLE: 'true',
  })
  const filled = await filledDatabase()
  const documents = openStorage(env)
  const bytes = Buffer.alloc(6_000_000, 'document ')
  const key = await addDocument(filled.url, documents, bytes)
  const place = await backupPlaceOf('s3://backups/shop/nightly', env, 1e9)
  const options = {
    databaseUrl: filled.url,
    documents,
    secretKey: Buffer.alloc(32).toString('base64'),
    place,
  }
  const made = await takeBackup({ ...options, lock: null })
  expect(made.name).toMatch(/^s3:\/\/backups\/shop\/nightly\/counterfoil\/\d{8}T\d{6}Z-bak_\w+\.tar$/)
  const target = await emptyDatabase()
  await documents.delete(key)
  const file = await backupFile(made.name, env)
  const checked = await checkBackup(file, null)
  expect((await restoreBackup(checked, target.url, documents)).documents).toBe(1)
  const chunks: Buffer[] = []
  for await (const chunk of await documents.get(key)) chunks.push(chunk)
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
  // Older ones are deleted in a bucket as well.
  const next = await takeBackup({ ...options, lock: null, keep: 1 })
  expect(next.deleted).toEqual([made.name])
  await expect(checkBackup(file, null)).rejects.toThrow(`There is no backup at ${made.name}.`)
  await expect(
    takeBackup({ ...options, lock: null, place: await backupPlaceOf('s3://another', env, 1) }),
  ).rejects.toThrow(/^s3:\/\/another cannot be used: /)
  await target.drop()
  await filled.close()
})

it('is verified in an instance of its own, of which nothing is left', async () => {
  const temporary = mkdtempSync(join(root, 'tmp-'))
  const previous = process.env.TMPDIR
  process.env.TMPDIR = temporary
  try {
    const instance = await openInstance({ settings: { DATA_DIR: join(root, 'verified') } })
    const shop = shopOf(await openRest(instance), instance)
    for (let count = 0; count < 5; count += 1) await shop.captured()
    const env = loadEnv({})
    const secretKey = masterKeyOf(loadEnv({ SECRET_KEY: Buffer.alloc(32, 2).toString('base64') }))
    const made = await takeBackup({
      databaseUrl: instance.url,
      documents: instance.runtime.storage,
      secretKey,
      place: await backupPlaceOf(join(root, 'verified-backups'), env, 1e9),
      lock: { passphrase: 'correct horse battery staple' },
    })
    const checked = await checkBackup(await backupFile(made.name, env), {
      passphrase: 'correct horse battery staple',
    })
    const findings = await verifyBackup(checked, keyFor(checked, null, 'secret.key'), env)
    expect(findings.filter(({ ok }) => !ok)).toEqual([])
    expect(findings.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Checksums', 'Restore', 'Migrations', 'Secrets', 'Queue', 'Ledger']),
    )
    expect(readdirSync(temporary)).toEqual([])
    // A balance that was changed past the ledger is noticed in the copy.
    await instance.runtime.query('UPDATE ledger_balances SET balance = balance + 1', [])
    const wrong = await takeBackup({
      databaseUrl: instance.url,
      documents: instance.runtime.storage,
      secretKey,
      place: await backupPlaceOf(join(root, 'verified-backups'), env, 1e9),
      lock: null,
    })
    const broken = await checkBackup(await backupFile(wrong.name, env), null)
    const found = await verifyBackup(broken, secretKey, env)
    expect(found.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['Ledger'])
    expect(readdirSync(temporary)).toEqual([])
    await instance.close()
  } finally {
    process.env.TMPDIR = previous
    if (previous === undefined) delete process.env.TMPDIR
  }
})
