import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { IDENTITY, INCOMING } from '#lib/database/wal-archive.ts'
import { CannotStart, startError } from '#lib/server/cannot-start.ts'
import { makeFolder } from '#scripts/make-folder.ts'
import { canReach, type SystemAccount } from '#scripts/postgres/account.ts'
import { type Access, give, writeAccess } from '#scripts/postgres/cluster.ts'

/**
 * Makes the folder of an archive ready for a cluster, before its PostgreSQL starts.
 * @returns the folder that PostgreSQL archives to
 * @throws CannotStart when it cannot be used, or has the archive of another cluster
 */
export function prepareArchive(
  folder: string,
  { access, accessFile, account }: { access: Access; accessFile: string; account: SystemAccount },
): string {
  if (access.archive === undefined) {
    access.archive = randomUUID()
    writeAccess(accessFile, access)
  }
  try {
    makeFolder(folder)
    const identity = join(folder, IDENTITY)
    if (!existsSync(identity))
      writeFileSync(identity, JSON.stringify({ archive: access.archive }), { mode: 0o600, flag: 'wx' })
    if (archiveIn(identity) !== access.archive) throw startError('wal_archive_of_another', { path: folder })
    const incoming = join(folder, INCOMING)
    makeFolder(incoming, 0o700)
    give(incoming, account)
    assertReachable(folder, account)
    return incoming
  } catch (error) {
    if (error instanceof CannotStart) throw error
    throw startError('wal_archive_unusable', { path: folder, reason: (error as Error).message }, error)
  }
}

function archiveIn(identity: string): unknown {
  try {
    return JSON.parse(readFileSync(identity, 'utf8')).archive
  } catch {
    return null
  }
}

/** PostgreSQL's account passes through the folder, in which everything else is closed to it. */
function assertReachable(folder: string, account: SystemAccount): void {
  if (account.uid === undefined) return
  chmodSync(folder, (statSync(folder).mode & 0o7777) | 0o011)
  if (!canReach(folder, account)) throw new Error("PostgreSQL's account cannot reach it")
}
