import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startError } from '#lib/server/cannot-start.ts'
import { backupError } from '#scripts/backup/errors.ts'
import { clusterFolder, databaseAccount, type SystemAccount } from '#scripts/postgres/account.ts'
import { type Binaries, postgresBinaries } from '#scripts/postgres/binaries.ts'
import { give, readAccess, setSuperuserPassword } from '#scripts/postgres/cluster.ts'
import { takeLock } from '#scripts/postgres/lock.ts'
import { freePort, launch, memorySettings, stopPostmaster } from '#scripts/postgres/postmaster.ts'
import { extractBase, extractSegment } from './extract.ts'
import { outside, type Plan, targetText } from './plan.ts'

/** What may be in the data folder: a key that was put there, and what a restore leaves that was killed. */
const UNFINISHED = 'postgres.restoring'
const ALLOWED = ['secret.key', 'postgres.lock', UNFINISHED, `${UNFINISHED}.log`, `${UNFINISHED}.json`]

/** Segments after the time that are replayed with the others; more follow where they do not reach it. */
const AHEAD = 3

type Cluster = { binaries: Binaries; account: SystemAccount; folder: string; log: string; durable: true }

/** @throws CannotStart when the data folder has something in it */
export function assertEmptyFolder(dataDir: string): void {
  if (!existsSync(dataDir)) return
  const cluster = clusterFolder(dataDir, databaseAccount())
  const found =
    readdirSync(dataDir).find((name) => !ALLOWED.includes(name)) ?? (existsSync(cluster) ? cluster : null)
  if (found !== null) throw backupError('folder_not_empty', { path: dataDir, found })
}

/**
 * Restores the cluster of an archive into an empty data folder. It appears there once PostgreSQL has replayed the log up to
 * the time; when anything fails, the folder is as empty as before.
 * @returns the time of the last transaction, as PostgreSQL writes it; null when there was none after the base backup
 * @throws CannotStart when the archive is damaged, or ends before the time
 */
export async function restoreCluster(
  plan: Plan,
  dataDir: string,
  say: (line: string) => void,
): Promise<string | null> {
  const lock = takeLock(join(dataDir, 'postgres.lock'))
  if ('lockedBy' in lock) throw startError('data_folder_in_use', { pid: lock.lockedBy, path: dataDir })
  const account = databaseAccount()
  const binaries = postgresBinaries(account)
  const folder = clusterFolder(dataDir, account)
  const unfinished = `${folder}.restoring`
  const accessFile = join(dataDir, `${UNFINISHED}.json`)
  const cluster: Cluster = { binaries, account, folder: unfinished, log: `${unfinished}.log`, durable: true }
  const remove = () => {
    for (const path of [unfinished, cluster.log, accessFile]) rmSync(path, { recursive: true, force: true })
  }
  try {
    assertSameMajor(plan, binaries)
    remove()
    mkdirSync(unfinished, { mode: 0o700 })
    give(unfinished, account)
    say(`Extracting the base backup of ${targetText(plan.base.finished_at)}.`)
    await extractBase(plan, unfinished, account)
    const last = await replay(plan, cluster, say)
    const access = readAccess(accessFile)
    await setSuperuserPassword(cluster, access)
    renameSync(unfinished, folder)
    renameSync(accessFile, join(dataDir, 'postgres.json'))
    return last
  } finally {
    remove()
    lock.release()
  }
}

function assertSameMajor({ base, place }: Plan, { major }: Binaries): void {
  const [found = ''] = base.postgresql.split('.')
  if (found !== major)
    throw backupError('other_postgresql', { place, found, brought: major, version: base.version })
}

/**
 * Has PostgreSQL replay the log up to the time. Segments lie in its own folder before it starts, so it needs no command that
 * fetches them: each was checked, and what is missing or damaged shows before it runs.
 */
async function replay(plan: Plan, cluster: Cluster, say: (line: string) => void): Promise<string | null> {
  const { run, target, missing, folder, earliest } = plan
  writeFileSync(join(cluster.folder, 'recovery.signal'), '', { mode: 0o600 })
  give(join(cluster.folder, 'recovery.signal'), cluster.account)
  const after = target === 'latest' ? -1 : run.findIndex(({ at }) => at > target.at)
  let extracted = 0
  let wanted = after < 0 ? run.length : after + AHEAD
  for (;;) {
    for (const segment of run.slice(extracted, wanted)) {
      const latest = targetText(run[extracted - 1]?.at ?? plan.base.finished_at)
      const { unlock } = plan
      await extractSegment(segment, join(cluster.folder, 'pg_wal'), cluster.account, { unlock, latest })
      extracted += 1
    }
    say(`Replaying ${extracted} segments of the log.`)
    const isDone = await runRecovery(plan, cluster)
    const output = readFileSync(cluster.log, 'utf8')
    const last = lastTransaction(output)
    if (isDone) return last
    if (!output.includes('recovery ended before configured recovery target was reached'))
      throw backupError('replay_failed', { reason: lastError(output) })
    if (extracted >= run.length) {
      const latest = last === null ? plan.base.finished_at : Date.parse(last) / 1000
      if (missing === null) throw outside(folder, target, earliest, latest)
      throw backupError('segment_missing', { place: folder, name: missing, latest: targetText(latest) })
    }
    wanted = extracted + AHEAD
  }
}

/** @returns false when PostgreSQL ended before it accepted connections */
async function runRecovery({ target }: Plan, cluster: Cluster): Promise<boolean> {
  const postmaster = await launch(cluster, await freePort(), memorySettings(), {
    // PostgreSQL requires one. It then looks into its own folder.
    restore_command: 'exit 1',
    hot_standby: 'off',
    ...(target === 'latest'
      ? {}
      : { recovery_target_time: timeOf(target), recovery_target_action: 'promote' }),
  })
  if (!postmaster) return false
  await stopPostmaster(cluster, postmaster)
  return true
}

/** PostgreSQL reads this setting before it knows the names of zones, Z among them. */
function timeOf({ text }: { text: string }): string {
  return text.replace(/Z$/, '+00:00')
}

/** As ISO 8601 in UTC, with microseconds. */
function lastTransaction(output: string): string | null {
  const [found] = [...output.matchAll(/last completed transaction was at log time (\S+) (\S+)\+00$/gm)].slice(
    -1,
  )
  return found ? `${found[1]}T${found[2]}Z` : null
}

function lastError(output: string): string {
  const errors = output.split('\n').filter((line) => /FATAL|PANIC|ERROR/.test(line))
  return (errors.at(-1) ?? 'nothing is logged').replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '')
}
