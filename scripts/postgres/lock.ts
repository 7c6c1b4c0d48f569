import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { processIdentity } from './processes.ts'

type Holder = { pid: number; identity: string }

/**
 * Takes a lock file for this process, or returns the living process that holds it. The lock of a killed process is
 * taken over. PostgreSQL's own lock is the second guard, so a lost race does no harm.
 */
export function takeLock(path: string): { release: () => void } | { lockedBy: number } {
  const mine: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? '' }
  for (;;) {
    try {
      writeFileSync(path, JSON.stringify(mine), { flag: 'wx', mode: 0o600 })
      return { release: () => rmSync(path, { force: true }) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = readHolder(path)
    if (holder && processIdentity(holder.pid) === holder.identity) {
      return { lockedBy: holder.pid }
    }
    rmSync(path, { force: true })
  }
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch {
    return undefined // Half-written by a process that was killed while writing it.
  }
}
