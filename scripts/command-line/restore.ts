import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '#lib/process/env.ts'
import { openStorage } from '#lib/storage/open.ts'
import { identitiesOf, passphraseOf, type Unlock } from '#scripts/backup/encryption.ts'
import { backupError } from '#scripts/backup/errors.ts'
import { backupFile } from '#scripts/backup/places.ts'
import { recordVerified } from '#scripts/backup/records.ts'
import { type Checked, checkBackup, keyFor, restoreBackup } from '#scripts/backup/restore.ts'
import { restoredText } from '#scripts/backup/texts.ts'
import { placeOf } from '#scripts/database-errors.ts'
import { keyFileOf } from '#scripts/database-ready.ts'
import {
  bringUpDatabase,
  makeDataFolder,
  readSettings,
  readStoredKey,
  storeKey,
} from '#scripts/environment.ts'
import { withConnection } from '#scripts/start-lock.ts'
import { backupText } from './backup.ts'
import type { Output, Values } from './command.ts'

/** `restore`: a backup into the empty database of the settings. */
export async function restore(values: Values): Promise<Output> {
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
export async function verifyBackup(values: Values): Promise<Output> {
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
