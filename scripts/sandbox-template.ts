/** The data folder that sandboxes start with: made once for each version, by a server, and kept in the cache of the user. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Env } from '#lib/process/env.ts'
import { version } from '#lib/process/version.ts'
import { copyDataFolder } from '#scripts/copy-folder.ts'
import type { Demo } from '#scripts/demo.ts'
import { databaseAccount } from '#scripts/postgres/account.ts'
import { postgresBinaries } from '#scripts/postgres/binaries.ts'
import { readAccess, writeAccess } from '#scripts/postgres/cluster.ts'
import { committedMigrations } from '#scripts/schema/migrations.ts'

/** The sign-in of an owner, and a key of test mode. */
export type SandboxAccess = { email: string; password: string; test: { key_id: string; key_secret: string } }

/** Of the same version, and for the same PostgreSQL, which only runs on files of its own account. */
export function templateFolder(demo: boolean): string {
  const account = databaseAccount()
  const parts = [
    version(),
    ...committedMigrations().map(({ checksum }) => checksum),
    postgresBinaries(account).major,
    process.arch,
    account.uid,
  ]
  const key = createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 12)
  return join(cacheFolder(), `sandbox-${demo ? 'demo-' : ''}${key}`)
}

function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  const system = process.platform === 'darwin' ? join(homedir(), 'Library/Caches') : join(homedir(), '.cache')
  return join(XDG_CACHE_HOME || (process.platform === 'win32' && LOCALAPPDATA) || system, 'counterfoil')
}

/** Keeps the data folder of a server that has stopped. Copied beside and renamed, so that a template is always whole. */
export function keepTemplate(folder: string, place: string): void {
  mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
  const unfinished = `${place}.${process.pid}`
  try {
    copyDataFolder(folder, unfinished)
    // Sandboxes that start at the same time would all look for the same port.
    const access = join(unfinished, 'postgres.json')
    writeAccess(access, { ...readAccess(access), port: 0 })
    renameSync(unfinished, place)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another sandbox was quicker.
    if (!existsSync(place)) throw error
  }
}

/** Writes how to use the data into it: as its demo merchant or, where there is none, as a new merchant. */
export async function writeSandboxAccess(env: Env, demo: Demo): Promise<void> {
  const access =
    demo.signIn === 'demo'
      ? (JSON.parse(readFileSync(demo.file, 'utf8')) as SandboxAccess)
      : await makeAccess()
  const { email, password, test } = access
  writeFileSync(accessFile(env.DATA_DIR), JSON.stringify({ email, password, test }), { mode: 0o600 })
}

export function readSandboxAccess(folder: string): SandboxAccess {
  return JSON.parse(readFileSync(accessFile(folder), 'utf8')) as SandboxAccess
}

const accessFile = (folder: string) => join(folder, 'sandbox.json')

async function makeAccess(): Promise<SandboxAccess> {
  const { makeMerchant } = await import('#scripts/command-line/merchants.ts')
  const { makeUser } = await import('#scripts/command-line/users.ts')
  const { makeKey } = await import('#scripts/command-line/keys.ts')
  const merchant = String((await makeMerchant({ name: 'Sandbox' })).json.id)
  const email = 'owner@counterfoil.example'
  const { json: user } = await makeUser({ email, name: 'Owner', role: 'owner', merchant })
  const { json: key } = await makeKey({ merchant, mode: 'test', name: 'Sandbox' })
  return {
    email,
    password: String(user.password),
    test: { key_id: String(key.id), key_secret: String(key.secret) },
  }
}
