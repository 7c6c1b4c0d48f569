/**
 * The embedded PostgreSQL: a real one, from npm packages, in the data folder. `npm start` owns it and keeps it
 * running; other processes with the same data folder (the command line, a separate worker) join it.
 */
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startError } from '#lib/server/cannot-start.ts'
import { clusterFolder, databaseAccount } from '#scripts/postgres/account.ts'
import { postgresBinaries } from '#scripts/postgres/binaries.ts'
import {
  createCluster,
  databaseUrl,
  prepareApplication,
  readAccess,
  writeAccess,
} from '#scripts/postgres/cluster.ts'
import { takeLock } from '#scripts/postgres/lock.ts'
import { boundLog } from '#scripts/postgres/log-file.ts'
import {
  freePort,
  isStartedWith,
  requestStop,
  runningPostmaster,
  startPostmaster,
  stopPostmaster,
} from '#scripts/postgres/postmaster.ts'
import { prepareArchive } from '#scripts/wal-archive/prepare.ts'

type DatabaseOptions = {
  dataDir: string
  /** False only for tests and ephemeral sandboxes: nothing is flushed to disk, and a crash of the machine loses the cluster. */
  durable?: boolean
  /** The folder for an archive of the write-ahead log. */
  archive?: string | undefined
  /** Join the cluster when another process already runs it, instead of failing. */
  join?: boolean
  /** How many server processes share it. */
  servers?: number
  say?: (line: string) => void
}

export type LocalDatabase = {
  /** For the application: a role that owns its database and is no superuser. */
  url: string
  /** For tests and maintenance: the superuser, in the database `postgres`. */
  adminUrl: string
  /** Stops the cluster when this process runs it. */
  stop: () => Promise<void>
}

/** Brings the cluster up whatever state the last run left it in, and restarts PostgreSQL should it die. */
export async function openLocalDatabase(options: DatabaseOptions): Promise<LocalDatabase> {
  const { durable = true, say = () => undefined } = options
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const lock = takeLock(join(dataDir, 'postgres.lock'))
  if ('lockedBy' in lock) {
    if (options.join) return await joinDatabase(dataDir)
    throw startError('data_folder_in_use', { pid: lock.lockedBy, path: dataDir })
  }

  const account = databaseAccount()
  const binaries = postgresBinaries(account)
  const folder = clusterFolder(dataDir, account)
  const accessFile = join(dataDir, 'postgres.json')
  const elsewhere = folder !== join(dataDir, 'postgres')
  if (elsewhere)
    say(`The database is kept in ${folder}, since PostgreSQL's account cannot reach the data folder.`)
  if (existsSync(folder) && !existsSync(accessFile)) setAside(folder, accessFile, elsewhere)
  const access = readAccess(accessFile)
  const archive = options.archive && prepareArchive(resolve(options.archive), { access, accessFile, account })
  const settings = {
    binaries,
    account,
    folder,
    log: `${folder}.log`,
    durable,
    archive,
    servers: options.servers,
  }
  if (await createCluster({ binaries, account, folder, access, durable })) access.prepared = false

  let orphan = await runningPostmaster(folder)
  if (orphan && !isStartedWith(settings)) {
    // A setting has changed since, which PostgreSQL takes at a start alone.
    await stopPostmaster(settings, orphan)
    orphan = undefined
  }
  access.port = orphan?.port ?? (await freePort(access.port))
  let postmaster = orphan ?? (await startPostmaster(settings, access.port))
  if (!access.prepared) await prepareApplication(access)
  access.prepared = true
  writeAccess(accessFile, access)

  const leaveLog = boundLog(settings.log, say)
  let stopping = false
  const lastResort = () => requestStop(settings, { pid: postmaster.pid }, 'fast')
  process.once('exit', lastResort)
  const supervise = async () => {
    for (;;) {
      await postmaster.gone
      if (stopping) return
      say('PostgreSQL ended unexpectedly; starting it again.')
      postmaster = await startPostmaster(settings, access.port)
    }
  }
  const supervision = supervise().catch((error: unknown) => {
    if (!stopping) throw error
  })

  return {
    url: databaseUrl(access, 'application'),
    adminUrl: databaseUrl(access, 'superuser', 'postgres'),
    stop: async () => {
      stopping = true
      leaveLog()
      await stopPostmaster(settings, postmaster)
      await supervision
      process.off('exit', lastResort)
      lock.release()
    },
  }
}

/**
 * A cluster whose passwords are gone. One that is kept elsewhere belongs to a deleted data folder, and is left behind
 * under another name; one in the data folder itself is real data with a file missing.
 */
function setAside(folder: string, accessFile: string, elsewhere: boolean): void {
  if (elsewhere) {
    renameSync(folder, `${folder}.left-${Date.now()}`)
    return
  }
  throw startError('database_passwords_missing', { path: accessFile, folder })
}

/** The address of a cluster that another process runs; waits while that one is still starting it. */
async function joinDatabase(dataDir: string): Promise<LocalDatabase> {
  const folder = clusterFolder(dataDir, databaseAccount())
  for (let waited = 0; waited < 30_000; waited += 100) {
    const access = readAccess(join(dataDir, 'postgres.json'))
    if (access.prepared && (await runningPostmaster(folder))?.port === access.port) {
      const [url, adminUrl] = [
        databaseUrl(access, 'application'),
        databaseUrl(access, 'superuser', 'postgres'),
      ]
      return { url, adminUrl, stop: async () => undefined }
    }
    await sleep(100)
  }
  throw startError('database_not_brought_up', { path: dataDir })
}
