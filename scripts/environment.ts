/** The first steps of every entry point of this repository: settings, the data folder, the key, the database. */
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { type Env, loadEnv, WrongSettings } from '#lib/env.ts'
import { startError, startErrors } from '#lib/server/cannot-start.ts'
import { sentence } from '#lib/start-errors.ts'
import { complain } from '#scripts/complain.ts'
import { explainDataFolder, makeDataFolder } from '#scripts/data-folder.ts'
import { type LocalDatabase, openLocalDatabase } from '#scripts/database.ts'
import { keyFileOf } from '#scripts/database-ready.ts'
import { misspeltSettings } from '#scripts/misspelt-settings.ts'

/** Reads .env and the settings, and checks the data folder and SECRET_KEY. Exits when one is wrong. */
export function prepareEnvironment(): Env {
  try {
    return readEnvironment()
  } catch (error) {
    complain(error)
    process.exit(1)
  }
}

/** @throws CannotStart when a setting, the data folder or the key is wrong */
export function readEnvironment(): Env {
  const env = readSettings()
  try {
    makeDataFolder(env.DATA_DIR)
    process.env.SECRET_KEY = env.SECRET_KEY ?? storedKey(keyFileOf(env))
  } catch (error) {
    throw explainDataFolder(error, env.DATA_DIR)
  }
  return loadEnv()
}

/**
 * The settings of .env and of the environment, without touching anything else.
 * @throws CannotStart with one line for each that is wrong or misspelt
 */
export function readSettings(): Env {
  const file = existsSync('.env') ? readEnvFile('.env') : {}
  const misspelt = [...misspeltSettings(file, process.env)].map(([name, suggestion]) =>
    sentence('setting_misspelt', { name, suggestion }),
  )
  try {
    const env = loadEnv()
    if (misspelt.length > 0) throw new WrongSettings('')
    return env
  } catch (error) {
    if (!(error instanceof WrongSettings)) throw error
    throw startErrors([...misspelt, error.message].filter(Boolean), error)
  }
}

/** Existing environment variables are not replaced. */
function readEnvFile(path: string): Record<string, string | undefined> {
  try {
    const variables = parseEnv(readFileSync(path, 'utf8'))
    for (const [name, value] of Object.entries(variables)) process.env[name] ??= value
    return variables
  } catch (cause) {
    throw startError(
      'env_file',
      { path, reason: cause instanceof Error ? cause.message : String(cause) },
      cause,
    )
  }
}

/**
 * The database named by DATABASE_URL, or the embedded one, whose URL then becomes DATABASE_URL of this process.
 * @param options.join use the embedded database of a running server instead of failing
 */
export async function bringUpDatabase(
  env: Env,
  options: { join?: boolean; say?: (line: string) => void } = {},
): Promise<Pick<LocalDatabase, 'url' | 'stop'>> {
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, stop: async () => undefined }
  try {
    const database = await openLocalDatabase({ dataDir: env.DATA_DIR, ...options })
    process.env.DATABASE_URL = database.url
    return database
  } catch (error) {
    throw explainDataFolder(error, env.DATA_DIR)
  }
}

/** Made once. Linked into place whole: a key that is read half-written would be a different key. */
function storedKey(path: string): string {
  if (!existsSync(path)) {
    const unfinished = `${path}.${process.pid}`
    writeFileSync(unfinished, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
    try {
      linkSync(unfinished, path)
    } catch (error) {
      if (!existsSync(path)) throw error
    }
    rmSync(unfinished)
  }
  const key = readFileSync(path, 'utf8').trim()
  if (Buffer.from(key, 'base64').length !== 32) throw startError('secret_key_file', { path })
  return key
}
