import {
  chownSync,
  copyFileSync,
  existsSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import type { SystemAccount } from './account.ts'

/** The log and the one before it have at most about this many bytes each. */
const MAX_BYTES = 5_000_000
/** How often the log of a running PostgreSQL is looked at, in milliseconds. */
const EVERY_MS = 30_000

/** Opens the log for PostgreSQL to append to. A long one of the runs before becomes the old log. */
export function openLog(log: string, account: SystemAccount): number {
  if (sizeOf(log) > MAX_BYTES) renameSync(log, `${log}.1`)
  const file = openSync(log, 'a', 0o600)
  if (account.uid !== undefined && account.gid !== undefined) chownSync(log, account.uid, account.gid)
  return file
}

/**
 * Bounds the log while PostgreSQL runs, with its own file open: it appends, so the file is copied and emptied in place.
 * PostgreSQL's collector of logs would be one more process, and names its files by the time, so that their number grows.
 * @returns what ends it
 */
export function boundLog(
  log: string,
  say: (line: string) => void,
  { max = MAX_BYTES, every = EVERY_MS } = {},
): () => void {
  const timer = setInterval(() => {
    try {
      if (sizeOf(log) > max) rotate(log)
    } catch (error) {
      say(`The log of the database, ${log}, could not be shortened: ${(error as Error).message}`)
    }
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}

/** Lines that are written between the copy and its end are lost. A full disk must not keep the log from being emptied. */
function rotate(log: string): void {
  try {
    copyFileSync(log, `${log}.1`)
  } catch {
    rmSync(`${log}.1`, { force: true })
  }
  truncateSync(log)
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0
}
