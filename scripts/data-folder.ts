import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { startError } from '#lib/server/cannot-start.ts'

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
export function makeDataFolder(folder: string): void {
  makeFolder(resolve(folder))
  accessSync(folder, constants.W_OK)
}

/** Step by step, since Node's own recursive way never ends where a folder cannot be made, as below /proc. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o711 })
  } catch (error) {
    // Another process may have been quicker.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/** The sentence for an error of the file system in the data folder; other errors are returned as they are. */
export function explainDataFolder(error: unknown, dataDir: string): unknown {
  const { code = '', path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return startError('disk_full', { path: dataDir }, error)
  const reason = REASONS[code]
  if (reason === undefined) return error
  const where = path === undefined || path === dataDir ? '' : ` (${path})`
  return startError('data_folder', { path: dataDir, reason: reason + where }, error)
}
