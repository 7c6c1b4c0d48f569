/** The data folder that sandboxes start from: made once for each version, and kept in the cache of the user. */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { SETTING_NAMES } from '#lib/process/env.ts'
import { version } from '#lib/process/version.ts'
import { makeKey } from '#scripts/command-line/keys.ts'
import { makeMerchant } from '#scripts/command-line/merchants.ts'
import { makeUser } from '#scripts/command-line/users.ts'
import { copyDataFolder } from '#scripts/copy-folder.ts'
import { prepareData } from '#scripts/demo.ts'
import { bringUpDatabase, readEnvironment } from '#scripts/environment.ts'
import { databaseAccount } from '#scripts/postgres/account.ts'
import { postgresBinaries } from '#scripts/postgres/binaries.ts'
import { step } from '#scripts/progress.ts'
import { committedMigrations } from '#scripts/schema/migrations.ts'

/** What opens a sandbox: the sign-in of an owner, and a key of test mode. */
export type SandboxAccess = { email: string; password: string; test: { key_id: string; key_secret: string } }

/** @param demo with the demo merchant and its four months of history, in place of an empty merchant */
export async function sandboxTemplate(demo: boolean): Promise<string> {
  const place = join(cacheFolder(), `sandbox-${templateKey(demo)}`)
  if (existsSync(place)) return place
  // Not in the cache, since the account that PostgreSQL runs as may not reach that.
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-template-'))
  const unfinished = `${place}.${process.pid}`
  try {
    chmodSync(folder, 0o711)
    await step('Sandbox template', () => makeTemplate(folder, demo))
    mkdirSync(unfinished, { recursive: true, mode: 0o700 })
    copyDataFolder(folder, unfinished)
    chmodSync(unfinished, 0o700)
    renameSync(unfinished, place)
  } catch (error) {
    // Another sandbox may have been quicker.
    if (!existsSync(place)) throw error
  } finally {
    for (const path of [folder, unfinished]) rmSync(path, { recursive: true, force: true })
  }
  return place
}

function templateKey(demo: boolean): string {
  const { major } = postgresBinaries(databaseAccount())
  const parts = [
    version(),
    ...committedMigrations().map(({ checksum }) => checksum),
    major,
    process.arch,
    demo,
  ]
  return createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 12)
}

function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  const system = process.platform === 'darwin' ? join(homedir(), 'Library/Caches') : join(homedir(), '.cache')
  return join(XDG_CACHE_HOME || (process.platform === 'win32' && LOCALAPPDATA) || system, 'counterfoil')
}

async function makeTemplate(folder: string, demo: boolean): Promise<void> {
  // None of the settings of another server on this machine.
  for (const name of SETTING_NAMES) if (name !== 'BUILD_DIR') Object.assign(process.env, { [name]: '' })
  Object.assign(process.env, { DATA_DIR: folder, DEMO: demo ? 'on' : 'off', LOG_LEVEL: 'warn' })
  const env = readEnvironment()
  const database = await bringUpDatabase(env, { durable: false })
  try {
    const made = await prepareData(database.url, env)
    const access =
      made.signIn === 'demo'
        ? (JSON.parse(readFileSync(made.file, 'utf8')) as SandboxAccess)
        : await newMerchant()
    const { email, password, test } = access
    writeFileSync(join(folder, 'sandbox.json'), JSON.stringify({ email, password, test }), { mode: 0o600 })
  } finally {
    await database.stop()
    process.env.DATABASE_URL = ''
  }
}

async function newMerchant(): Promise<SandboxAccess> {
  const merchant = (await makeMerchant({ name: 'Sandbox' })).json.id as string
  const email = 'owner@counterfoil.example'
  const { json: user } = await makeUser({ email, name: 'Owner', role: 'owner', merchant })
  const { json: key } = await makeKey({ merchant, mode: 'test', name: 'Sandbox' })
  return {
    email,
    password: String(user.password),
    test: { key_id: String(key.id), key_secret: String(key.secret) },
  }
}
