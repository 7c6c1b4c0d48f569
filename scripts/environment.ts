/** What every program of this repository does first: settings, the data folder, the key, the database. */
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Env, loadEnv, WrongSettings } from '#lib/env.ts'
import { type Database, openDatabase } from '#scripts/database.ts'

/** Reads .env and the settings, and makes sure of the data folder and SECRET_KEY. Ends the program when a value is wrong. */
export function prepareEnvironment(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env')
  try {
    const { DATA_DIR, SECRET_KEY } = loadEnv()
    mkdirSync(DATA_DIR, { recursive: true, mode: 0o711 })
    process.env.SECRET_KEY = SECRET_KEY ?? keptKey(join(DATA_DIR, 'secret.key'))
    return loadEnv()
  } catch (error) {
    if (!(error instanceof WrongSettings)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/**
 * The database named by DATABASE_URL, or the embedded one, whose address then becomes DATABASE_URL of this process.
 * @param options.join take the embedded database of a running server instead of refusing to share it
 */
export async function bringUpDatabase(
  env: Env,
  options: { join?: boolean; say?: (line: string) => void } = {},
): Promise<Pick<Database, 'url' | 'stop'>> {
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, stop: async () => undefined }
  const database = await openDatabase({ dataDir: env.DATA_DIR, ...options })
  process.env.DATABASE_URL = database.url
  return database
}

/** Made once. Linked into place whole: a key that is read half-written would be a different key. */
function keptKey(path: string): string {
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
  return readFileSync(path, 'utf8').trim()
}
