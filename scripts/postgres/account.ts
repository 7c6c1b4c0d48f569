import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { startError } from '#lib/server/cannot-start.ts'

/** The operating system account PostgreSQL runs as; empty when that is simply the one we run as. */
export type SystemAccount = { uid?: number; gid?: number }

/** Where root keeps what PostgreSQL must reach when the folders of the clone are closed to its account. */
const SYSTEM_FOLDER = '/var/lib/counterfoil'

/** PostgreSQL does not run as root: root runs it as the account `postgres`, created when there is none. */
export function databaseAccount(): SystemAccount {
  if (process.getuid?.() !== 0) return {}
  const existing = lookUp('postgres')
  if (existing) return existing
  createAccount('postgres')
  const created = lookUp('postgres')
  if (!created) throw startError('no_database_account', {})
  return created
}

/**
 * The folder for the cluster: `postgres` in the data folder, or, when a folder above it is closed to the account
 * (a clone under /root), one of the system's. Files in the data folder that hold secrets are mode 600 each,
 * so letting the account pass through the data folder itself shows it nothing.
 */
export function clusterFolder(dataDir: string, account: SystemAccount): string {
  if (account.uid === undefined) return join(dataDir, 'postgres')
  const mode = statSync(dataDir).mode
  if (!(mode & 0o001)) chmodSync(dataDir, (mode & 0o7777) | 0o011)
  if (canReach(dataDir, account)) return join(dataDir, 'postgres')
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  return join(systemFolder(), `${basename(dataDir).replace(/\W/g, '')}-${key}`)
}

/** A folder of the system's that every account can pass through. */
export function systemFolder(): string {
  mkdirSync(SYSTEM_FOLDER, { recursive: true })
  chmodSync(SYSTEM_FOLDER, 0o755)
  return SYSTEM_FOLDER
}

/** Whether the account may pass through the folder and all above it. */
export function canReach(folder: string, account: SystemAccount): boolean {
  if (account.uid === undefined) return true
  const { mode, uid, gid } = statSync(folder)
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  const above = dirname(folder)
  return (mode & bit) !== 0 && (above === folder || canReach(above, account))
}

function lookUp(name: string): SystemAccount | undefined {
  try {
    const ask = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
    return { uid: ask('-u'), gid: ask('-g') }
  } catch {
    return undefined
  }
}

/** `useradd` is what most Linux systems have, `adduser` with these flags what the small ones (BusyBox) have. */
function createAccount(name: string): void {
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]],
    ['adduser', ['-S', '-D', '-H', name]],
  ]
  for (const [command, args] of attempts) {
    try {
      execFileSync(command, args, { stdio: 'pipe' })
      return
    } catch {
      // The next one is tried; the caller says what to do when none worked.
    }
  }
}
