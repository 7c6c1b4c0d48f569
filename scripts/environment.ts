/** The first steps of every entry point of this repository: settings, the data folder, the key, the database. */
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { fingerprintOf } from '#lib/auth/secrets.ts'
import { type Env, loadEnv, SETTING_NAMES, WrongSettings } from '#lib/process/env.ts'
import { sentence } from '#lib/process/start-errors.ts'
import { startError, startErrors } from '#lib/server/cannot-start.ts'
import { complain } from '#scripts/complain.ts'
import { type LocalDatabase, openLocalDatabase } from '#scripts/database.ts'
import { keyFileOf } from '#scripts/database-ready.ts'
import { makeFolder } from '#scripts/make-folder.ts'

/** Prefixes that only settings of Counterfoil have. */
const OURS = /^(SIMULATOR|SETTLE|RATE_LIMIT|CONNECTIONS)_/

type Variables = Record<string, string | undefined>

/**
 * Unknown names that are probably settings, each with the nearest setting. The .env file is for Counterfoil, so two
 * wrong letters count there; the environment is shared with other software, so one does, and only while the setting
 * itself is absent.
 */
export function misspeltSettings(file: Variables, environment: Variables): Map<string, string> {
  const found = new Map<string, string>()
  for (const name of Object.keys(file)) {
    const prefix = OURS.exec(name)?.[0]
    const alike = prefix ? SETTING_NAMES.filter((setting) => setting.startsWith(prefix)) : SETTING_NAMES
    const { setting, distance } = nearest(name, alike)
    const near = setting.length < 7 ? distance === 1 && isSlip(name, setting) : distance <= 2
    if (distance > 0 && (near || OURS.test(name))) found.set(name, setting)
  }
  for (const name of Object.keys(environment)) {
    const alike = SETTING_NAMES.filter((setting) => mayBeOneApart(name, setting))
    if (alike.length === 0) continue
    const { setting, distance } = nearest(name, alike)
    if (distance === 1 && setting.length >= 7 && !environment[setting]) found.set(name, setting)
  }
  return found
}

/** Whether all but two letters, in their places from either end, are the same: the whole comparison takes a while. */
function mayBeOneApart(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  if (Math.max(one.length, other.length) - shorter > 1) return false
  let before = 0
  while (before < shorter && one[before] === other[before]) before += 1
  let after = 0
  while (after < shorter - before && one.at(-1 - after) === other.at(-1 - after)) after += 1
  return before + after >= shorter - 2
}

/** For short names, those with a letter swapped, missing or extra: POST is no PORT. */
function isSlip(name: string, setting: string): boolean {
  const letters = (text: string) => [...text].sort().join('')
  return name.length !== setting.length || letters(name) === letters(setting)
}

function nearest(name: string, settings: readonly string[]): { setting: string; distance: number } {
  const all = settings.map((setting) => ({ setting, distance: distanceOf(name, setting) }))
  return all.reduce((best, one) => (one.distance < best.distance ? one : best))
}

/** How many letters are missing, extra, wrong or swapped with their neighbour. */
function distanceOf(a: string, b: string): number {
  if (a === b) return 0
  if (Math.abs(a.length - b.length) > 40) return 40
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const at = (k: number, l: number) => (k === i ? row[l] : rows[k]?.[l]) ?? 0
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const steps = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same]
      row.push(Math.min(...steps, swapped ? at(i - 2, j - 2) + 1 : Infinity))
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 40
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a file is where a folder should be',
  EEXIST: 'a file is where a folder should be',
  ENOTEMPTY: 'another user has made it',
  ENOENT: 'it cannot be created',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its links lead in a circle',
}

/** Makes the folder, and those above it, and sees that it can be written to: documents are kept in it. */
function makeWritable(folder: string): void {
  makeFolder(resolve(folder))
  accessSync(folder, constants.W_OK)
}

/** @throws CannotStart when it cannot be made or written to */
export function makeDataFolder(folder: string): void {
  try {
    makeWritable(folder)
  } catch (error) {
    throw explainDataFolder(error, folder)
  }
}

/** The sentence for an error of the file system in the data folder; other errors are returned as they are. */
function explainDataFolder(error: unknown, dataDir: string): unknown {
  const { code = '', path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return startError('disk_full', { path: dataDir }, error)
  const reason = REASONS[code]
  if (reason === undefined) return error
  const where = path === undefined || path === dataDir ? '' : ` (${path})`
  return startError('data_folder', { path: dataDir, reason: reason + where }, error)
}

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
    makeWritable(env.DATA_DIR)
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
    if (env.DATABASE_URL && env.WAL_ARCHIVE) throw startError('wal_archive_elsewhere', {})
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
 * @param options.durable false for data that is deleted at the end: nothing is flushed to disk
 * @param options.join use the embedded database of a running server instead of failing
 */
export async function bringUpDatabase(
  env: Env,
  options: { join?: boolean; durable?: boolean; say?: (line: string) => void } = {},
): Promise<Pick<LocalDatabase, 'url' | 'stop'>> {
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, stop: async () => undefined }
  try {
    const database = await openLocalDatabase({
      dataDir: env.DATA_DIR,
      archive: env.WAL_ARCHIVE,
      servers: env.SERVERS,
      ...options,
    })
    process.env.DATABASE_URL = database.url
    return database
  } catch (error) {
    throw explainDataFolder(error, env.DATA_DIR)
  }
}

/**
 * Replaces the stored key by one that was stored beside it. The former one is kept under its fingerprint: backups in the
 * clear of before need it.
 * @returns where the former key is now
 */
export function replaceKey(path: string, next: string): string {
  const former = readStoredKey(path)
  const retained = `${path}.${fingerprintOf(former)}`
  storeKey(retained, former)
  renameSync(next, path)
  flushFolder(path)
  return retained
}

/** A name in a folder outlives a power failure once the folder is written. Windows opens no folders. */
function flushFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(dirname(resolve(path)), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Made once. */
function storedKey(path: string): string {
  if (!existsSync(path)) storeKey(path, randomBytes(32).toString('base64'))
  return readStoredKey(path)
}

/** Stores a key where there is none. Linked into place whole: a key that is read half-written would be a different key. */
export function storeKey(path: string, key: string): void {
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, `${key}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(unfinished, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  }
  rmSync(unfinished)
  flushFolder(path)
}

/** @throws CannotStart when the file does not contain a key */
export function readStoredKey(path: string): string {
  const key = readFileSync(path, 'utf8').trim()
  if (Buffer.from(key, 'base64').length !== 32) throw startError('secret_key_file', { path })
  return key
}
