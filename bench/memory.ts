/** Resident memory as Linux counts it in /proc, in megabytes. */
import { readdirSync, readFileSync } from 'node:fs'

/** The current memory of a process, and its peak. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return { now: kilobytes('VmRSS') / 1024, peak: kilobytes('VmHWM') / 1024 }
}

/** A PostgreSQL with all its backends; shared memory counts once. */
export function memoryOfDatabase(postmaster: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster)
  return [String(postmaster), ...children].reduce((sum, pid) => sum + shareOf(pid), 0)
}

function parentOf(pid: string): number {
  return Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1])
}

function shareOf(pid: string): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024
}

/** Empty when the process has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
