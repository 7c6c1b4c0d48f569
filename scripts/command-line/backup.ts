import { join, resolve } from 'node:path'
import { readArchive } from '#lib/database/wal-archive.ts'
import { masterKeyOf } from '#lib/process/env.ts'
import { openStorage } from '#lib/storage/open.ts'
import { sizeText } from '#lib/values/number-text.ts'
import { type Encryption, passphraseOf, recipientsOf } from '#scripts/backup/encryption.ts'
import { backupError } from '#scripts/backup/errors.ts'
import { backupPlaceOf } from '#scripts/backup/places.ts'
import { runInBackground } from '#scripts/backup/source.ts'
import { type Backup, takeBackup } from '#scripts/backup/take.ts'
import { missingText, restoredText } from '#scripts/backup/texts.ts'
import { openLocalDatabase } from '#scripts/database.ts'
import { assertDatabaseReady } from '#scripts/database-ready.ts'
import { bringUpDatabase, prepareEnvironment } from '#scripts/environment.ts'
import { withConnection } from '#scripts/start-lock.ts'
import { takeBaseBackup } from '#scripts/wal-archive/base.ts'
import { archiveLock, documentsFolder } from '#scripts/wal-archive/keeper.ts'
import { deleteOlderBases } from '#scripts/wal-archive/retention.ts'
import type { Output, Values } from './command.ts'

/** `backup`: the database and its documents as they are now, while the server runs. */
export async function backup(values: Values): Promise<Output> {
  const lock = lockOf(values)
  const keep = keepOf(values)
  const env = prepareEnvironment()
  runInBackground()
  const { url, stop } = await bringUpDatabase(env, { join: true })
  try {
    await assertDatabaseReady(url, env)
    const place = await backupPlaceOf(
      backupText(values.to) ?? join(env.DATA_DIR, 'backups'),
      env,
      await sizeOf(url),
    )
    const isLocal = env.DATABASE_URL === undefined
    const documents = openStorage(env)
    const secretKey = masterKeyOf(env)
    return backupOutput(
      await takeBackup({ databaseUrl: url, isLocal, documents, secretKey, place, lock, keep }),
    )
  } finally {
    await stop()
  }
}

/** `backup base`: a base backup of the embedded database into its archive, while the server runs. */
export async function baseBackup(): Promise<Output> {
  const env = prepareEnvironment()
  const { WAL_ARCHIVE: archive, DATA_DIR: dataDir } = env
  if (archive === undefined) throw backupError('archive_off', {})
  runInBackground()
  const folder = resolve(archive)
  const { url, adminUrl, stop } = await openLocalDatabase({ dataDir, archive, join: true })
  try {
    await assertDatabaseReady(url, env)
    // Before the first one there is nothing to restore.
    const isUrgent = (await readArchive(folder)).bases.length === 0
    const lock = archiveLock(env)
    const options = { databaseUrl: url, adminUrl, folder, lock, secretKey: masterKeyOf(env), isUrgent }
    const base = await takeBaseBackup(options)
    const now = Date.now() / 1000
    const deleted = await deleteOlderBases(folder, documentsFolder(env), env.WAL_ARCHIVE_DAYS, now)
    const lines = [
      `Took a base backup of ${sizeText(base.size)} into ${join(folder, 'base', base.id)}.`,
      ...(lock ? [] : [withoutKeyText('The archive', base.key_fingerprint)]),
      ...deleted.map((id) => `Deleted the base backup ${id} and the log before the next one.`),
    ]
    return { json: { ...base, folder, deleted }, text: lines.join('\n') }
  } finally {
    await stop()
  }
}

function withoutKeyText(what: string, fingerprint: string): string {
  return `${what} does not contain SECRET_KEY (${fingerprint}), without which its secrets cannot be read. Keep the key in another place, or encrypt ${what === 'The archive' ? 'the archive: it then contains' : 'backups: they then contain'} it.`
}

function backupOutput(made: Backup): Output {
  const { header, manifest } = made
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const { count, missing, deleted } = manifest.documents
  const lines = [
    `Backed up ${restoredText(rows, count - missing - deleted)} to ${made.name} (${sizeText(made.size)}).`,
    ...(missing > 0 ? [missingText(missing)] : []),
    ...(header.key_included
      ? ['The backup contains secret.key. Keep what decrypts it in another place.']
      : [withoutKeyText('The backup', header.key_fingerprint)]),
    ...made.deleted.map((name) => `Deleted ${name}.`),
  ]
  const json = {
    id: header.id,
    name: made.name,
    size: made.size,
    rows,
    documents: manifest.documents,
    started_at: header.started_at,
    finished_at: manifest.finished_at,
    key_included: header.key_included,
    key_fingerprint: header.key_fingerprint,
    deleted: made.deleted,
  }
  return { json, text: lines.join('\n') }
}

/** An upper bound for the size of a backup, in bytes. */
async function sizeOf(databaseUrl: string): Promise<number> {
  const { rows } = await withConnection(databaseUrl, (query) =>
    query(
      `SELECT (pg_database_size(current_database()) + (SELECT COALESCE(sum(size), 0) FROM documents))::float8 AS size`,
      [],
    ),
  )
  return Number(rows[0]?.size)
}

function lockOf(values: Values): Encryption | null {
  const [recipient, path] = [backupText(values.recipient), backupText(values['passphrase-file'])]
  if (recipient !== undefined && path !== undefined) throw backupError('two_locks', {})
  if (recipient !== undefined) return { recipients: recipientsOf(recipient) }
  return path === undefined ? null : { passphrase: passphraseOf(path) }
}

function keepOf({ keep }: Values): number | undefined {
  if (keep === undefined) return undefined
  const count = Number(keep)
  if (!/^\d{1,5}$/.test(String(keep)) || count < 1 || count > 10_000) throw backupError('keep_invalid', {})
  return count
}

export function backupText(value: Values[string]): string | undefined {
  return value === undefined ? undefined : String(value)
}
