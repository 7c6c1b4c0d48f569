import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { startError } from '#lib/server/cannot-start.ts'
import type { SystemAccount } from './account.ts'
import type { Binaries } from './binaries.ts'

/** The credentials of a cluster; stored beside it in a file of mode 600. `archive` names it in archives of its log. */
export type Access = {
  port: number
  superuser_password: string
  password: string
  prepared: boolean
  archive?: string
}

/** The role and the database of the application. The role is no superuser, so that revoked privileges apply to it. */
const APPLICATION = 'counterfoil'

export function readAccess(path: string): Access {
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Access
  const secret = () => randomBytes(24).toString('base64url')
  const access = { port: 0, superuser_password: secret(), password: secret(), prepared: false }
  writeAccess(path, access)
  return access
}

export function writeAccess(path: string, access: Access): void {
  writeFileSync(`${path}.new`, JSON.stringify(access), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** The address of a database in the cluster, for the application's role or for the superuser. */
export function databaseUrl(
  access: Access,
  who: 'application' | 'superuser',
  database: string = APPLICATION,
): string {
  const [user, password] =
    who === 'superuser' ? ['postgres', access.superuser_password] : [APPLICATION, access.password]
  return `postgresql://${user}:${password}@127.0.0.1:${access.port}/${database}`
}

/**
 * Creates the cluster when there is none: beside its place, then renamed, so that a half-made one is never used.
 * The built-in C.UTF-8 collation sorts by code point on every platform and still knows the case of all letters.
 */
export async function createCluster(options: {
  binaries: Binaries
  account: SystemAccount
  folder: string
  access: Access
  durable: boolean
}): Promise<boolean> {
  const { binaries, account, folder, access } = options
  const found = versionOf(folder)
  if (found !== undefined && found !== binaries.major)
    throw startError('database_of_another_version', { folder, found, brought: binaries.major })
  if (found !== undefined) return false
  const unfinished = `${folder}.new`
  const passwordFile = join(dirname(folder), 'postgres.password')
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, access.superuser_password, { mode: 0o600 })
  give(unfinished, account)
  give(passwordFile, account)
  try {
    await run(binaries.initdb, account, folder, [
      `--pgdata=${unfinished}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(options.durable ? ['--data-checksums'] : ['--no-sync']),
    ])
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(unfinished, folder)
  return true
}

/** The major version of the cluster in a folder; undefined when there is none. */
function versionOf(folder: string): string | undefined {
  const file = join(folder, 'PG_VERSION')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** Creates the application's role and database; repeatable, since a start may have been killed between the two. */
export async function prepareApplication(access: Access): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(access, 'superuser', 'postgres') })
  await client.connect()
  try {
    const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [APPLICATION])
    const password = client.escapeLiteral(access.password)
    await client.query(
      `${role.rowCount ? 'ALTER' : 'CREATE'} ROLE ${APPLICATION} LOGIN NOSUPERUSER PASSWORD ${password}`,
    )
    const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [APPLICATION])
    if (!database.rowCount) await client.query(`CREATE DATABASE ${APPLICATION} OWNER ${APPLICATION}`)
  } finally {
    await client.end()
  }
}

/** Sets the password of the superuser in a cluster that does not run, whose passwords are not known. */
export async function setSuperuserPassword(
  { binaries, account, folder }: { binaries: Binaries; account: SystemAccount; folder: string },
  { superuser_password }: Access,
): Promise<void> {
  const child = spawn(binaries.postgres, ['--single', '-D', folder, 'postgres'], {
    ...account,
    cwd: dirname(binaries.postgres),
    env: POSTGRES_ENVIRONMENT,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const ended = once(child, 'close')
  // Letters, digits, - and _ alone.
  child.stdin.end(`ALTER ROLE postgres PASSWORD '${superuser_password}'\n`)
  const complaint = await text(child.stderr)
  const [code] = await ended
  if (code !== 0 || /ERROR|FATAL/.test(complaint)) throw new Error(`No password could be set: ${complaint}`)
}

/** PostgreSQL gets none of our environment: it holds secrets, and PG* variables would change its behaviour. */
export const POSTGRES_ENVIRONMENT: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  PATH: process.env.PATH,
  LC_ALL: 'C',
  TZ: 'UTC',
  ...(process.platform === 'win32' && { SystemRoot: process.env.SystemRoot }),
}

export function give(path: string, account: SystemAccount): void {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid)
}

function run(program: string, account: SystemAccount, folder: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...account,
      cwd: dirname(program),
      env: POSTGRES_ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let complaint = ''
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString()
    })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(notCreated(folder, complaint))))
  })
}

/** initdb says why in its first error line; the lines around it are for people who run it in a shell. */
function notCreated(folder: string, output: string): Error {
  const lines = output.trim().split('\n')
  const reason = lines.find((line) => /error|fatal|could not/i.test(line)) ?? lines[0] ?? 'initdb failed'
  if (/No space left on device/.test(output)) return startError('disk_full', { path: folder })
  return startError('database_not_created', { folder, reason: reason.replace(/^initdb: (error: )?/, '') })
}
