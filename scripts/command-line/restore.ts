import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Env } from '#lib/process/env.ts'
import { openStorage } from '#lib/storage/open.ts'
import { countText } from '#lib/values/number-text.ts'
import { identitiesOf, passphraseOf, type Unlock } from '#scripts/backup/encryption.ts'
import { backupError } from '#scripts/backup/errors.ts'
import { backupFile } from '#scripts/backup/places.ts'
import { recordVerified } from '#scripts/backup/records.ts'
import { type Checked, checkBackup, keyFor, restoreBackup } from '#scripts/backup/restore.ts'
import { restoredText } from '#scripts/backup/texts.ts'
import { openLocalDatabase } from '#scripts/database.ts'
import { placeOf } from '#scripts/database-errors.ts'
import { keyFileOf } from '#scripts/database-ready.ts'
import {
  bringUpDatabase,
  makeDataFolder,
  readSettings,
  readStoredKey,
  storeKey,
} from '#scripts/environment.ts'
import { migrate } from '#scripts/migrate.ts'
import { withConnection } from '#scripts/start-lock.ts'
import { planRestore, targetOf, targetText } from '#scripts/wal-archive/plan.ts'
import { assertEmptyFolder, restoreCluster } from '#scripts/wal-archive/restore.ts'
import { restoreDocuments } from '#scripts/wal-archive/restore-documents.ts'
import { backupText } from './backup.ts'
import type { Output, Values } from './command.ts'

/** `restore`: a backup, or an archive as of a time, into the empty database of the settings. */
export async function restore(values: Values): Promise<Output> {
  const [folder, time] = [backupText(values['from-archive']), backupText(values.to)]
  const isArchive = folder !== undefined && time !== undefined
  if (
    isArchive !== (folder !== undefined || time !== undefined) ||
    isArchive !== (values.backup === undefined)
  )
    throw backupError('restore_of_two', {})
  return isArchive ? await restoreArchive(values, folder, time) : await restoreBackupOf(values)
}

async function restoreArchive(values: Values, from: string, time: string): Promise<Output> {
  const env = readSettings()
  const target = targetOf(time)
  if (env.DATABASE_URL) throw backupError('archive_embedded', {})
  const dataDir = resolve(env.DATA_DIR)
  assertEmptyFolder(dataDir)
  const plan = await planRestore(resolve(from), target, unlockOf(values))
  const path = keyFileOf(env)
  const found = env.SECRET_KEY ?? (existsSync(path) ? readStoredKey(path) : null)
  const key = keyFor({ header: plan.base, secretKey: plan.secretKey }, found, path)
  makeDataFolder(dataDir)
  const last = await restoreCluster(plan, dataDir, console.error)
  if (!env.SECRET_KEY) storeKey(path, key)
  // Without WAL_ARCHIVE: the restored database gets an archive of its own when it is started.
  const { url, stop } = await openLocalDatabase({ dataDir })
  try {
    const migrated = await migrate(url, { say: console.error })
    const { documents, missing } = env.S3_BUCKET
      ? { documents: 0, missing: [] }
      : await restoreDocuments(plan, url, openStorage(env))
    const lines = [
      last === null
        ? `Restored the database into ${dataDir} as of the base backup of ${targetText(plan.base.finished_at)}: there was no transaction after it.`
        : `Restored the database into ${dataDir}. Its last transaction is of ${last}.`,
      env.S3_BUCKET
        ? `Documents are in the bucket ${env.S3_BUCKET} and were not restored.`
        : `Restored ${countText(documents, 'document', 'documents', 'western')}.`,
      ...(missing.length > 0 ? [missingInArchive(missing)] : []),
      'Run `npm run counterfoil -- doctor`, set WAL_ARCHIVE to a new folder, then start the server.',
    ]
    const json = { base: plan.base.id, last_transaction: last, documents, missing, migrated, place: dataDir }
    return { json, text: lines.join('\n') }
  } finally {
    await stop()
  }
}

function missingInArchive(keys: string[]): string {
  const count = countText(keys.length, 'document is', 'documents are', 'western')
  return `${count} missing or damaged in the archive: ${keys.slice(0, 3).join(', ')}${keys.length > 3 ? ' and others' : ''}.`
}

async function restoreBackupOf(values: Values): Promise<Output> {
  const env = readSettings()
  const { checked, key } = await openBackup(values, env)
  makeDataFolder(env.DATA_DIR)
  const { url, stop } = await bringUpDatabase(env, { join: true })
  try {
    const restored = await restoreBackup(checked, url, openStorage(env), {
      say: console.error,
      onEmpty: () => {
        if (!env.SECRET_KEY) storeKey(keyFileOf(env), key)
      },
    })
    const { id, started_at } = checked.header
    const place = placeOf(url)
    const at = new Date(started_at * 1000).toISOString().replace(/\.\d+Z$/, 'Z')
    const text = `Restored ${restoredText(restored.rows, restored.documents)} of ${at} into ${place}. Run \`npm run counterfoil -- doctor\`, then start the server.`
    return { json: { id, started_at, place, ...restored }, text }
  } finally {
    await stop()
  }
}

/** `backup verify`: restores into an instance of its own, and looks at that. */
export async function verify(values: Values): Promise<Output> {
  const env = readSettings()
  const { checked, key } = await openBackup(values, env)
  const { verifyBackup } = await import('#scripts/backup/verify.ts')
  const { outputOf } = await import('./doctor.ts')
  const output = outputOf(await verifyBackup(checked, key, env))
  const recorded = !output.failed && (await recordIn(env, checked.header.id))
  return { ...output, json: { ...output.json, id: checked.header.id, recorded } }
}

/** The backup is often checked on another machine than that of its instance: then there is nothing to record it in. */
async function recordIn(env: Env, id: string): Promise<boolean> {
  if (!env.DATABASE_URL && !existsSync(join(env.DATA_DIR, 'postgres.json'))) return false
  try {
    const { url, stop } = await bringUpDatabase(env, { join: true })
    try {
      return await withConnection(url, (query) => recordVerified(query, id))
    } finally {
      await stop()
    }
  } catch (error) {
    console.error(`The verification was not recorded: ${(error as Error).message}`)
    return false
  }
}

async function openBackup(values: Values, env: Env): Promise<{ checked: Checked; key: string }> {
  const unlock = unlockOf(values)
  const checked = await checkBackup(await backupFile(String(values.backup), env), unlock)
  const path = keyFileOf(env)
  const found = env.SECRET_KEY ?? (existsSync(path) ? readStoredKey(path) : null)
  return { checked, key: keyFor(checked, found, path) }
}

function unlockOf(values: Values): Unlock | null {
  const [identity, path] = [backupText(values['identity-file']), backupText(values['passphrase-file'])]
  if (identity !== undefined && path !== undefined) throw backupError('two_keys', {})
  if (identity !== undefined) return { identities: identitiesOf(identity) }
  return path === undefined ? null : { passphrase: passphraseOf(path) }
}
