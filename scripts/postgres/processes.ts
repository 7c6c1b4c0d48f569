import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'

/**
 * A string that identifies one life of one process: a process id is reused after a reboot or in a restarted
 * container, so the start time is part of it. Undefined when the process is gone; a zombie, which still accepts
 * signal 0 where nothing reaps it, counts as gone.
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === 'linux') return linuxIdentity(pid)
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined
  }
  if (process.platform === 'win32') return 'alive'
  return ps(pid, 'lstart=') || undefined
}

/** The parent of a process; undefined when the process is gone. Not on Windows. */
export function parentOf(pid: number): number | undefined {
  const parent = process.platform === 'linux' ? linuxFields(pid)?.[1] : ps(pid, 'ppid=')
  return parent ? Number(parent) : undefined
}

/** Ticks of /proc in a second: 100 on every architecture that Node runs on. */
export const TICKS = 100

/** The processor time of a process with all its threads, in seconds; 0 when it is gone. Linux only. */
export function processorTimeOf(pid: number): number {
  const fields = linuxFields(pid)
  return fields ? (Number(fields[11]) + Number(fields[12])) / TICKS : 0
}

/** The command line of a process, its words separated by spaces; empty when the process is gone. */
export function commandOf(pid: number): string {
  if (process.platform !== 'linux') return ps(pid, 'command=')
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

/** Whether the process is a PostgreSQL process (postmaster or backend) that works in this cluster's folder. */
export function servesCluster(pid: number, folder: string): boolean {
  if (!processIdentity(pid)) return false
  if (process.platform === 'win32') return true
  if (process.platform !== 'linux') return ps(pid, 'command=').includes('postgres')
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    return false // Another user's process, or gone: in both cases it cannot be serving our folder.
  }
}

/** Backends that outlived their postmaster; they hold the shared memory that the next one needs. Linux only. */
export function processesOf(folder: string): number[] {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => servesCluster(pid, folder))
}

/** The start in ticks since boot names one life of a process id. */
function linuxIdentity(pid: number): string | undefined {
  const fields = linuxFields(pid)
  return !fields || fields[0] === 'Z' || fields[0] === 'X' ? undefined : `started ${fields[19]}`
}

/** /proc/<pid>/stat from the state (field 3) on: the parent comes next; the name before may hold spaces. */
function linuxFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

function ps(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', column], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}
